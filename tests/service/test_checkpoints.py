"""A copy of SQLite's one file is never far behind."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.service.background import keep_whole
from bot.store import NewGame, open_store


def _games(path: Path) -> int:
    """Return how many games a copy of the file by itself has."""
    copy = path.with_name("copy.db")
    shutil.copyfile(path, copy)
    with closing(sqlite3.connect(copy)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM games").fetchone()
    return int(count)


async def test_what_was_played_comes_into_it_while_the_bot_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was played comes into the one file while the bot runs, so that a backup has all of it."""
    monkeypatch.setattr("bot.service.background._A_MINUTE", 0.01)
    path = tmp_path / "games.db"
    async with await open_store(f"sqlite+aiosqlite:///{path}") as store:
        keeping = asyncio.create_task(keep_whole(store))
        await store.games.create(NewGame(7, 5, None, "parlett", 1, "tuesday"))
        async with asyncio.timeout(60):
            while _games(path) == 0:  # noqa: ASYNC110  it is a file
                await asyncio.sleep(0.01)
        keeping.cancel()
        with pytest.raises(asyncio.CancelledError):
            await keeping
