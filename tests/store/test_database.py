"""Transactions, what runs beside them, and what is cancelled in the middle."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
import pytest_asyncio
from sqlalchemy import insert, select

from bot.store.database import Database
from bot.store.tables import secrets

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.store.connection import Connection


@pytest_asyncio.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """Return a database with tables."""
    database = Database(url)
    yield database
    async with asyncio.timeout(10):
        await database.close()


async def _keep(connection: Connection, name: str) -> None:
    await connection.execute(insert(secrets), {"name": name, "value": "-"})


async def _kept(database: Database) -> set[str]:
    async with database.statement() as connection:
        return set((await connection.execute(select(secrets.c.name))).scalars())


async def _keep_alone(database: Database, name: str) -> None:
    async with database.statement() as connection:
        await _keep(connection, name)


async def _keep_two(database: Database, under_way: asyncio.Event, until: asyncio.Event) -> None:
    async with database.transaction() as connection:
        await _keep(connection, "first")
        under_way.set()
        await until.wait()
        await _keep(connection, "second")


async def test_a_statement_beside_a_transaction_does_not_share_its_fate(database: Database) -> None:
    """What somebody else saves meanwhile stays when the transaction is rolled back."""
    under_way, until = asyncio.Event(), asyncio.Event()
    failing = asyncio.create_task(_keep_two(database, under_way, until))
    await under_way.wait()
    beside = asyncio.create_task(_keep_alone(database, "beside"))
    await asyncio.sleep(0.05)
    failing.cancel()
    await asyncio.wait([failing])
    await beside
    assert await _kept(database) == {"beside"}


async def test_a_transaction_is_kept_as_a_whole(database: Database) -> None:
    """Both of its rows are there afterwards, and one that follows is not held up."""
    under_way, until = asyncio.Event(), asyncio.Event()
    until.set()
    await _keep_two(database, under_way, until)
    assert await _kept(database) == {"first", "second"}
    with pytest.raises(ZeroDivisionError):
        await _keep_and_fail(database)
    assert await _kept(database) == {"first", "second"}


async def _keep_and_fail(database: Database) -> None:
    async with database.transaction() as connection:
        await _keep(connection, "third")
        raise ZeroDivisionError


async def test_a_transaction_cancelled_at_any_moment_is_kept_as_a_whole_or_not_at_all(
    database: Database,
) -> None:
    """Whoever comes next finds either both of its rows or neither, and can write."""
    until = asyncio.Event()
    until.set()
    for steps in range(40):
        task = asyncio.create_task(_keep_two(database, asyncio.Event(), until))
        for _ in range(steps):
            await asyncio.sleep(0 if steps % 2 else 0.0002)
        task.cancel()
        await asyncio.wait([task])
        assert await _kept(database) in (set(), {"first", "second"})
        async with database.transaction() as connection:
            await connection.execute(secrets.delete())


async def test_statements_that_are_cancelled_do_not_keep_it_from_closing(url: str) -> None:
    """As when the program ends while many people press."""
    database = Database(url)
    pressed = [asyncio.create_task(_keep_alone(database, f"{number}")) for number in range(50)]
    await asyncio.sleep(0.002)
    for each in pressed:
        each.cancel()
    async with asyncio.timeout(10):
        await asyncio.wait(pressed)
        await database.close()
