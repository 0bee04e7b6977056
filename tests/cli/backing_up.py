"""A database with games in it, for tests of backups."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing, contextmanager
from datetime import timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest

from bot.service.game import Seat
from bot.store import NewRace, open_store
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from tests.games import Games

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator

    from bot.service.game import Game

LATE = find_game("late-binding")


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Have the bot's database in a folder of its own, with three games in it: two over, one in play."""
    path = tmp_path / "var" / "games.db"
    use(monkeypatch, path)
    path.parent.mkdir(mode=0o700)
    path.touch(mode=0o600)
    path.write_bytes(_played())
    return path


@cache
def _played() -> bytes:
    """Return what is in such a database: to play the games anew takes a hundred times as long."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        asyncio.run(_play(path))
        return path.read_bytes()


def use(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    """Name the bot's database."""
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{path}")


async def _play(path: Path) -> None:
    """Deal three games, and play the last one first: results come in another order than their games."""
    async with await open_store(f"sqlite+aiosqlite:///{path}") as store:
        games = Games(store)
        dealt = [await games.dealer.deal(Seat(1, number, 3), LATE, f"s{number}") for number in range(3)]
        for game, most in ((dealt[2], 3), (dealt[1], 999), (dealt[0], 999)):
            await _play_on(games, game, most)


async def _play_on(games: Games, game: Game, most: int) -> None:
    while not game.over and len(game.session.moves) < most:
        first = write_moves(LATE, LATE.moves(game.state)[:1])
        game = await games.play.move(game, first)


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """Keep everybody from reading a database, as while it is moved."""
    with closing(sqlite3.connect(database)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        yield


def await_files(folder: Path, count: int, *processes: subprocess.Popen[str]) -> None:
    """Wait until processes have made so many files in a folder."""
    while len([*folder.iterdir()]) < count:
        for process in processes:
            assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def alter(database: Path, statement: str) -> None:
    """Run a statement on a database."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(statement)
        connection.commit()


async def deal(path: Path) -> Game:
    """Deal another game there."""
    async with await open_store(f"sqlite+aiosqlite:///{path}") as store:
        return await Games(store).dealer.deal(Seat(1, 9, 3), LATE, "later")


async def race(path: Path) -> int:
    """Start and end a race there; return its id."""
    async with await open_store(f"sqlite+aiosqlite:///{path}") as store:
        started = await store.races.start(NewRace(1, 2, 3, LATE.id, "s", store.now() + timedelta(hours=1)))
        assert started is not None
        await store.races.end(started.id)
        return started.id


async def games_in(path: Path) -> list[Game]:
    """Return the three games of a database."""
    async with await open_store(f"sqlite+aiosqlite:///{path}") as store:
        lookup = Games(store).lookup
        return [await lookup.get(number) for number in (1, 2, 3)]
