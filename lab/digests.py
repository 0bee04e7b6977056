"""`digests`: all digests of an hour posted, completed, and those of the day before closed, by two processes.

The small Discord allows the two together 50 requests a second, as the real one does.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from functools import cache
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Annotated

import typer
from sqlalchemy import insert

from bot.app import IdleYearBot
from bot.cli.terminal import AsJson, print_json, print_line, progress_bar
from bot.store import open_store
from bot.store.clock import Clock
from bot.store.database import Database
from bot.store.tables import dailies, games, results, servers
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.session import Session
from lab.processes import playing
from small_discord import RateLimits, SmallDiscord, Weather, World, point_client_at
from small_discord.posting import Writer
from small_discord.weather import GENEROUS, REAL
from small_discord.wire import Body
from small_discord.world.places import Channel, Guild
from small_discord.world.posts import Post
from tests.full_store import NOW, YESTERDAY, dailies_of_yesterday

_PROCESSES = 2
_REQUESTS = 3
"""For each server: the digest of the day before is closed, a new one posted, and that one completed."""
_PATIENCE = 3
"""The measurement gives up after this many times the time that the limit allows."""


Digests = Annotated[int, typer.Option(min=2, max=100_000, help="How many servers get a digest.")]


def digests(digests: Digests = 10_000, as_json: AsJson = False) -> None:
    """Let two processes post, complete and close the digests of many servers at 50 requests a second."""
    with progress_bar("digests", digests) as show:
        figures = asyncio.run(_measure(digests, show))
    if as_json:
        print_json(figures)
        return
    took, allowed, ratio = (figures[name] for name in ("seconds", "limit_seconds", "ratio"))
    print_line(f"{digests} digests took {took:.1f} s, {ratio:.2f} times the {allowed:.1f} s of the limit")
    print_line(f"the last was posted after {figures['posted_seconds']:.1f} s")
    print_line(", ".join(f"{name}: {figures[name]:.0f}" for name in ("missing", "twice", "unedited")))


class _Arrivals:
    """Counts the digests by channel as they arrive, and those that are edited."""

    def __init__(self, expected: int, show: Callable[[int], None]) -> None:
        self._expected = expected
        self._show = show
        self.all_there = asyncio.Event()
        self.begun: float | None = None
        self.posted = self.ended = 0.0
        self.by_channel: Counter[str] = Counter()
        self.edited: set[str] = set()

    def hear(self, happening: str, post: Post) -> None:
        """Note a new message, or a change of one."""
        self.ended = time.perf_counter()
        self.begun = self.begun or self.ended
        if happening == "created":
            self.posted = self.ended
            self.by_channel[post.channel_id] += 1
            self._show(len(self.by_channel))
        else:
            self.edited.add(post.id)
        if len(self.by_channel) == self._expected and len(self.edited) == 2 * self._expected:
            self.all_there.set()


async def _measure(digests: int, show: Callable[[int], None]) -> dict[str, float]:
    """Return how long the digests took, from the first to the last, next to what the limit allows."""
    limit = REAL.everything.requests / REAL.everything.seconds
    allowed = _REQUESTS * digests / limit
    arrivals = _Arrivals(digests, show)
    with tempfile.TemporaryDirectory(prefix="idle-year-bench-") as folder:
        url = f"sqlite+aiosqlite:///{Path(folder) / 'bench.sqlite3'}"
        weather = Weather(limits=RateLimits(everything=REAL.everything, other=GENEROUS.other))
        local = SmallDiscord(people=["Ada", "Ben"], weather=weather)  # in memory
        await fill(url, local.world, digests)
        local.world.posts.listeners.append(arrivals.hear)
        await local.start()
        async with _processes(local, url) as begin:
            begin.set()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(arrivals.all_there.wait(), _PATIENCE * allowed + 60)
        await local.close()
    begun = arrivals.begun or 0.0
    took = arrivals.ended - begun
    return {
        "digests": digests,
        "seconds": took,
        "posted_seconds": arrivals.posted - begun,
        "limit_seconds": allowed,
        "ratio": took / allowed,
        "missing": digests - len(arrivals.by_channel),
        "twice": sum(count - 1 for count in arrivals.by_channel.values()),
        "unedited": 2 * digests - len(arrivals.edited),
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


__all__ = ["NOW", "fill"]
_APART = 1 << 22
"""A server's shard follows from the time in its id: a millisecond apart, two shards take turns."""


async def fill(url: str, world: World, count: int) -> None:
    """Create this many servers in a world, and a database that knows them; all want their digest at noon."""
    await (await open_store(url)).close()
    posts = [_of_yesterday(world, _found(world, number)) for number in range(1, count + 1)]
    rows = [(number, guild, channel) for number, (guild, channel, _) in enumerate(posts, 1)]
    database = Database(url)
    async with database.transaction() as connection:
        await connection.execute(insert(dailies), [daily._asdict() for daily in dailies_of_yesterday()])
        await connection.execute(insert(games), [_game(*row) for row in rows])
        await connection.execute(insert(results), [_result(*row) for row in rows])
        due = {"hour": NOW.hour, "due_at": NOW, "last_digest": YESTERDAY}
        await connection.execute(
            insert(servers),
            [{"guild": guild, "channel": channel, "message": post, **due} for guild, channel, post in posts],
        )
    await database.close()


def _found(world: World, number: int) -> Guild:
    """Create a server with one channel."""
    ada, *_ = world.people()
    guild_id = str((1 << 60) + number * _APART)
    channel = Channel(str(int(guild_id) + 1), "patience", guild_id)
    guild = Guild(guild_id, f"Server {number}", ada.id, (channel,), (ada.id, world.app.bot.id))
    world.guilds[guild.id] = guild
    world.channels[channel.id] = channel
    return guild


def _of_yesterday(world: World, guild: Guild) -> tuple[int, int, int]:
    """Post a server's digest of the day before; return the ids of the server, the channel and the message."""
    (channel,) = guild.channels
    text = {"type": 10, "content": "Dailies"}
    post = Writer(world).send(channel, Body({"flags": 1 << 15, "components": [text]}))
    return int(guild.id), int(channel.id), int(post.id)


def _game(number: int, guild: int, channel: int) -> dict[str, object]:
    ended = NOW - timedelta(days=1)
    return {
        "id": number,
        "owner": number,
        "channel": channel,
        "guild": guild,
        "game": "accordion",
        "revision": 1,
        "seed": "seed",
        "moves": _played_out(),
        "undone": "",
        "version": 40,
        "status": "finished",
        "kind": "daily",
        "day": YESTERDAY,
        "public": False,
        "created_at": ended,
        "updated_at": ended,
    }


@cache
def _played_out() -> str:
    """Return the moves of a game of that daily, first move first: digests look back on each."""
    session = Session.deal(find_game("accordion"), "seed")
    while session.legal:
        session = session.play(write_moves(session.rules, session.legal[:1]))
    return write_moves(session.rules, session.moves)


def _result(number: int, guild: int, _channel: int) -> dict[str, object]:
    return {
        "game_id": number,
        "player": number,
        "guild": guild,
        "game": "accordion",
        "kind": "daily",
        "day": YESTERDAY,
        "outcome": "stuck",
        "assisted": 0,
        "left": 5,
        "moves": 40,
        "seconds": 90,
        "lost_by": 1,  # found out before: how long a solver takes for that is another measurement
        "ended_at": NOW - timedelta(days=1),
    }
