"""What columns hold, and refuse; and the time between two moments, as the databases reckon it.

SQLite by itself takes anything in any column: STRICT tables know five types, and a CHECK does the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, TypeVar

from sqlalchemy import (
    REAL,
    BigInteger,
    Boolean,
    CheckConstraint,
    Date,
    DateTime,
    Dialect,
    Float,
    Integer,
    Table,
    Text,
    TypeDecorator,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement

LONGEST_GAP = 120
"""Seconds after which an idle player is away: a game takes its player only the time at the board."""

T = TypeVar("T", bound=StrEnum)

Long = BigInteger().with_variant(Integer, "sqlite")
"""An id, ours or Discord's, or another large number: SQLite autoincrements only INTEGER keys."""
Real = Float().with_variant(REAL, "sqlite")


class Checked(TypeDecorator[Any]):
    """A type of which a column refuses some values by a CHECK."""

    cache_ok = True

    def conditions(self) -> Mapping[str, str]:
        """Return what has to hold, by dialect, with {0} for the column."""
        raise NotImplementedError


class Day(Checked):
    """A day of UTC that Python has as well."""

    impl = Date
    cache_ok = True

    def conditions(self) -> Mapping[str, str]:
        """Refuse what is no day, such as 31 February."""
        return {
            "sqlite": "{0} >= '0001-01-01' AND date({0}, '+0 days') IS {0}",
            "postgresql": "{0} BETWEEN '0001-01-01' AND '9999-12-31'",
        }


class Moment(Checked):
    """A moment in UTC; SQLite stores no time zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def conditions(self) -> Mapping[str, str]:
        """Refuse what is no moment."""
        return {
            "sqlite": (
                "{0} >= '0001-01-01' AND datetime(substr({0}, 1, 19), '+0 days') IS substr({0}, 1, 19) "
                "AND (length({0}) = 19 OR substr({0}, 20) GLOB '.[0-9][0-9][0-9][0-9][0-9][0-9]')"
            ),
            "postgresql": "{0} >= '0001-01-01 00:00+00' AND {0} < '9999-12-31 00:00+00'",
        }

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert a moment in any time zone to UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment with its time zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Flag(Checked):
    """True or false."""

    impl = Boolean
    cache_ok = True
    coerce_to_is_types = (type(None), bool)

    def conditions(self) -> Mapping[str, str]:
        """Refuse other numbers."""
        return {"sqlite": "{0} IN (0, 1)"}


class Whole(Checked):
    """A whole number of a range."""

    impl = Integer
    cache_ok = True

    def __init__(self, least: int, most: int | None = None) -> None:
        super().__init__()
        self.least, self.most = least, most

    def conditions(self) -> Mapping[str, str]:
        """Refuse what is out of the range."""
        within = (
            f"{{0}} >= {self.least}" if self.most is None else f"{{0}} BETWEEN {self.least} AND {self.most}"
        )
        return dict.fromkeys(("sqlite", "postgresql"), within)


Count = Whole(0)


class OneOf(Checked):
    """One of a few words, to which none is ever added: a table would have to be rebuilt for it."""

    impl = Text
    cache_ok = True

    def __init__(self, *words: str) -> None:
        super().__init__()
        self.words = words

    def conditions(self) -> Mapping[str, str]:
        """Refuse other words."""
        words = ", ".join(f"'{word}'" for word in self.words)
        return dict.fromkeys(("sqlite", "postgresql"), f"{{0}} IN ({words})")


@compiles(Day, "sqlite")
@compiles(Moment, "sqlite")
def _as_text(element: Checked, compiler: Any, **options: Any) -> str:
    return "TEXT"


@compiles(Flag, "sqlite")
def _as_integer(element: Checked, compiler: Any, **options: Any) -> str:
    return "INTEGER"


def refuse(table: Table) -> None:
    """Have a table refuse what its columns cannot hold."""
    table.dialect_options["sqlite"]["strict"] = True
    for column in table.c:
        if isinstance(column.type, Checked):
            for dialect, condition in column.type.conditions().items():
                check = CheckConstraint(condition.format(column.name), name=f"{table.name}_{column.name}")
                table.append_constraint(check.ddl_if(dialect=dialect))


def known(words: type[T], value: str | None) -> T | None:
    """Return the word of an open set that a row names; None if only a newer program has it."""
    return next((word for word in words if word.value == value), None)


class Gap(FunctionElement[int]):
    """The seconds from one moment to another, at least none and at most LONGEST_GAP.

    Each moment is rounded down before, so that gaps add up to the whole.
    """

    type = Integer()
    inherit_cache = True


@compiles(Gap, "sqlite")
def _in_sqlite(element: Gap, compiler: Any, **options: Any) -> str:
    since, until = (f"strftime('%s', {compiler.process(each, **options)})" for each in element.clauses)
    return f"max(0, min({LONGEST_GAP}, {until} - {since}))"


@compiles(Gap, "postgresql")
def _in_postgres(element: Gap, compiler: Any, **options: Any) -> str:
    moments = [compiler.process(each, **options) for each in element.clauses]
    since, until = (f"floor(extract(epoch FROM {moment}))" for moment in moments)
    return f"greatest(0, least({LONGEST_GAP}, {until} - {since}))::integer"
