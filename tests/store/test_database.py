"""Transactions, what runs beside them, and what is cancelled in the middle."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Database
from bot.store.errors import StoreFailing, StoreLocked
from bot.store.tables import secrets
from tests.databases import sqlite_address


@pytest_asyncio.fixture
async def database(url: str) -> AsyncIterator[Database]:
    """Return a database with tables."""
    database = Database(url)
    yield database
    async with asyncio.timeout(60):
        await database.close()


async def _keep(connection: AsyncConnection, name: str) -> None:
    await connection.execute(insert(secrets), {"name": name, "value": "-"})


async def _kept(database: Database) -> set[str]:
    async with asyncio.timeout(60), database.statement() as connection:
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
    await asyncio.wait_for(beside, 20)
    assert await _kept(database) == {"beside"}


async def test_a_transaction_is_kept_as_a_whole(database: Database) -> None:
    """A transaction is kept as a whole, and another one that fails leaves nothing."""
    under_way, until = asyncio.Event(), asyncio.Event()
    until.set()
    await _keep_two(database, under_way, until)
    assert await _kept(database) == {"first", "second"}
    with pytest.raises(ZeroDivisionError):
        await _keep_and_fail(database)
    assert await _kept(database) == {"first", "second"}


async def test_a_transaction_that_cannot_be_committed_leaves_nothing(blank: Path, tmp_path: Path) -> None:
    """A transaction that cannot be committed leaves nothing, and does not hold up the next one."""
    shutil.copy(blank, tmp_path / "games.db")
    database = Database(sqlite_address(tmp_path / "games.db"))
    with pytest.raises(IntegrityError):
        await _keep_what_points_nowhere(database)
    await _keep_pair(database, "next")
    assert await _kept(database) == {"next first", "next second"}
    await database.close()


async def _keep_what_points_nowhere(database: Database) -> None:
    async with database.transaction() as connection:
        await connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        await _keep(connection, "lost")
        await connection.exec_driver_sql("INSERT INTO racers (race, player, game_id) VALUES (1, 1, 1)")


async def _keep_and_fail(database: Database) -> None:
    async with database.transaction() as connection:
        await _keep(connection, "third")
        raise ZeroDivisionError


async def test_a_transaction_cancelled_at_any_moment_is_kept_as_a_whole_or_not_at_all(
    database: Database,
) -> None:
    """A transaction cancelled at any moment is kept as a whole or not at all, and the next one can write."""
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
    """Statements that are cancelled, as when the program ends, do not keep the database from closing."""
    database = Database(url)
    pressed = [asyncio.create_task(_keep_alone(database, f"{number}")) for number in range(50)]
    await asyncio.sleep(0.002)
    for each in pressed:
        each.cancel()
    async with asyncio.timeout(60):
        await asyncio.wait(pressed)
        await database.close()


async def _keep_pair(database: Database, pair: str) -> None:
    async with database.transaction() as connection:
        await _keep(connection, f"{pair} first")
        await asyncio.sleep(0)
        await _keep(connection, f"{pair} second")


async def _change_their_minds(database: Database, person: int, times: int) -> None:
    """Save alone or in pairs, and be cancelled at any moment, often while the rollback is under way."""
    chance = random.Random(person)  # noqa: S311  no secret
    for number in range(times):
        save = chance.choice((_keep_pair, _keep_pair, _keep_alone))
        task = asyncio.create_task(save(database, f"{person}.{number}"))
        await asyncio.sleep(chance.choice((0, 0, 0.001, 0.003, 0.01)))
        for _ in range(chance.randrange(4)):
            task.cancel()
            await asyncio.sleep(chance.choice((0, 0, 0.0005)))
        await asyncio.wait([task])
        assert task.cancelled() or task.exception() is None


async def test_many_who_are_cancelled_at_any_moment_never_hold_up_the_rest(database: Database) -> None:
    """Many people who cancel at any moment lose nobody's turn and leave no pair half saved."""
    async with asyncio.timeout(60):
        await asyncio.gather(*(_change_their_minds(database, person, 40) for person in range(12)))
        await _keep_pair(database, "last")
        kept = await _kept(database)
    pairs = [name.split() for name in kept if " " in name]
    assert {pair for pair, which in pairs if which == "first"} == {
        pair for pair, which in pairs if which == "second"
    }
    assert {"last first", "last second"} <= kept


