"""One of several processes of a bot, for measurements."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.app import IdleYearBot
from bot.bench.bots.bot_process import playing
from bot.store import open_store
from small_discord import point_client_at

if TYPE_CHECKING:
    from datetime import datetime
    from multiprocessing.synchronize import Event

    from bot.store.clock import Clock

_AN_HOUR = timedelta(hours=1)


def serve(
    url: str, token: str, database: str, shard: int, shards: int, hour: datetime, *events: Event
) -> None:
    """Run a shard of a bot until told to end; its clock is an hour behind until told to begin."""
    ready, begin, end = events
    asyncio.run(_serve(url, token, database, (shard, shards), _clock(hour, begin), ready, end))


def _clock(hour: datetime, begin: Event) -> Clock:
    started = time.monotonic()

    def now() -> datetime:
        since = timedelta(seconds=time.monotonic() - started)
        return hour + since if begin.is_set() else hour + since - _AN_HOUR

    return now


async def _serve(
    url: str, token: str, database: str, shard: tuple[int, int], clock: Clock, ready: Event, end: Event
) -> None:
    number, total = shard
    async with await open_store(database, clock) as store:
        with point_client_at(url):
            bot = IdleYearBot(store, shard_ids=[number], shard_count=total)
            async with playing(bot, token):
                ready.set()
                await asyncio.to_thread(end.wait)
