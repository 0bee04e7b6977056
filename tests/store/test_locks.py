"""A database that another program keeps locked: for a moment, or for as long as people wait."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import Store, StoreError, open_store
from bot.store.database import MANY, Database
from bot.store.errors import StoreLocked
from tests.databases import new_postgres, sqlite_address

pytestmark = pytest.mark.slow

TO_DO = "if it is a bot that upgrades the database, let it finish; else end it."


@pytest.fixture(autouse=True)
def _told_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.waits._SOON", 0.2)


@pytest.fixture(params=["new", "used"])
def file(request: pytest.FixtureRequest, blank: Path, tmp_path: Path) -> Path:
    """Return a file of the bot, which is empty or has been used."""
    file = tmp_path / "games.db"
    if request.param == "new":
        file.touch(0o600)
    else:
        shutil.copy(blank, file)
    return file


async def test_a_program_that_locks_the_file_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    """A program that locks the file for a moment is waited for, and the save succeeds."""
    async with await open_store(sqlite_address(tmp_path / "games.db")) as store:
        with closing(sqlite3.connect(tmp_path / "games.db")) as another_program:
            another_program.execute("BEGIN IMMEDIATE")
            saving = asyncio.create_task(store.secrets.save("name", "value"))
            await asyncio.sleep(0.1)
            another_program.rollback()
        assert await saving == "value"


async def test_a_start_waits_for_a_program_that_is_writing(
    file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A start waits long for a program that is writing, and one line says so and what to do."""
    monkeypatch.setattr("bot.store.database._BUSY_SECONDS", 0.1)
    with closing(sqlite3.connect(file)) as another_program:
        another_program.execute("BEGIN IMMEDIATE")
        starting = asyncio.create_task(open_store(sqlite_address(file)))
        (line,) = await _told(caplog)
        another_program.rollback()
    assert line == (
        f"Another program keeps the database, {file}, locked, and is waited for up to 10 seconds: {TO_DO}"
    )
    async with await starting as store:
        await store.answers()


async def test_a_start_does_not_wait_for_ever(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A start does not wait for a locked file for ever, and says what to look for."""
    monkeypatch.setattr("bot.store.database._BUSY_SECONDS", 0.1)
    monkeypatch.setattr("bot.store.sqlite._MIGRATING_SECONDS", 0.3)
    with closing(sqlite3.connect(file)) as another_program:
        another_program.execute("BEGIN IMMEDIATE")
        async with asyncio.timeout(60):
            with pytest.raises(
                StoreError, match=r"\(database is locked\): check which other program uses it"
            ):
                await open_store(sqlite_address(file))


async def test_a_start_says_that_it_waits_for_another_one(
    request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    """A start that waits for another process names it, so that an operator can look what it does."""
    address = new_postgres(request)
    other = Database(address)
    async with other.migration() as connection:
        number = (await connection.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one()
        starting = asyncio.create_task(open_store(address))
        (line,) = await _told(caplog)
    assert line == (
        f"Waiting for process {number} (idle-year) of PostgreSQL, which keeps the database locked: {TO_DO}"
    )
    await (await starting).close()
    await other.close()


async def test_an_upgrade_says_that_it_waits_for_a_table(
    request: pytest.FixtureRequest, postgres_blank: str, caplog: pytest.LogCaptureFixture
) -> None:
    """An upgrade that waits for a table says which process of PostgreSQL keeps it locked."""
    address = new_postgres(request, postgres_blank)
    reader = create_async_engine(address)
    async with reader.begin() as reading:
        await reading.exec_driver_sql("LOCK TABLE alembic_version")
        number = (await reading.exec_driver_sql("SELECT pg_backend_pid()")).scalar_one()
        starting = asyncio.create_task(open_store(address))
        (line,) = await _told(caplog)
    assert line.startswith(f"Waiting for process {number} (without a name) of PostgreSQL, ")
    await (await starting).close()
    await reader.dispose()


async def _told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Wait until something is logged; return all that is, some time later."""
    async with asyncio.timeout(60):
        while not caplog.messages:  # noqa: ASYNC110  no event tells
            await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)
    return caplog.messages


@pytest.mark.logs("The database is locked by another program: presses are refused until it lets go.")
async def test_what_asks_whether_people_can_play_notices_a_lock(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check whether people can play notices a lock, even one that lets everybody read.

    The second one is held by a process that deletes what belongs to many, also if it stands still then.
    """
    monkeypatch.setattr("bot.store.database._BUSY_SECONDS", 0.1)
    async with await open_store(url) as store:
        another_program = Database(url)
        for lock in ("LOCK TABLE games IN SHARE MODE", f"SELECT pg_advisory_xact_lock({MANY})"):
            async with another_program.transaction() as connection:
                if another_program.is_shared:
                    await connection.exec_driver_sql(lock)
                with pytest.raises(StoreLocked):
                    await store.answers()
        await another_program.close()
        await store.answers()


async def test_a_turn_is_taken_by_one_process_at_a_time(postgres_url: str) -> None:
    """A turn on PostgreSQL is taken by one process at a time, and free again even if that fails."""
    told: list[str] = []
    async with await open_store(postgres_url) as one, await open_store(postgres_url) as two:
        await asyncio.gather(*(_take(store, 1, told) for store in (one, two)))
        assert told == ["begun", "ended"] * 2
        with pytest.raises(ZeroDivisionError):
            await _fail(one, 1)
        async with asyncio.timeout(5), two.turn(1):
            pass
        async with one.turn(1), asyncio.timeout(5), two.turn(2):
            pass


async def _take(store: Store, number: int, told: list[str]) -> None:
    async with store.turn(number):
        told.append("begun")
        await asyncio.sleep(0.3)
        told.append("ended")


async def _fail(store: Store, number: int) -> None:
    async with store.turn(number):
        raise ZeroDivisionError