async def test_it_closes_only_after_those_who_wait(url: str) -> None:
    """Whoever has asked before the database is closed is served, even in a queue behind a transaction."""
    database = Database(url)
    pairs = [asyncio.create_task(_keep_pair(database, f"{number}")) for number in range(20)]
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await database.close()
        await asyncio.gather(*pairs)
    again = Database(url)
    assert len(await _kept(again)) == 40
    await again.close()


async def test_it_closes_only_after_the_last(blank: Path, tmp_path: Path) -> None:
    """The database closes only after the last who is at work, and leaves no file open."""
    shutil.copy(blank, tmp_path / "games.db")
    database = Database(sqlite_address(tmp_path / "games.db"))
    async with database.statement() as connection:
        await _keep(connection, "first")
        close = asyncio.create_task(database.close())
        await asyncio.sleep(0.1)
        await _keep(connection, "last")
    await close
    assert _names(tmp_path) == ["games.db"]


def _names(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


async def test_an_error_tells_no_values(database: Database) -> None:
    """An error of the database tells no values, which may be secrets or somebody's cards."""
    row = {"name": "once", "value": "s3cret"}
    async with database.statement() as connection:
        await connection.execute(insert(secrets), row)
        with pytest.raises(IntegrityError) as told:
            await connection.execute(insert(secrets), row)
    assert "s3cret" not in str(told.value)


async def test_it_may_be_closed_twice(database: Database) -> None:
    """The database may be closed twice, as whoever closes it need not know whether somebody has."""
    await _keep_alone(database, "a")
    async with asyncio.timeout(60):
        await asyncio.gather(database.close(), database.close())
        await database.close()


async def test_an_sqlite_file_that_cannot_be_opened_yet(tmp_path: Path) -> None:
    """While an SQLite file cannot be opened all are told so, and once it can be, the first is served."""
    database = Database(sqlite_address(tmp_path / "games.db"))
    (tmp_path / "games.db").unlink()
    (tmp_path / "games.db").mkdir()
    for _ in range(3):
        with pytest.raises(StoreFailing):
            await database.ping()
    (tmp_path / "games.db").rmdir()
    async with asyncio.timeout(60):
        await database.ping()
        await database.close()


async def test_a_checkpoint_waits_for_what_is_being_written(blank: Path, tmp_path: Path) -> None:
    """A checkpoint waits for what is being written, so that a copy of the file alone has it."""
    shutil.copy(blank, tmp_path / "games.db")
    database = Database(sqlite_address(tmp_path / "games.db"))
    under_way, until = asyncio.Event(), asyncio.Event()
    saving = asyncio.create_task(_keep_two(database, under_way, until))
    await under_way.wait()
    checkpoint = asyncio.create_task(database.checkpoint())
    await asyncio.sleep(0.1)
    until.set()
    await asyncio.gather(saving, checkpoint)
    shutil.copy(tmp_path / "games.db", tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT count(*) FROM secrets").fetchone() == (2,)
    await database.close()


async def test_those_who_queue_behind_a_lock_are_refused_together(blank: Path, tmp_path: Path) -> None:
    """Those who queue behind a lock are refused together, and whoever comes later can save."""
    shutil.copy(blank, tmp_path / "games.db")
    database = Database(sqlite_address(tmp_path / "games.db"))
    with closing(sqlite3.connect(tmp_path / "games.db")) as another_program:
        another_program.execute("BEGIN IMMEDIATE")
        saves = [
            _keep_alone(database, "a") if number % 2 else _keep_pair(database, "b") for number in range(40)
        ]
        async with asyncio.timeout(20):  # one after another, they would take 48 seconds
            refused = await asyncio.gather(*saves, return_exceptions=True)
        another_program.rollback()
    assert {type(each) for each in refused} == {StoreLocked}
    await _keep_pair(database, "c")
    assert await _kept(database) == {"c first", "c second"}
    await database.close()


async def test_how_long_everything_takes_is_noted(database: Database) -> None:
    """Every statement or transaction is timed once, waiting and failures included."""
    noted: list[float] = []
    database.note_seconds = noted.append
    await _keep_alone(database, "alone")
    assert (await database.execute(select(secrets.c.value))).scalars().all() == ["-"]
    assert len(noted) == 2
    with pytest.raises(ZeroDivisionError):
        await _wait_and_fail(database)
    assert len(noted) == 3
    assert noted[-1] > 0.04


async def _wait_and_fail(database: Database) -> None:
    async with database.transaction():
        await asyncio.sleep(0.05)
        raise ZeroDivisionError
