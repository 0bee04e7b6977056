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
    return place


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
