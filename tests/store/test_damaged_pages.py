"""Pages of the SQLite file go bad while the bot runs: once they can be read again, it goes on by itself."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Ended, NewGame, NewVersion, Seen, Status, Store, StoreDamaged, open_store
from tests.databases import sqlite_address

PAGE = 4096  # bytes
NEW = NewGame(1, 2, None, "accordion", 1, "tuesday")
MOVED = NewVersion(1, "2<", "")


def _read(store: Store) -> Awaitable[object]:
    return store.games.get(1)


def _move(store: Store) -> Awaitable[object]:
    return store.games.save(Seen(1, 1), MOVED)


def _resign(store: Store) -> Awaitable[object]:
    return store.games.save(
        Seen(1, 1), MOVED._replace(status=Status.RESIGNED, ended=Ended("resigned", 51, 1))
    )


def _write_over(database: Path, intact: Path) -> None:
    database.write_bytes(intact.read_bytes())


def _exchange(database: Path, intact: Path) -> None:
    intact.replace(database)


@pytest.mark.logs("The database is damaged ")
@pytest.mark.parametrize("mend", [_write_over, _exchange])
@pytest.mark.parametrize("work", [_read, _move, _resign])
async def test_what_is_readable_again_is_read_again(
    blank: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    work: Callable[[Store], Awaitable[object]],
    mend: Callable[[Path, Path], None],
) -> None:
    """What met a bad page works again once the file is mended or replaced, and the log says it once."""
    database, intact = tmp_path / "games.db", tmp_path / "intact.db"
    shutil.copy(blank, database)
    async with await open_store(sqlite_address(database)) as store:
        await store.games.create(NEW)
    shutil.copy(database, intact)
    async with await open_store(sqlite_address(database)) as store:
        _spoil(database)
        for _ in range(2):
            with pytest.raises(StoreDamaged):
                await work(store)
        mend(database, intact)
        assert await work(store) is not None
    (line,) = caplog.messages
    assert line == (
        "The database is damaged (database disk image is malformed): what is intact can still be played, but "
        "put a backup back soon (docs/operating.md)."
    )


def _spoil(database: Path) -> None:
    """Overwrite the first page of the table of games."""
    with closing(sqlite3.connect(database)) as reading:
        (page,) = reading.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'").fetchone()
    with database.open("r+b") as file:
        file.seek((page - 1) * PAGE)
        file.write(b"\xff" * PAGE)
