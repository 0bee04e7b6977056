"""For whoever runs the bot: its health, its numbers and its log."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

SERVER = "Idle Year"
"""The header `Server` of its answers, by which `idleyear health` knows them from those of other programs."""


def installed_version() -> str:
    """Return the version that is installed; `unknown` where Idle Year is run from its folder without that."""
    try:
        return version("idle-year")
    except PackageNotFoundError:
        return "unknown"
