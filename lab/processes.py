"""A bot in a process of its own, on a small Discord in this one, for measurements."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import NamedTuple, TypeAlias

import discord
from prometheus_client import ProcessCollector

from bot.service.thinking.solver_threads import spare_what_is_loaded
from idle_year.engine.errors import GameError
from small_discord import SmallDiscord, point_client_at

_SECONDS_TO_START = 600
"""How long a bot may take to start, with solvers that are not compiled yet."""
_SECONDS_TO_END = 10
"""How long a bot may take to end; what it still does for a flood is of no interest."""

Running: TypeAlias = "Callable[[Path, str], AbstractAsyncContextManager[tuple[str, ...]]]"
"""Runs a bot, which may keep its files in a folder, with a token; it is called in the bot's process.

It yields how the names of those threads begin whose processor time is told apart.
"""


class CannotMeasure(GameError):  # noqa: N818  named as the situation
    """A bot does not run, so that there is nothing to measure."""


class Used(NamedTuple):
    """What a process has used so far."""

    seconds: float
    """Of processor time."""
    apart: float
    """Of processor time, in threads whose time is told apart; 0 where the system does not tell."""
    mebibytes: float
    """Of memory, at this moment; 0 where the system does not tell."""


class BotProcess:
    """A bot that runs in another process."""

    def __init__(self, process: BaseProcess, line: Connection) -> None:
        self._process = process
        self._line = line

    async def used(self) -> Used:
        """Return what the process has used; raise CannotMeasure if it has ended."""
        with suppress(OSError):  # a broken line, which answering tells of as well
            self._line.send(None)
        return await self.answer()

    async def answer(self) -> Used:
        """Wait for what the process has to say: what it has used, or why it ended, as CannotMeasure."""
        try:
            if not await asyncio.to_thread(self._line.poll, _SECONDS_TO_START):
                raise CannotMeasure(f"The bot does not answer within {_SECONDS_TO_START} seconds.")
            said = self._line.recv()
        except (EOFError, OSError):
            await asyncio.to_thread(self._process.join, _SECONDS_TO_END)
            ended = f"The bot's process ended, with exit code {self._process.exitcode}."
            raise CannotMeasure(ended) from None
        if isinstance(said, str):
            raise CannotMeasure(f"The bot cannot run: {said}")
        return Used(*said)


@asynccontextmanager
async def bot_process(local: SmallDiscord, run: Running) -> AsyncIterator[BotProcess]:
    """Start a small Discord, and a bot on it; raise CannotMeasure if the bot does not run."""
    spawn = multiprocessing.get_context("spawn")
    here, there = spawn.Pipe()
    try:
        await local.start()
    except OSError as error:
        raise CannotMeasure(f"The small Discord cannot start: {error.strerror}.") from None
    with tempfile.TemporaryDirectory(prefix="idle-year-bench-") as folder:
        told = (there, run, Path(folder), local.url, local.bot_token)
        process = spawn.Process(target=_serve, args=told, daemon=True)
        with _uninterrupted():
            process.start()
        there.close()  # the bot's process alone has it open now: if that ends, nobody waits for it
        patience = 0
        try:
            running = BotProcess(process, here)
            await running.answer()
            patience = _SECONDS_TO_END
            await local.wait_for_commands()
            spare_what_is_loaded()  # here, too: a pause of this process is none of the bot's
            yield running
        finally:
            here.close()
            await asyncio.to_thread(process.join, patience)
            process.kill()
            await asyncio.to_thread(process.join)
            await local.close()


@asynccontextmanager
async def playing(bot: discord.Client, token: str) -> AsyncIterator[None]:
    """Run a bot from when it is ready until the block ends."""
    async with bot:
        running = asyncio.create_task(bot.start(token))
        ready = asyncio.create_task(bot.wait_for("ready"))
        await asyncio.wait((running, ready), return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            ready.cancel()
            await running  # it has failed
        yield
        await bot.close()
        await running


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Put Ctrl-C off; processes that are started meanwhile never hear of it.

    A terminal sends it to all processes. This one then closes its line to the others, even if only by ending.
    """
    resource_tracker.ensure_running()  # the first process would start it, which ends the putting off
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(line: Connection, run: Running, folder: Path, url: str, token: str) -> None:
    # Answers that come too late are counted; they are not worth thousands of lines.
    logging.getLogger().setLevel(logging.ERROR)
    try:
        with point_client_at(url):
            asyncio.run(_run(line, run, folder, token))
    except Exception as error:  # noqa: BLE001  the other process tells the user
        with suppress(OSError):
            line.send(f"{type(error).__name__}: {error}")


async def _run(line: Connection, run: Running, folder: Path, token: str) -> None:
    async with run(folder, token) as apart:
        await asyncio.to_thread(_tell_what_is_used, line, apart)


def _tell_what_is_used(line: Connection, apart: tuple[str, ...]) -> None:
    """Say it now, as a sign that the bot is ready, and whenever asked, until the line is closed."""
    with suppress(EOFError, OSError):
        while True:
            separate = _seconds_of_threads(apart)
            solving = separate + _seconds_of_workers()
            line.send((time.process_time() - separate, solving, _mebibytes()))
            line.recv()


def _seconds_of_threads(names: tuple[str, ...]) -> float:
    if not hasattr(time, "pthread_getcpuclockid"):
        return 0.0
    threads = [each for each in threading.enumerate() if each.name.startswith(names) and each.ident]
    clocks = [time.pthread_getcpuclockid(each.ident) for each in threads if each.ident]
    return sum(time.clock_gettime(clock) for clock in clocks)


def children(pid: int) -> list[int]:
    """Return the processes that a process has started; none where no system tells."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    with suppress(OSError):  # a thread has ended
        return [int(child) for each in lists for child in each.read_text().split()]
    return []


def _seconds_of_workers() -> float:
    """Return the processor time of the processes that this one has started; 0 where no system tells."""
    stats = [_stat(pid) for pid in children(os.getpid())]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _mebibytes() -> float:
    told = {metric.name: metric.samples[0].value for metric in ProcessCollector(registry=None).collect()}
    return float(told.get("process_resident_memory_bytes", 0)) / 2**20
