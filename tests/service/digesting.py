"""Digests of servers in which dailies were played, for tests of digests."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta

import pytest

from bot.service.daily import Dailies
from bot.service.digest import Digest, Digests
from bot.service.kernels import Preparation
from bot.service.lookup import Lookup
from bot.service.thinking.solver_threads import SolverThreads
from bot.store import RESIGNED, Daily, Ended, Kind, NewGame, NewVersion, SavedGame, Server, Status, Store
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from tests.clock import Clock

DAY = date(2026, 11, 20)
SERVER, OTHER, CHANNEL = 2**62, 5, 2**61
ANNA, BERT, CLEO, DORA = range(1, 5)
MESSAGE = 77
RESIGNS = 52
"""The piles that are left to a player who makes no move."""


@pytest.fixture
def digests(store: Store, threads: SolverThreads) -> Digests:
    """Write digests for an empty store."""
    return make_digests(store, threads)


def make_digests(store: Store, threads: SolverThreads) -> Digests:
    """Write digests for a store."""
    return Digests(store, Dailies(store, threads, Preparation()), Lookup(store))


async def end_daily(
    store: Store, player: int, left: int, *, family: str = "accordion", guild: int = SERVER, won: bool = False
) -> None:
    """End today's daily of a family with this many piles left."""
    await finish(store, await begin_daily(store, player, family=family, guild=guild), left, won=won)


async def begin_daily(
    store: Store, player: int, *, family: str = "accordion", guild: int = SERVER
) -> SavedGame:
    """Begin today's daily of a family."""
    day = store.now().date()
    await store.dailies.save(Daily(day, family, family, 1, "seed", "key", 0, 4, None))
    return await store.games.create(
        NewGame(player, player, guild, family, 1, "seed", kind=Kind.DAILY, day=day)
    )


async def finish(store: Store, game: SavedGame, left: int, *, won: bool = False) -> None:
    """End a game with this many piles left."""
    ended = Ended(RESIGNED if left == RESIGNS else "won" if won else "stuck", left, 9)
    moves = _first_move(game.game)
    await store.games.save(game.seen, NewVersion(game.owner, moves, "", Status.FINISHED, ended))


async def streak_told(digests: Digests) -> int:
    """Return the streak that the last digest of the server would tell now."""
    last = await digests.last(SERVER)
    assert last is not None
    return last.digest.streak


async def play_days(store: Store, clock: Clock, *days: Iterable[int]) -> None:
    """Let some players finish a daily on each of these days, from today on; the day after them begins."""
    for players in days:
        for player in players:
            await end_daily(store, player, 5)
        clock.now += timedelta(days=1)


def _first_move(game: str) -> str:
    rules = find_game(game)
    return write_moves(rules, rules.moves(rules.start("seed"))[:1])


async def due(digests: Digests) -> list[int]:
    """Return the servers that are due."""
    return [server.guild async for server in digests.due()]


async def take_due(digests: Digests) -> list[Digest]:
    """Take whatever is due, and return what there is to post."""
    taken = [each async for server in digests.due() if (each := await digests.take(server))]
    for each in taken:
        await digests.posted(each, MESSAGE)
    return [each.digest for each in taken]


async def the_one_due(digests: Digests) -> Server:
    """Return the one server that is due."""
    (server,) = [server async for server in digests.due()]
    return server


async def next_of(store: Store) -> datetime:
    """Return when the server's next digest is due."""
    server = await store.servers.get(SERVER)
    assert server is not None
    return server.due_at
