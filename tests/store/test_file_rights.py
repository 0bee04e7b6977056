"""Who may read the SQLite file, and who may write it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store import NewGame, StoreError, open_store
from bot.store.files import make_private, prepare_file
from tests.databases import sqlite_address

ENDINGS = ("", "-wal", "-shm")
NEW = NewGame(1, 2, None, "accordion", 1, "tuesday")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a database that does not exist yet."""
    return tmp_path / "games.db"


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """Set a umask that withholds no permissions."""
    before = os.umask(0)
    yield
    os.umask(before)


def _rights(path: Path) -> list[str]:
    return [oct(path.with_name(f"{path.name}{ending}").stat().st_mode & 0o777) for ending in ENDINGS]


async def test_nobody_else_may_read_it(path: Path) -> None:
    """Nobody else may read the database or the files beside it while the bot runs."""
    async with await open_store(sqlite_address(path)) as store:
        await store.games.create(NEW)
        assert _rights(path) == ["0o600"] * 3


async def test_what_others_could_read_is_closed_to_them(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A database that others could read is closed to them, and the log says so in one line, once."""
    async with await open_store(sqlite_address(path)) as store:
        await store.games.create(NEW)
        for ending in ENDINGS:
            path.with_name(f"{path.name}{ending}").chmod(0o644)
        async with await open_store(sqlite_address(path)):
            assert _rights(path) == ["0o600"] * 3
    (line,) = [record.getMessage() for record in caplog.records]
    assert line == f"Others could read the database, {path}: now only its owner can."
    caplog.clear()
    await (await open_store(sqlite_address(path))).close()
    assert caplog.records == []


@pytest.fixture
def theirs() -> Iterator[Path]:
    """Return an empty file where another user can find it."""
    if os.geteuid() != 0:
        pytest.skip("only root can be somebody else")
    with tempfile.TemporaryDirectory() as folder:
        theirs = Path(folder) / "games.db"
        theirs.touch()
        yield theirs


def _prepare_as_somebody_else(theirs: Path, folder: int, file: int) -> None:
    """Prepare a file with these permissions, and its folder with those, as a user who owns neither."""
    theirs.parent.chmod(folder)
    theirs.chmod(file)
    os.setresuid(65534, 65534, 0)
    try:
        prepare_file(theirs)
        make_private(theirs)
    finally:
        os.setresuid(0, 0, 0)


def test_somebody_elses_file_is_told_of(theirs: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The log says so if others may read somebody else's file, as only its owner can change that."""
    _prepare_as_somebody_else(theirs, 0o777, 0o666)
    (line,) = [record.getMessage() for record in caplog.records]
    assert line == f"Others may read the database, {theirs}: only its owner can change that (chmod 600)."


@pytest.mark.parametrize(("folder", "file"), [(0o777, 0o644), (0o755, 0o666)], ids=["file", "folder"])
def test_somebody_elses_file_or_folder_that_takes_nothing(theirs: Path, folder: int, file: int) -> None:
    """Somebody else's file or folder that takes nothing is reported with its owner as the reason."""
    with pytest.raises(StoreError, match=r"cannot be written: .* it belongs to somebody else\."):
        _prepare_as_somebody_else(theirs, folder, file)


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-lock"])
def test_somebody_elses_file_beside_it(theirs: Path, ending: str) -> None:
    """Somebody else's file beside the database is named, for it is what has to change hands."""
    beside = theirs.with_name(f"{theirs.name}{ending}")
    beside.touch(0o600)
    with pytest.raises(StoreError, match=rf"cannot be written: {beside} is on .* belongs to somebody else\."):
        _prepare_as_somebody_else(theirs, 0o777, 0o666)
