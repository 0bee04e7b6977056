"""Addresses of databases: what is at one, and whether it can be used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from bot.store.errors import StoreError

SQLITE, POSTGRES = "sqlite+aiosqlite", "postgresql+asyncpg"

_SSL = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_OPTIONS = ("host", "port", "ssl", "passfile", "service", "servicefile", "prepared_statement_cache_size")
"""What may follow the `?` with PostgreSQL: nothing else reaches asyncpg as a text that it understands.

The last one is for poolers that keep no prepared statement (SQLAlchemy #6467).
"""
_OPTIONS_OF_FILES = ("uri", "timeout", "detect_types", "cached_statements")
_NUMBERS = {"port", "prepared_statement_cache_size", "timeout", "detect_types", "cached_statements"}
_NUMBER = re.compile("[0-9]{1,9}")


def read_address(url: str) -> URL:
    """Return the parts of an address; raise StoreError if it is not of a database that we know."""
    try:
        place = make_url(url)
    except (ArgumentError, ValueError):  # the latter quotes a part, which may be the password
        place = None
    # After two slashes comes a host, which only PostgreSQL has.
    if place is None or place.drivername not in ((POSTGRES,) if place.host else (SQLITE, POSTGRES)):
        raise StoreError(
            f"The address of the database must start with {SQLITE}:///path or {POSTGRES}://user@host/name."
        )
    place = _with_known_options(place) if place.drivername == POSTGRES else _of_a_file(place)
    if not all(_NUMBER.fullmatch(str(place.query[name])) for name in _NUMBERS & place.query.keys()):
        raise StoreError(
            f"In the address of the database, these options must be numbers: {', '.join(sorted(_NUMBERS))}."
        )
    return place


def _of_a_file(place: URL) -> URL:
    """Return an address of SQLite; raise StoreError for an option that would be ignored."""
    if place.query.get("uri", "true") != "true":
        raise StoreError("In the address of the database, uri must be true, or not be there.")
    if "uri" not in place.query and not place.query.keys() <= set(_OPTIONS_OF_FILES):
        raise _unknown_option(_OPTIONS_OF_FILES)
    return place


def _unknown_option(known: Iterable[str]) -> StoreError:
    return StoreError(
        "The address of the database has an option that is not known after its question mark: "
        f"take it away. Known are {', '.join(known)}."
    )


def _with_known_options(place: URL) -> URL:
    """Return an address of PostgreSQL with the name that asyncpg has for `sslmode`, which hosts hand out.

    Neither asyncpg (#737) nor SQLAlchemy (#6275) translates it.

    Raise StoreError, quoting nothing, for any option that asyncpg cannot take from an address.
    """
    options = {"ssl" if name == "sslmode" else name: value for name, value in place.query.items()}
    if not options.keys() <= set(_OPTIONS):
        raise _unknown_option(("sslmode", *_OPTIONS))
    if options.get("ssl", "prefer") not in _SSL:
        raise StoreError(f"In the address of the database, sslmode must be one of {', '.join(_SSL)}.")
    return place.set(query=options)


def is_in_memory(url: str) -> bool:
    """Return whether an address names no place that lasts; raise StoreError as `read_address` does."""
    place = read_address(url)
    name = place.database or ":memory:"
    return place.drivername == SQLITE and (":memory:" in name or place.query.get("mode") == "memory")


def file_of(url: str) -> Path | None:
    """Return the SQLite file at an address, and None for memory or PostgreSQL; else raise StoreError."""
    place = read_address(url)
    if place.drivername != SQLITE or is_in_memory(url) or "uri" in place.query:
        return None
    return Path(str(place.database))


@contextmanager
def usable_address() -> Iterator[None]:
    """Raise StoreError, quoting nothing, for what only shows to be no address when it is used."""
    try:
        yield
    except (ArgumentError, OverflowError, TypeError, ValueError) as error:
        raise StoreError(
            "The address of the database cannot be used: check its host, its port and what follows its "
            "question mark, and the variables of the environment that begin with PG."
        ) from error
