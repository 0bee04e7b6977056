"""Moves to another database that are killed: the next one begins as if there had been none."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest

from bot.store import StoreError, open_store
from bot.store.database import Database
from bot.store.errors import DatabaseInUse
from bot.store.transfer import transfer
from tests import full_store
from tests.databases import new_postgres, sqlite_address
from tests.full_store import fill
from tests.store.test_transfer import unseen

GAMES, AT_ONCE = 2_000, 500
_MOVE = """
import asyncio, contextlib, sys
from bot.store import transfer

transfer._PAGE_ROWS = int(sys.argv[3])

@contextlib.contextmanager
def show(total):
    yield lambda done: print(done, flush=True)

asyncio.run(transfer.transfer(sys.argv[1], sys.argv[2], show))
"""


@pytest.fixture(scope="session")
def filled(blank: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a database with enough in it to be killed in the middle, to be copied."""
    path = tmp_path_factory.mktemp("filled") / "old.db"
    shutil.copy(blank, path)
    with pytest.MonkeyPatch.context() as patch:
        # A few long games are more than SQLite keeps in memory, as many short ones would be.
        patch.setattr(full_store, "MOVES", 20 * full_store.MOVES)
        asyncio.run(fill(sqlite_address(path), GAMES))
    return path


@pytest.fixture
def old(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the address of such a database, which is moved in as many batches as a much larger one."""
    monkeypatch.setattr("bot.store.transfer._PAGE_ROWS", AT_ONCE)
    shutil.copy(filled, tmp_path / "old.db")
    return sqlite_address(tmp_path / "old.db")


async def _kill_a_move(old: str, new: str, lines: int) -> None:
    """Kill a move once it has told so many times how far it is; everything is told of in thirty."""
    moving = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _MOVE, old, new, str(AT_ONCE)), stdout=asyncio.subprocess.PIPE
    )
    assert moving.stdout is not None
    for _ in range(lines):
        assert await moving.stdout.readline()
    moving.kill()
    await moving.wait()


async def _move(old: str, new: str) -> None:
    assert (await transfer(old, new, unseen))["games"] == GAMES
    async with await open_store(new) as store:
        assert await store.games.get(GAMES) is not None


@pytest.mark.slow
async def test_what_a_killed_move_to_a_file_leaves_is_refused(tmp_path: Path, old: str) -> None:
    """Half a file that a killed move leaves is told as none of ours; once it is gone, the move goes well."""
    new = tmp_path / "new.db"
    await _kill_a_move(old, sqlite_address(new), 14)
    for begin in (open_store(sqlite_address(new)), transfer(old, sqlite_address(new), unseen)):
        with pytest.raises(StoreError, match="is not a database, or the beginning of it is damaged"):
            await begin
    _delete(new)
    await _move(old, sqlite_address(new))


def _delete(path: Path) -> None:
    path.unlink()


@pytest.mark.slow
async def test_a_move_to_postgresql_that_is_killed_can_be_begun_anew(
    request: pytest.FixtureRequest, old: str
) -> None:
    """A move to PostgreSQL that is killed at whatever moment can be begun anew."""
    new = new_postgres(request)
    for lines in (1, 6, 14, 22):
        await _kill_a_move(old, new, lines)
        while await _is_in_use(new):  # noqa: ASYNC110  PostgreSQL takes a moment to notice
            await asyncio.sleep(0.1)
    await _move(old, new)


async def _is_in_use(url: str) -> bool:
    database = Database(url)
    try:
        async with database.alone():
            return False
    except DatabaseInUse:
        return True
    finally:
        await database.close()
