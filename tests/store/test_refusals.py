"""What the tables refuse, whoever writes it: no reader has to doubt what it reads."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from datetime import date, datetime
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import Column, TypeDecorator, insert, text
from sqlalchemy.exc import DBAPIError

from bot.store import RESIGNED, Status, Tried
from bot.store.columns import OneOf, Whole
from bot.store.database import Database
from bot.store.tables import games, metadata, results, tries
from idle_year.engine.rules import Outcome
from tests.store.rows import made_up

COLUMNS = [column for table in metadata.sorted_tables for column in table.c]
_NONE: dict[type, tuple[str, ...]] = {
    bool: ("x", ""),
    date: ("2026-02-31", "0000-01-01", "10000-01-01", "0044-03-15 BC", "infinity", "x", ""),
    datetime: ("2026-02-31 12:00:00", "0000-01-01 12:00:00", "2026-11-20 25:00:00", "infinity", "x", ""),
    float: ("x", ""),
    int: ("x", ""),
}
"""What is none of a type, in either database."""
_OTHERWISE_WRITTEN: dict[type, tuple[str, ...]] = {
    date: ("2026-1-1", "20260101", "2026-01-01 "),
    datetime: ("2026-11-20", "2026-11-20T12:00:00", "2026-11-20 12:00:00.5", "2026-11-20 12:00:00+02:00"),
}
"""What SQLite keeps as it was written, and nobody could compare."""


@pytest_asyncio.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """Open a database with two rows in each table, one of them with all its columns."""
    database = Database(url)
    async with database.transaction() as connection:
        for table in metadata.sorted_tables:
            await connection.execute(insert(table), [made_up(table, number) for number in (1, 2)])
    yield database
    await database.close()


async def test_a_column_refuses_what_it_cannot_hold(database: Database) -> None:
    """No column of any table takes another type, a day that is none, or what is out of its range."""
    async with database.statement() as connection:
        dialect = connection.dialect.name
    taken = []
    for column in COLUMNS:
        for value in _wrong(column, dialect):
            wrong = text(f'UPDATE {column.table.name} SET "{column.name}" = {value}')  # noqa: S608
            try:
                await database.execute(wrong)
            except DBAPIError:
                continue
            taken.append(f"{column} = {value}")
    assert taken == []


def _wrong(column: Column[Any], dialect: str) -> Iterator[str]:
    """Yield what a column must not hold, as SQL; PostgreSQL reads some of it as what it can hold."""
    kind = column.type
    plain: Any = (kind.impl if isinstance(kind, TypeDecorator) else kind).python_type
    yield from (f"'{each}'" for each in _NONE.get(plain, ()))
    if isinstance(kind, OneOf):
        yield from ("'another'", "''")
    if isinstance(kind, Whole):
        yield from (f"{each}" for each in (kind.least - 1, kind.most and kind.most + 1) if each is not None)
    if plain is bool:
        yield "2"
    if dialect == "sqlite":
        yield "x'ff00'"
        if plain is int:
            yield "1.5"
        yield from (f"'{each}'" for each in _OTHERWISE_WRITTEN.get(plain, ()))


@pytest.mark.parametrize("column", [each for each in COLUMNS if isinstance(each.type, OneOf)], ids=str)
async def test_a_column_takes_each_of_its_words(database: Database, column: Column[Any]) -> None:
    """Whatever the program writes into a closed set is in it."""
    words = {
        games.c.status: [*Status],
        results.c.outcome: [*Outcome, RESIGNED],
        tries.c.outcome: [*Tried],
    }[column]
    for word in words:
        change = text(f"UPDATE {column.table.name} SET {column.name} = :word")  # noqa: S608
        assert (await database.execute(change, {"word": word})).rowcount == 2
