"""What columns hold: keys, days, moments; and the time between two moments, as the databases reckon it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from sqlalchemy import BigInteger, Date, DateTime, Dialect, Integer, TypeDecorator
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

LONGEST_GAP = 120
"""Seconds after which whoever does nothing is away: a game takes its player only the time at the board."""

# SQLite autoincrements only INTEGER keys.
Key = BigInteger().with_variant(Integer, "sqlite")


class _Lenient(TypeDecorator[Any]):
    """A type as which some values cannot be read: as they are, they do not keep others from being read."""

    cache_ok = True

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        """Return what reads a value."""
        process = super().result_processor(dialect, coltype)
        return None if process is None else partial(_read, process)


def _read(process: Callable[[Any], Any], value: Any) -> Any:
    try:
        return process(value)
    except (AttributeError, TypeError, ValueError, OverflowError):
        return value


class Day(_Lenient):
    """A day of UTC."""

    impl = Date
    cache_ok = True


class Moment(_Lenient):
    """A moment in UTC; SQLite stores no time zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert a moment in any time zone to UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment with its time zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Gap(FunctionElement[int]):
    """The seconds from one moment to another, at least none and at most LONGEST_GAP.

    Each moment is rounded down before, so that gaps add up to the whole.
    """

    type = Integer()
    inherit_cache = True


@compiles(Gap, "sqlite")
def _in_sqlite(element: Gap, compiler: Any, **options: Any) -> str:
    since, until = (f"strftime('%s', {compiler.process(each, **options)})" for each in element.clauses)
    return f"max(0, min({LONGEST_GAP}, coalesce({until} - {since}, 0)))"  # none since what is no moment


@compiles(Gap, "postgresql")
def _in_postgres(element: Gap, compiler: Any, **options: Any) -> str:
    moments = [compiler.process(each, **options) for each in element.clauses]
    since, until = (f"floor(extract(epoch FROM {moment}))" for moment in moments)
    return f"greatest(0, least({LONGEST_GAP}, {until} - {since}))::integer"
