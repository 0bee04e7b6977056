"""The files of a move from SQLite to SQLite: what is left of it, whether it succeeds or not."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
import pytest_asyncio

from bot.store import NewGame, StoreError, open_store
from bot.store.transfer import transfer
from tests.databases import sqlite_address
from tests.disks import Disk, disk
from tests.store.test_transfer import unseen

__all__ = ["disk"]


class Files(NamedTuple):
    """A database with a game, and the path of one that does not exist."""

    old: Path
    new: Path


@pytest_asyncio.fixture
async def files(blank: Path, tmp_path: Path) -> Files:
    """Provide both, with nothing else in the new one's folder."""
    (tmp_path / "new").mkdir()
    shutil.copy(blank, tmp_path / "old.db")
    async with await open_store(sqlite_address(tmp_path / "old.db")) as store:
        await store.games.create(NewGame(1, 2, None, "parlett", 1, "tuesday"))
    return Files(tmp_path / "old.db", tmp_path / "new" / "new.db")


async def _move(files: Files) -> None:
    await transfer(sqlite_address(files.old), sqlite_address(files.new), unseen)


def _run(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()


async def test_a_move_that_fails_leaves_no_file(files: Files) -> None:
    """A move that fails leaves no file that could be taken for the new database."""
    _run(files.old, "UPDATE alembic_version SET version_num = '1.0020'")
    with pytest.raises(StoreError, match="which is too old: start Idle Year as of commit"):
        await _move(files)
    assert list(files.new.parent.iterdir()) == []


async def test_one_file_by_two_names_is_the_same(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move of a file to itself is told as that, even if it is spelt in two ways."""
    monkeypatch.chdir(files.old.parent)
    for new in (Path("old.db"), Path("new/../old.db")):
        with pytest.raises(StoreError, match=r"^Both addresses are the same"):
            await _move(files._replace(new=new))


async def test_a_move_to_a_full_disk_leaves_no_file(files: Files, disk: Disk) -> None:
    """A move for which a disk has too little room leaves nothing there, not even what would undo it."""
    _run(files.old, "INSERT INTO secrets (name, value) VALUES ('large', hex(zeroblob(4000000)))")
    with pytest.raises(StoreError, match="cannot be moved"):
        await _move(files._replace(new=disk.folder / "new.db"))
    assert [each.name for each in disk.folder.iterdir()] == []


async def test_why_a_database_cannot_be_moved_is_told(files: Files) -> None:
    """The reason why a database cannot be moved is told in the database's words."""
    await (await open_store(sqlite_address(files.new))).close()
    _run(files.new, "CREATE TRIGGER t BEFORE INSERT ON games BEGIN SELECT RAISE(ABORT, 'no games'); END")
    with pytest.raises(StoreError, match=r"^The database cannot be moved: no games\.$"):
        await _move(files)
    assert files.new.exists()


async def test_nothing_is_moved_into_another_programs_database(files: Files) -> None:
    """Another program's database is not moved to, and stays as it is."""
    _run(files.new, "CREATE TABLE recipes (name)")
    with pytest.raises(StoreError, match="belongs to another program"):
        await _move(files)
    with closing(sqlite3.connect(files.new)) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]
