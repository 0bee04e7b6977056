"""The measurement behind `idleyear bench digests`: all digests of an hour, by two processes of one bot.

The small Discord allows the two together 50 requests a second, as the real one does.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import tempfile
import time
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bot.bench.bots.one_process import serve
from bot.bench.filled import full_servers
from bot.bench.filled.full_servers import NOW
from small_discord import RateLimits, SmallDiscord, Weather
from small_discord.rates.limits import GENEROUS, REAL

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from multiprocessing.synchronize import Event

    from small_discord.world.posts import Post

_PROCESSES = 2
_PATIENCE = 3
"""The measurement gives up after this many times the time that the limit allows."""


class _Arrivals:
    """Counts the digests by channel as they arrive."""

    def __init__(self, expected: int, show: Callable[[int], None]) -> None:
        self._expected = expected
        self._show = show
        self.all_there = asyncio.Event()
        self.moments: list[float] = []
        self.by_channel: Counter[str] = Counter()

    def hear(self, happening: str, post: Post) -> None:
        """Note a new message."""
        if happening == "created":
            self.moments.append(time.perf_counter())
            self.by_channel[post.channel_id] += 1
            self._show(len(self.moments))
            if len(self.by_channel) == self._expected:
                self.all_there.set()


async def measure(digests: int, show: Callable[[int], None]) -> dict[str, float]:
    """Return how long the digests took, from the first to the last, next to what the limit allows.

    Names are added to them afterwards, in as many requests again.
    """
    limit = REAL.everything.requests / REAL.everything.seconds
    allowed = digests / limit
    arrivals = _Arrivals(digests, show)
    with tempfile.TemporaryDirectory(prefix="idle-year-bench-") as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.sqlite3'}"
        weather = Weather(limits=RateLimits(everything=REAL.everything, other=GENEROUS.other))
        local = SmallDiscord(people=["Ada", "Ben"], weather=weather)  # in memory
        await full_servers.fill(url, local.world, digests)
        local.world.posts.listeners.append(arrivals.hear)
        await local.start()
        async with _processes(local, url) as begin:
            begin.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(arrivals.all_there.wait(), _PATIENCE * allowed + 60)
        await local.close()
    took = arrivals.moments[-1] - arrivals.moments[0] if arrivals.moments else 0.0
    return {
        "digests": digests,
        "seconds": took,
        "limit_seconds": allowed,
        "ratio": took / allowed,
        "missing": digests - len(arrivals.by_channel),
        "twice": sum(count - 1 for count in arrivals.by_channel.values()),
    }


@asynccontextmanager
async def _processes(local: SmallDiscord, url: str) -> AsyncIterator[Event]:
    """Start the processes; once all are ready, yield the event that tells them that the hour has come."""
    spawn = multiprocessing.get_context("spawn")
    begin, end = spawn.Event(), spawn.Event()
    ready = [spawn.Event() for _ in range(_PROCESSES)]
    async with AsyncExitStack() as stack:
        for shard in range(_PROCESSES):
            told = (local.url, local.bot_token, url, shard, _PROCESSES, NOW, ready[shard], begin, end)
            process = spawn.Process(target=serve, args=told)
            process.start()
            stack.push_async_callback(asyncio.to_thread, process.join)
        stack.callback(end.set)
        for each in ready:
            await asyncio.to_thread(each.wait)
        yield begin
