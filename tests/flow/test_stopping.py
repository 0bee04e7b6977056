"""SIGTERM to the real program: answers that are on their way arrive, nothing new is accepted, it ends."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import pytest

from bot.cli.controls import first, make
from bot.store import open_store
from tests.flow.boards import deal
from tests.flow.bot_process import BotProcess, a_bot, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["a_bot"]

HERE = "The Parlour/#patience"
LONG_ENOUGH = 14.0
"""Seconds: the bot takes ten at the most, and a busy machine a moment to notice."""


@contextmanager
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    """Let nobody else write to a database."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield connection


async def test_a_press_that_has_arrived_is_answered_and_saved(a_bot: BotProcess, tmp_path: Path) -> None:
    """Its answer waits for the database when the signal comes; a press after that reaches nobody."""
    local = a_bot.local
    ada, ben = local.person("Ada"), local.person("Ben")
    boards = [await deal(ada), await deal(ben)]
    with locked(tmp_path / "games.sqlite3") as others:
        move = first(boards[0])
        pressed = asyncio.create_task(make(ada, boards[0], move))
        await a_bot.until_received(3)
        a_bot.process.terminate()
        await until(lambda: not local.shards_online)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await make(ben, boards[1], first(boards[1]))
        assert a_bot.process.returncode is None
        others.rollback()
    reply = await pressed
    assert reply.message is not None
    assert "51 piles" in reply.message.text
    async with asyncio.timeout(LONG_ENOUGH):
        assert await a_bot.process.wait() == 0
    async with await open_store(f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}") as store:
        kept = [await store.games.get(number) for number in (1, 2)]
    assert [game and game.moves for game in kept] == [move, ""]


async def test_what_hangs_does_not_keep_it(a_bot: BotProcess, tmp_path: Path) -> None:
    """A database that never answers costs the wait, and one line says what was left behind."""
    ada = a_bot.local.person("Ada")
    board = await deal(ada)
    with locked(tmp_path / "games.sqlite3"):
        pressed = asyncio.create_task(make(ada, board, first(board)))
        await a_bot.until_received(2)
        a_bot.process.terminate()
        async with asyncio.timeout(LONG_ENOUGH):
            assert await a_bot.process.wait() == 0
    pressed.cancel()
    assert [line for line in a_bot.log if "Traceback" in line] == []
    assert sum("without" in line for line in a_bot.log) >= 1
