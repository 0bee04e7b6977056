"""The thread of SQLite: it keeps no program from ending, and leaves nothing where that was started."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from bot.store import open_store
from tests.databases import sqlite_address

if TYPE_CHECKING:
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
