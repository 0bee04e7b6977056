"""Addresses of databases, which may hold a password: no error quotes one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from bot.store.errors import StoreError

if TYPE_CHECKING:
    from sqlalchemy import URL

SQLITE, POSTGRES = "sqlite+aiosqlite", "postgresql+asyncpg"
_SSL = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_OPTIONS = ("host", "port", "ssl", "passfile", "service", "servicefile", "prepared_statement_cache_size")
"""What may follow the `?` with PostgreSQL: nothing else reaches asyncpg as a text that it understands."""
_NUMBERS = {"port", "prepared_statement_cache_size", "timeout", "detect_types", "cached_statements"}


def read_address(url: str) -> URL:
    """Return the parts of an address; raise StoreError if it is not of a database that we know."""
    try:
        place = make_url(url)
    except (ArgumentError, ValueError):  # the latter quotes a part, which may be the password
        place = None
    if place is None or place.drivername not in (SQLITE, POSTGRES):
        raise StoreError(
            f"The address of the database must start with {SQLITE}:///path or {POSTGRES}://user@host/name."
        )
    if place.drivername == POSTGRES:
        place = _with_known_options(place)
    if any(not str(place.query[name]).isdecimal() for name in _NUMBERS & place.query.keys()):
        raise StoreError(
            f"In the address of the database, these options must be numbers: {', '.join(sorted(_NUMBERS))}."
        )
    return place


def _with_known_options(place: URL) -> URL:
    """Return an address of PostgreSQL with the name that asyncpg has for `sslmode`, which hosts hand out.

    Raise StoreError, quoting nothing, for any option that asyncpg cannot take from an address.
    """
    options = {"ssl" if name == "sslmode" else name: value for name, value in place.query.items()}
    if not options.keys() <= set(_OPTIONS):
        raise StoreError(
            "The address of the database has an option that is not known after its question mark: "
            f"take it away. Known are sslmode, {', '.join(_OPTIONS)}."
        )
    if options.get("ssl", "prefer") not in _SSL:
        raise StoreError(f"In the address of the database, sslmode must be one of {', '.join(_SSL)}.")
    return place.set(query=options)


def is_in_memory(url: str) -> bool:
    """Return whether an address names no place that lasts; raise StoreError as `read_address` does."""
    place = read_address(url)
    return place.drivername == SQLITE and place.database in (None, "", ":memory:")


def file_of(url: str) -> Path | None:
    """Return the SQLite file at an address, and None for memory or PostgreSQL; else raise StoreError."""
    place = read_address(url)
    if place.drivername != SQLITE or is_in_memory(url) or "uri" in place.query:
        return None
    return Path(str(place.database))
