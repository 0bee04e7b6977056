"""How a database gets the tables of the code, and which databases are too old for it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import NewParlour, ParlourMove, StoreError, open_store
from bot.store.addresses import file_of
from bot.store.backup import copied, count_games, look_at_all
from bot.store.database import Database
from bot.store.migrate import check_file
from bot.store.owner import LAST_UPGRADING_COMMIT
from bot.store.transfer import transfer
from tests.databases import sqlite_address
from tests.store.test_transfer import unseen
from tests.store.versions import AddMigration, add_migration, differences

__all__ = ["add_migration"]


async def test_an_empty_database_is_migrated_to_the_tables_of_the_code(empty_url: str) -> None:
    """Migrations and table definitions agree."""
    await (await open_store(empty_url)).close()
    database = Database(empty_url)
    async with database.statement() as connection:
        found = await connection.run_sync(differences)
    await database.close()
    assert found == []


@pytest.mark.parametrize("revision", ["0001", "0020", "1.0001", "1.0020"])
async def test_what_is_older_is_refused(empty_url: str, tmp_path: Path, revision: str) -> None:
    """Whoever reads a database from before 0.1.0 is told what to start on it first, and nothing changes."""
    await (await open_store(empty_url)).close()
    await _set_revision(empty_url, revision)
    file, other = file_of(empty_url), sqlite_address(tmp_path / "other.db")
    await (await open_store(other)).close()
    before = _files(tmp_path)
    told = (
        f"The database is of revision {revision}, which is too old: start Idle Year as of commit "
        f"{LAST_UPGRADING_COMMIT} on it once, then this program."
    )
    for use in (
        open_store(empty_url),
        transfer(empty_url, sqlite_address(tmp_path / "new.db"), unseen),
        transfer(other, empty_url, unseen),
        look_at_all(empty_url, print, unseen),
    ):
        with pytest.raises(StoreError) as refused:
            await use
        assert str(refused.value) == told
    for read in (check_file, count_games, _copy):
        if file is not None:
            with pytest.raises(StoreError) as refused:
                read(file)
            assert str(refused.value) == told
    assert _files(tmp_path) == before
    assert await _revision(empty_url) == revision


def _files(folder: Path) -> dict[Path, bytes]:
    return {file: file.read_bytes() for file in folder.iterdir()}


def _copy(file: Path) -> None:
    with copied(file, file.with_name("copy.db")):
        pass


async def _set_revision(url: str, revision: str) -> None:
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = :new"), {"new": revision})
    await engine.dispose()


async def _revision(url: str) -> str:
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        found = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar_one()
    await engine.dispose()
    return str(found)


_ANEW = (
    "CREATE TABLE new_parlours (id INTEGER PRIMARY KEY, guild INTEGER NOT NULL, channel INTEGER NOT NULL, "
    "message INTEGER, starter INTEGER NOT NULL, game TEXT NOT NULL CHECK (game <> ''), revision INTEGER, "
    "seed TEXT NOT NULL, started_at TEXT NOT NULL, over INTEGER NOT NULL) STRICT",
    "INSERT INTO new_parlours SELECT * FROM parlours",
    "DROP TABLE parlours",
    "ALTER TABLE new_parlours RENAME TO parlours",
)


async def test_a_table_can_be_made_anew(tmp_path: Path, add_migration: AddMigration) -> None:
    """A migration may make one of SQLite's tables anew, and whatever refers to its rows still does."""
    url = sqlite_address(tmp_path / "games.db")
    move = ParlourMove(1, date(2026, 11, 20), "d")
    async with await open_store(url) as store:
        assert await store.parlours.start(NewParlour(8, 2, 1, "parlett", 1, "tuesday"))
        assert await store.parlours.move(1, 1, move, ends=False)
    add_migration(*_ANEW)
    async with await open_store(url) as store:
        assert await store.parlours.moves(1) == [move]
        with pytest.raises(IntegrityError, match="FOREIGN KEY"):
            await store.parlours._database.execute(text("DELETE FROM parlours"))


async def test_a_migration_that_fails_leaves_nothing(empty_url: str) -> None:
    """A migration and its record are one transaction."""
    database = Database(empty_url)
    with pytest.raises(DBAPIError):
        await _create_twice(database)
    async with database.migration() as connection:
        await connection.exec_driver_sql("CREATE TABLE half_done (id INTEGER)")
    await database.close()


async def _create_twice(database: Database) -> None:
    async with database.migration() as connection:
        for _ in range(2):
            await connection.exec_driver_sql("CREATE TABLE half_done (id INTEGER)")
