"""How the address of a Dask scheduler is written."""

from __future__ import annotations

from urllib.parse import urlsplit

from bot.engine.errors import GameError

_SCHEMES = ("tcp", "tls")


def check_address(address: str) -> None:
    """Raise GameError if a text cannot be the address of a scheduler."""
    try:
        parts = urlsplit(address)
        right = parts.scheme in _SCHEMES and parts.hostname and parts.port and not parts.path
    except ValueError:
        right = False
    if not right:
        raise GameError(
            f"{address or 'Nothing'} is no address of a scheduler: write one such as tcp://10.0.0.1:8786."
        )
