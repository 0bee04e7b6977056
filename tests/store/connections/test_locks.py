"""A database that another program keeps locked: for a moment, or for as long as people wait."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.store import StoreError, open_store
from bot.store.connections.database import Database
from bot.store.errors import StoreLocked
from tests.databases import sqlite_address

if TYPE_CHECKING:
    from pathlib import Path


async def test_a_program_that_locks_the_file_for_a_moment_is_waited_for(tmp_path: Path) -> None:
    """As while a backup is put back, or somebody looks into the file: nobody is told of it."""
    async with await open_store(sqlite_address(tmp_path / "games.db")) as store:
        with closing(sqlite3.connect(tmp_path / "games.db")) as another_program:
            another_program.execute("BEGIN IMMEDIATE")
            saving = asyncio.create_task(store.secrets.keep("name", "value"))
            await asyncio.sleep(0.1)
            another_program.rollback()
        assert await saving == "value"


@pytest.mark.parametrize("is_new", [True, False])
async def test_a_start_waits_for_a_program_that_is_writing(
    blank: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_new: bool
) -> None:
    """As while another process migrates, also a new file: for longer than anybody who presses would."""
    monkeypatch.setattr("bot.store.connections.database._BUSY_SECONDS", 0.1)
    file = tmp_path / "games.db"
    if is_new:
        file.touch(0o600)
    else:
        shutil.copy(blank, file)
    with closing(sqlite3.connect(file)) as another_program:
        another_program.execute("BEGIN IMMEDIATE")
        starting = asyncio.create_task(open_store(sqlite_address(file)))
        await asyncio.sleep(0.4)
        another_program.rollback()
    async with await starting as store:
        await store.answers()


@pytest.mark.parametrize("is_new", [True, False])
async def test_a_start_does_not_wait_for_ever(
    blank: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_new: bool
) -> None:
    """One line then says what to look for."""
    monkeypatch.setattr("bot.store.connections.database._BUSY_SECONDS", 0.1)
    monkeypatch.setattr("bot.store.connections.database._BUSY_SECONDS_MIGRATING", 0.3)
    file = tmp_path / "games.db"
    if is_new:
        file.touch(0o600)
    else:
        shutil.copy(blank, file)
    with closing(sqlite3.connect(file)) as another_program:
        another_program.execute("BEGIN IMMEDIATE")
        async with asyncio.timeout(20):
            with pytest.raises(
                StoreError, match=r"\(database is locked\): check which other program uses it"
            ):
                await open_store(sqlite_address(file))


@pytest.mark.logs("The database is locked by another program: presses are refused until it lets go.")
async def test_what_asks_whether_people_can_play_notices_a_lock(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even one that lets everybody read, as while somebody makes an index."""
    monkeypatch.setattr("bot.store.connections.database._BUSY_SECONDS", 0.1)
    async with await open_store(url) as store:
        another_program = Database(url)
        async with another_program.transaction() as connection:
            if another_program.is_shared:
                await connection.exec_driver_sql("LOCK TABLE games IN SHARE MODE")
            with pytest.raises(StoreLocked):
                await store.answers()
        await another_program.close()
        await store.answers()
