"""What an upgrade of the tables tells, and the copy from before it."""

from __future__ import annotations

import logging
import os
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.store import NewGame, StoreError, open_store
from bot.store.addresses import file_of
from tests.databases import sqlite_address
from tests.disks import Disk, disk
from tests.store.versions import LATER, AddMigration, add_migration, newest

__all__ = ["add_migration", "disk"]
OLD = newest()
COPY = f"games-before-{LATER}.db"
MORE = "CREATE TABLE more (id INTEGER)"
_DAY = 24 * 3600


async def _make_old(url: str, more: str = "SELECT 1") -> None:
    """Fill an empty database with the tables of this version, and a game."""
    async with await open_store(url) as store:
        await store.games.create(NewGame(7, 2, 3, "parlett", 1, "tuesday"))
        await store.games._database.execute(text(more))


async def _open(url: str) -> None:
    await (await open_store(url)).close()


def _held(file: Path) -> tuple[str, str]:
    """Return the revision of a file, and the deal of its game."""
    with closing(sqlite3.connect(file)) as connection:
        revision, seed = connection.execute("SELECT version_num, seed FROM alembic_version, games").fetchone()
    return revision, seed


def _databases(folder: Path) -> list[str]:
    """Return the names of all files but those that belong to another one."""
    return [file.name for file in folder.iterdir() if not file.name.endswith(("-wal", "-shm"))]


def _warned(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


async def test_an_upgrade_is_told_and_leaves_a_copy_from_before(
    empty_url: str, caplog: pytest.LogCaptureFixture, add_migration: AddMigration
) -> None:
    """An upgrade is one line, from which tables to which; of SQLite's file, it names the copy from before."""
    await _make_old(empty_url)
    add_migration(MORE)
    caplog.set_level(logging.INFO, "bot.store.migrate")
    for _ in range(2):
        await _open(empty_url)
    told = [record.getMessage() for record in caplog.records if record.name == "bot.store.migrate"]
    file = file_of(empty_url)
    if file is None:
        assert told == [f"The database's tables were upgraded from {OLD} to {LATER}."]
        return
    copy = file.with_name(f"{file.stem}-before-{LATER}{file.suffix}")
    assert told == [
        f"The database's tables were upgraded from {OLD} to {LATER}; "
        f"a copy from before is {copy}, deleted after a week."
    ]
    assert _held(copy) == (OLD, "tuesday")
    assert _held(file) == (LATER, "tuesday")
    assert copy.stat().st_mode & 0o777 == 0o600


async def test_an_upgrade_that_fails_leaves_no_copy(tmp_path: Path, add_migration: AddMigration) -> None:
    """An upgrade that fails leaves no copy: the database is as it was."""
    url = sqlite_address(tmp_path / "games.db")
    await _make_old(url, "CREATE VIEW more AS SELECT 1 AS one")
    add_migration(MORE)
    with pytest.raises(StoreError, match="cannot be upgraded and is as it was"):
        await _open(url)
    assert _databases(tmp_path) == ["games.db"]
    assert _held(tmp_path / "games.db") == (OLD, "tuesday")


async def test_without_room_for_a_copy_the_upgrade_goes_on(
    disk: Disk, caplog: pytest.LogCaptureFixture, add_migration: AddMigration
) -> None:
    """Where there is no room for a copy, one line says so, and the upgrade goes on without."""
    disk.fill()  # which skips the test where no small disk can be mounted
    disk.make_room()
    file = disk.folder / "games.db"
    large = "INSERT INTO secrets (name, value) VALUES ('large', hex(zeroblob(600000)))"
    await _make_old(sqlite_address(file), large)
    add_migration(MORE)
    with closing(sqlite3.connect(file)) as connection:  # the file stays as large as it was
        connection.execute("DELETE FROM secrets WHERE name = 'large'")
        connection.commit()
    await _open(sqlite_address(file))
    (line,) = _warned(caplog)
    told = r"No copy of the database is made before its tables are upgraded: 3\.\d MB have to be free in "
    assert re.fullmatch(f"{told}{disk.folder}, and 2\\.\\d are\\.", line)
    assert _databases(disk.folder) == ["games.db"]
    assert _held(file) == (LATER, "tuesday")


async def test_a_damaged_database_is_upgraded_without_a_copy(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, add_migration: AddMigration
) -> None:
    """A fault on a page that keeps nobody from playing keeps nobody from the upgrade."""
    file = tmp_path / "games.db"
    await _make_old(sqlite_address(file))
    add_migration(MORE)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(_OTHER_ORDER)
        connection.commit()
    await _open(sqlite_address(file))
    (line,) = _warned(caplog)
    told = f"No copy of the database is made before its tables are upgraded: {file} is damaged: "
    assert line.startswith(told)
    assert _databases(tmp_path) == ["games.db"]


_OTHER_ORDER = """
UPDATE sqlite_master SET sql = replace(sql, 'owner, channel', 'channel, owner')
    WHERE name = 'games_in_play'
"""


async def test_a_copy_is_deleted_after_a_week(tmp_path: Path, add_migration: AddMigration) -> None:
    """A copy is deleted after a week, as is what a killed one left, but nothing of another name."""
    url = sqlite_address(tmp_path / "games.db")
    await _make_old(url)
    add_migration(MORE)
    copy, left = tmp_path / COPY, tmp_path / "idle-year-abcdefgh.partial"
    others = [tmp_path / name for name in ("games-before-christmas.db", f"other-before-{LATER}.db")]
    for file in (left, *others):
        file.touch()
        os.utime(file, (0, 0))
    async with await open_store(url) as store:
        for days, kept in ((6.9, True), (7.1, False)):
            os.utime(copy, 2 * (time.time() - days * _DAY,))
            await store.privacy.forget_expired()
            assert copy.exists() is kept
    assert not left.exists()
    assert all(file.exists() for file in others)
