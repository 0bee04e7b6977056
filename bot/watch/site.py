"""What a host can ask the bot, on this machine only: how it is, and its numbers for Prometheus."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias

from aiohttp import web

from bot.service.background import Background, repeat
from bot.service.thinking.solver_threads import POOLS, SolverThreads
from bot.store import Store, StoreError
from bot.watch import SERVER
from bot.watch.metrics import CONTENT_TYPE, Metrics

HOST = "127.0.0.1"
_WAIT_SECONDS = 2.0
_A_MINUTE = 60.0
_MOST_CONNECTIONS = 32
"""Connections at the same time."""
_IDLE = 5.0
"""Seconds after which a connection is closed that asks for nothing."""

Answer: TypeAlias = Callable[[], Awaitable[web.Response]]


class Shard(Protocol):
    """A connection to Discord's gateway."""

    @property
    def latency(self) -> float:
        """Seconds between a heartbeat and its answer; not finite before the first."""

    def is_closed(self) -> bool:
        """Whether it is not connected."""


class Measured(Protocol):
    """What the bot works with, as far as it is watched."""

    @property
    def store(self) -> Store:
        """Where it saves."""

    @property
    def metrics(self) -> Metrics:
        """What the bot counts."""

    @property
    def threads(self) -> SolverThreads:
        """Where its solvers run."""


class Watched(Protocol):
    """The bot, as far as it is watched."""

    background: Background
    discord_name: str
    """Which Discord it plays on."""

    @property
    def services(self) -> Measured:
        """What it works with."""

    @property
    def shards(self) -> Mapping[int, Shard]:
        """The shards of this process, by number."""

    def is_ready(self) -> bool:
        """Whether all shards have connected since the start."""


class Health(NamedTuple):
    """Whether the bot can be played with, and one line about it."""

    well: bool
    line: str


async def health_of(bot: Watched) -> Health:
    """Find out whether people can play: all shards are connected, and the database answers.

    Background work that fails is named; it is tried again, and starting the bot anew would not cure it.
    """
    if not bot.is_ready():  # until then, its shards are counted as they connect: all of them are
        return Health(False, f"The bot is still connecting to {bot.discord_name}.")
    shards = bot.shards
    connected = sum(not shard.is_closed() for shard in shards.values())
    if connected < len(shards):
        return Health(False, f"{connected} of {len(shards)} shards are connected to {bot.discord_name}.")
    try:
        async with asyncio.timeout(_WAIT_SECONDS):
            await bot.services.store.answers()
    except TimeoutError:
        return Health(False, f"The database has not answered within {_WAIT_SECONDS:.0f} s.")
    except StoreError as error:
        return Health(False, str(error))
    there = f"{connected} of {len(shards)} shards are connected to {bot.discord_name}, the database answers"
    if failing := bot.background.failing:
        return Health(True, f"People can play: {there}. Tried again after failing: {', '.join(failing)}.")
    if warning := bot.services.store.discord_time.warning:
        return Health(True, f"People can play: {there}. {warning}")
    return Health(True, f"Well: {there}.")


@asynccontextmanager
async def watched(bot: Watched, port: int | None) -> AsyncIterator[None]:
    """Answer `/health` and `/metrics` on a port while the block runs; raise OSError if it is taken.

    Without a port, do nothing.
    """
    if port is None:
        yield
        return
    _watch_all(bot)
    pages = {"/health": partial(_health, bot), "/metrics": partial(_metrics, bot)}
    door = _Door(_answers(pages), access_log=None, keepalive_timeout=_IDLE)
    runner = web.ServerRunner(door, shutdown_timeout=1.0)
    await runner.setup()
    count = partial(_count_games, bot)
    counting = asyncio.create_task(repeat(count, _A_MINUTE, "Games could not be counted"))
    try:
        await web.TCPSite(runner, HOST, port).start()
        yield
    finally:
        counting.cancel()
        await asyncio.gather(counting, return_exceptions=True)
        await runner.cleanup()


class _Door(web.Server):
    """Has room for a few at the same time, so that nobody on this machine can use up the bot's files."""

    def connection_made(self, handler: web.RequestHandler, transport: asyncio.Transport) -> None:
        """Let somebody in, or turn them away."""
        super().connection_made(handler, transport)
        if len(self.connections) > _MOST_CONNECTIONS:
            asyncio.get_running_loop().call_soon(transport.abort)  # once aiohttp has begun to listen


def _answers(pages: Mapping[str, Answer]) -> Callable[[web.BaseRequest], Awaitable[web.Response]]:
    async def answer(request: web.BaseRequest) -> web.Response:
        page = pages.get(request.path)
        return web.Response(status=404) if page is None else await page()

    return answer


async def _health(bot: Watched) -> web.Response:
    health = await health_of(bot)
    status = 200 if health.well else 503
    return web.Response(status=status, text=health.line, headers={"Server": SERVER})


async def _metrics(bot: Watched) -> web.Response:
    return web.Response(body=bot.services.metrics.text(), headers={"Content-Type": CONTENT_TYPE})


async def _count_games(bot: Watched) -> None:
    bot.services.metrics.count_games(await bot.services.store.games.in_play())


def _watch_all(bot: Watched) -> None:
    metrics, waiting = bot.services.metrics, bot.services.threads.waiting
    metrics.watch_queues({pool: partial(waiting, pool) for pool in POOLS})
    metrics.watch(
        "idleyear_background_failing",
        "Background work that has failed and not been done since; /health names it.",
        lambda: len(bot.background.failing),
    )
    metrics.watch("idleyear_shards", "Shards of this process.", lambda: len(bot.shards))
    metrics.watch("idleyear_shards_connected", "Those that are connected.", lambda: _connected(bot))
    metrics.watch(
        "idleyear_gateway_latency_seconds",
        "The slowest shard's wait for an answer to its heartbeat.",
        lambda: _latency(bot),
    )


def _connected(bot: Watched) -> int:
    return sum(not shard.is_closed() for shard in bot.shards.values())


def _latency(bot: Watched) -> float:
    known = [shard.latency for shard in bot.shards.values() if math.isfinite(shard.latency)]
    return max(known, default=math.nan)
