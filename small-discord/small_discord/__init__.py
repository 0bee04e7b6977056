"""A small Discord on 127.0.0.1: play without a token, test from end to end, measure."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from small_discord.names import *  # noqa: F403  for type checkers: all that the function below finds
else:

    def __getattr__(name: str) -> object:
        """Import the public names when one is asked for: pytest loads the plugin for those who need none."""
        if not name.startswith("_") or name == "__all__":
            names = import_module("small_discord.names")
            if name in (*names.__all__, "__all__"):
                return getattr(names, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
