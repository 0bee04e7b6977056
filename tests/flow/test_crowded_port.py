"""The port on which the bot is watched, when whoever is on the same machine fills it."""

from __future__ import annotations

import asyncio
import contextlib
import resource
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.controls import first, make
from tests.flow.boards import deal
from tests.flow.bot_process import BotProcess, bot_process, until
from tests.flow.test_watch import a_bot, numbers, port

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

__all__ = ["a_bot", "port"]

_FEW = 256
_SPARE = 10
_LONGEST_LOG = 2_000
"""Bytes: a line about files, and some that say what could not be reached meanwhile."""


@contextlib.asynccontextmanager
async def connected(port: int, number: int) -> AsyncIterator[list[asyncio.StreamReader]]:
    """Open connections and say nothing; yield them, and close them at the end."""
    pairs = await asyncio.gather(*(asyncio.open_connection("127.0.0.1", port) for _ in range(number)))
    try:
        yield [reader for reader, _ in pairs]
    finally:
        for _, writer in pairs:
            writer.transport.abort()


async def until_closed(readers: list[asyncio.StreamReader]) -> None:
    """Wait until the bot has closed all connections."""
    async with asyncio.timeout(60):
        for reader in readers:
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""


async def dribble(port: int) -> None:
    """Ask for the numbers a letter at a time, until the bot closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /metrics HTTP/1.1\r\nX: ")
    with contextlib.suppress(ConnectionError):
        while not reader.at_eof():
            writer.write(b"x")
            await writer.drain()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1), 0.2)
    writer.transport.abort()


@contextlib.contextmanager
def few_files() -> Iterator[None]:
    """Let this process, and those that it starts, open few files unless they ask for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_FEW, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def files_of(running: BotProcess) -> int:
    """Return how many files and connections the program has open."""
    return len([*Path(f"/proc/{running.process.pid}/fd").iterdir()])


async def crowd(port: int) -> None:
    """Keep forty connections open, and open another one for each that is closed."""

    async def stay() -> None:
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                with contextlib.closing(writer):
                    await reader.read()
            await asyncio.sleep(0.05)

    await asyncio.gather(*(stay() for _ in range(40)))


async def test_who_asks_is_answered_beside_500_who_say_nothing(a_bot: BotProcess, port: int) -> None:
    """Beside 500 idle connections the numbers are told, few of these are kept, and soon none is."""
    before = files_of(a_bot)
    async with connected(port, 500) as readers:
        assert "idleyear_build_info" in await numbers(port)
        assert files_of(a_bot) < before + 50
        await until_closed(readers)


@pytest.mark.slow
async def test_nobody_takes_all_day_over_a_request(a_bot: BotProcess, port: int) -> None:
    """Whoever sends a request a letter at a time is cut off, and others are answered meanwhile."""
    slow = [asyncio.create_task(dribble(port)) for _ in range(20)]
    assert "idleyear_build_info" in await numbers(port)
    async with asyncio.timeout(60):
        await asyncio.gather(*slow)


@pytest.mark.slow
async def test_what_is_no_http_leaves_no_traceback(a_bot: BotProcess, port: int) -> None:
    """Whatever else is sent to the port is refused without a traceback in the log."""
    for nonsense in (
        b"\x16\x03\x01\r\n\r\n",
        b"GET /\xff HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nno header\r\n\r\n",
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(nonsense)
        assert b" 400 " in await reader.readline()
        writer.close()
    assert "idleyear_build_info" in await numbers(port)
    assert not [line for line in a_bot.log if "Error" in line]


async def test_a_bot_that_is_out_of_files_plays_on(a_bot: BotProcess, port: int) -> None:
    """A bot that can open no more files plays on, says so in one line, and is watched again afterwards."""
    board = await deal(a_bot.local.person("Ada"), where="in the channel")
    await until(lambda: any("The solvers are ready" in line for line in a_bot.log))
    most, written = files_of(a_bot) + _SPARE, a_bot.folder / "log"
    resource.prlimit(a_bot.process.pid, resource.RLIMIT_NOFILE, (most, most))
    before = written.stat().st_size
    crowding = asyncio.create_task(crowd(port))
    for _ in range(6):
        await asyncio.sleep(1)
        played = (await make(a_bot.local.person("Ada"), board, first(board))).message
        assert played is not None
        board = played
    crowding.cancel()
    await asyncio.gather(crowding, return_exceptions=True)
    assert "idleyear_build_info" in await numbers(port)
    told = written.read_text()[before:]
    assert told.count("No more files or connections can be opened") == 1
    assert len(told) < _LONGEST_LOG


@pytest.mark.slow
async def test_as_many_files_as_allowed_can_be_opened(tmp_path: Path) -> None:
    """The program raises its limit of open files to what it may have, within reason."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with few_files():
        async with bot_process(tmp_path) as running:
            soft, _ = resource.prlimit(running.process.pid, resource.RLIMIT_NOFILE)
    assert soft == (65_536 if hard == resource.RLIM_INFINITY else min(hard, 65_536))
    assert soft > _FEW
