"""The real program as a process of its own, on a small Discord that belongs to the test."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING

import pytest

from small_discord import SmallDiscord
from tests.kernels import own_environment

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

_PROGRAM = Path(__file__).parents[1] / "weather" / "a_process.py"
_LONG = 60.0  # seconds: a busy machine is not the bot's fault


class BotProcess:
    """A bot that runs, the Discord it is on, and what it has logged."""

    def __init__(self, local: SmallDiscord, folder: Path, process: asyncio.subprocess.Process) -> None:
        self.local = local
        self.folder = folder
        self.process = process

    @property
    def log(self) -> list[str]:
        """The lines of the log so far."""
        return (self.folder / "log").read_text().splitlines()

    def set_clock(self, seconds_ahead: float) -> None:
        """Set the bot's clock this much ahead of the real one."""
        new = self.folder / "ahead.new"
        new.write_text(str(seconds_ahead))
        new.replace(self.folder / "ahead")

    async def until_received(self, requests: int) -> None:
        """Wait until the bot has been handed this many requests, and has had time to begin with them."""
        await until(lambda: len(self.local.desk.by_token) >= requests)
        await asyncio.sleep(0.5)


async def until(happened: Callable[[], bool]) -> None:
    """Wait for something that another process does."""
    async with asyncio.timeout(_LONG):
        while not happened():  # noqa: ASYNC110  there is no event for what other processes do
            await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def bot_process(
    folder: Path, database: str | None = None, written: IO[str] | None = None, **settings: str
) -> AsyncIterator[BotProcess]:
    """Start Discord and the program; yield once its commands can be used, kill what is left at the end.

    Without the address of another `database`, games are kept in `games.sqlite3` in the folder. The log is
    kept there as well, unless it is `written` elsewhere.
    """
    local = SmallDiscord()
    await local.start()
    (folder / "ahead").write_text("0")
    environment = {
        **own_environment(),
        "DISCORD_TOKEN": local.bot_token,
        "DATABASE_URL": database or f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}",
        **settings,
    }
    with (folder / "log").open("w") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(_PROGRAM), local.url, str(folder / "ahead")),
            env=environment,
            cwd=folder,
            stdout=written or log,
            stderr=written or log,
        )
    try:
        async with asyncio.timeout(_LONG):
            await local.wait_for_commands("deal")
        yield BotProcess(local, folder, process)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await local.close()


@pytest.fixture
async def a_bot(tmp_path: Path) -> AsyncIterator[BotProcess]:
    """Run the program with SQLite in a folder of its own."""
    async with bot_process(tmp_path) as running:
        yield running
