"""The connection to SQLite: it keeps no program from ending, and leaves nothing where that was started."""

from __future__ import annotations

import asyncio
import shutil
import sys
from pathlib import Path

import pytest
from sqlalchemy import insert, select

from bot.store import open_store
from bot.store.database import Database
from bot.store.errors import StoreFailing
from bot.store.tables import secrets
from tests.databases import sqlite_address

_BREAK_OFF = """
import asyncio, sys
from bot.store import open_store

async def main():
    store = await open_store(sys.argv[1])
    saving = [asyncio.create_task(store.secrets.save(f"{number}", "-")) for number in range(int(sys.argv[2]))]
    await asyncio.sleep(0.005)
    raise SystemExit(3)

asyncio.run(main())
"""


@pytest.mark.parametrize("saving", [pytest.param(0, marks=pytest.mark.slow), 100])
async def test_a_program_that_breaks_off_ends(tmp_path: Path, saving: int) -> None:
    """A program that breaks off ends, though nobody has closed the database."""
    address = sqlite_address(tmp_path / "games.db")
    program = await asyncio.create_subprocess_exec(sys.executable, "-c", _BREAK_OFF, address, f"{saving}")
    try:
        async with asyncio.timeout(60):
            assert await program.wait() == 3
    finally:
        if program.returncode is None:
            program.kill()
            await program.wait()


async def test_no_other_file_appears(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No other file appears in the folder in which a bot is started."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    async with await open_store(sqlite_address(tmp_path / "games.db")) as store:
        assert await store.games.get(1) is None
    assert list((tmp_path / "here").iterdir()) == []


@pytest.mark.parametrize("goes_on", [False, True])
async def test_a_connection_that_breaks_amid_a_transaction(
    blank: Path, tmp_path: Path, *, goes_on: bool
) -> None:
    """A transaction whose connection breaks leaves nothing, and the next one has a new connection."""
    shutil.copy(blank, tmp_path / "games.db")
    database = Database(sqlite_address(tmp_path / "games.db"))
    for _ in range(2):
        with pytest.raises(StoreFailing if goes_on else ZeroDivisionError):
            await _break_amid(database, goes_on=goes_on)
        async with database.transaction() as connection:
            assert (await connection.execute(select(secrets.c.name))).all() == []
    await database.close()


async def _break_amid(database: Database, *, goes_on: bool) -> None:
    async with database.transaction() as connection:
        await connection.execute(insert(secrets), {"name": "lost", "value": "-"})
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.close()
        if goes_on:
            await connection.execute(select(secrets.c.name))
        raise ZeroDivisionError
