"""For those who run the bot: its health, its numbers and its log."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from bot.watch.commit import commit

SERVER = "Idle Year"
"""The header `Server` of its answers, by which `idleyear health` knows them from those of other programs."""


@cache
def installed_version() -> str:
    """Return the version that is installed, with its commit: `0.1.0+1a2b3c4d5e6f`.

    Either is `unknown` where Idle Year is run from its folder without being installed, or without git.
    """
    try:
        installed = version("idle-year")
    except PackageNotFoundError:
        installed = "unknown"
    return f"{installed}+{commit()}"
