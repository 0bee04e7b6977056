"""The bot in a process of its own, for measurements."""

from __future__ import annotations

import asyncio
import multiprocessing
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bot.app import IdleYearBot
from bot.cli.kernels import load_kernels
from bot.engine.games import find_game
from bot.local import point_client_at
from bot.service.steadiness import spare_what_is_loaded, take_short_turns
from bot.store import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from multiprocessing.synchronize import Event

    from bot.local import LocalDiscord

_SECONDS_TO_START = 600
"""How long the bot may take to start, with solvers that are not compiled yet."""
_SECONDS_TO_END = 10
"""How long the bot may take to end; what it still does for a flood is of no interest."""


@asynccontextmanager
async def bot_process(local: LocalDiscord, games: Sequence[str]) -> AsyncIterator[None]:
    """Start a small Discord and the bot, with the solvers of some games and the usual limits."""
    spawn = multiprocessing.get_context("spawn")
    ready, end = spawn.Event(), spawn.Event()
    await local.start()
    with tempfile.TemporaryDirectory(prefix="idle-year-bench-") as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'games.sqlite3'}"
        process = spawn.Process(target=_serve, args=(local.url, local.bot_token, url, games, ready, end))
        process.start()
        try:
            if not await asyncio.to_thread(ready.wait, _SECONDS_TO_START):
                raise RuntimeError("The bot did not start.")
            await local.wait_for_commands()
            yield
        finally:
            end.set()
            await asyncio.to_thread(process.join, _SECONDS_TO_END)
            process.kill()
            await asyncio.to_thread(process.join)
            await local.close()


def _serve(url: str, token: str, database: str, games: Sequence[str], ready: Event, end: Event) -> None:
    for game in games:
        load_kernels(find_game(game))
    take_short_turns()
    spare_what_is_loaded()
    asyncio.run(_run(url, token, database, ready, end))


async def _run(url: str, token: str, database: str, ready: Event, end: Event) -> None:
    async with await open_store(database) as store:
        with point_client_at(url):
            await play_until(end, IdleYearBot(store), token, ready)


async def play_until(end: Event, bot: IdleYearBot, token: str, ready: Event) -> None:
    """Run a bot until told to end; say when it is ready."""
    async with bot:
        running = asyncio.create_task(bot.start(token))
        await bot.wait_for("ready")
        ready.set()
        await asyncio.to_thread(end.wait)
        await bot.close()
        await running
