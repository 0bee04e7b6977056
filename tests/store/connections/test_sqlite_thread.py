"""The thread of SQLite: it keeps no program from ending, and leaves nothing where that was started."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from sqlalchemy import make_url

from bot.store import open_store
from bot.store.connections.sqlite_work import disconnect, roll_back, sqlite_engine
from tests.databases import sqlite_address

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    import pytest

_BREAK_OFF = """
import asyncio, sys
from bot.store import open_store

async def main():
    await open_store(sys.argv[1])
    raise SystemExit(3)

asyncio.run(main())
"""


async def test_a_program_that_breaks_off_ends(tmp_path: Path) -> None:
    """Though nobody has closed the database."""
    address = sqlite_address(tmp_path / "games.db")
    program = await asyncio.create_subprocess_exec(sys.executable, "-c", _BREAK_OFF, address)
    try:
        async with asyncio.timeout(30):
            assert await program.wait() == 3
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()


async def test_no_other_file_appears(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a bot is started, which may be a folder that it may only read."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    async with await open_store(sqlite_address(tmp_path / "games.db")) as store:
        assert await store.games.get(1) is None
    assert list((tmp_path / "here").iterdir()) == []


def test_a_connection_that_cannot_be_rolled_back_is_discarded(tmp_path: Path) -> None:
    """As on a disk that fails, or here because it is closed: whoever comes next gets a new one."""
    connection = sqlite_engine(make_url(sqlite_address(tmp_path / "games.db")), 1.0).connect()
    driver: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]  # it is open
    driver.close()
    roll_back(connection)
    assert connection.invalidated
    disconnect(connection)
