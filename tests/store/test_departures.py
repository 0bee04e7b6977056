"""Servers that the bot has left: forgotten by one process, all or nothing, unless the bot is back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from datetime import timedelta

import pytest

from bot.store import EVERYWHERE, Ended, NewGame, NewRace, NewVersion, Ranking, Status, Store, open_store
from tests.clock import Clock, clock, store
from tests.service.racing import going_on
from tests.trying import become_known

__all__ = ["clock", "store"]

SERVER, OTHER, HERE, ADA = 3, 4, 5, 6


@pytest.fixture(autouse=True)
async def used(store: Store) -> None:
    """Leave a race, a result, settings and somebody who hides in each of two servers."""
    for guild in (SERVER, OTHER):
        await store.servers.put(guild, HERE + guild, 8, ADA)
        await store.servers.choose_language(guild, "de")
        await store.servers.choose_quiet(guild, quiet=True)
        ends = store.now() + timedelta(hours=1)
        race = await store.races.start(NewRace(guild, HERE + guild, ADA, "parlett", "a", ends))
        assert race is not None
        new = NewGame(ADA, HERE + guild, guild, "parlett", 1, f"s{guild}")
        await store.games.create(new._replace(race=race.id, channel=1000 + guild))
        game = await store.games.create(new)
        stuck = NewVersion(game.owner, "d", "", Status.FINISHED, Ended("stuck", 5, 1))
        assert await store.games.save(game.seen, stuck)
        await store.ranks.hide(guild, ADA + 1)


async def _kept(store: Store, guild: int) -> tuple[bool, int, int, bool, int]:
    """Return what is kept of a server: settings, races, places, who hides; and the results that Ada has."""
    races = [race for race in await going_on(store) if race.guild == guild]
    places = (await store.ranks.own_place(Ranking(guild, "parlett", "all"), ADA)).players
    digest, hides = await store.servers.get(guild), await store.ranks.is_hidden(guild, ADA + 1)
    chosen = {
        digest is not None,
        await store.servers.language(guild) == "de",
        await store.servers.is_quiet(guild),
    }
    assert len(chosen) == 1  # all that was chosen goes together
    record = await store.results.record(ADA, "parlett")
    return chosen == {True}, len(races), places, hides, record.played


ALL, NOTHING = (True, 1, 1, True, 2), (False, 0, 0, False, 2)


async def test_its_board_of_puzzles_goes_and_ratings_stay(store: Store, clock: Clock) -> None:
    """A server where people only tried puzzles is known; its board goes with it, and their ratings stay."""
    await become_known(store, ADA, guild=20)
    before = await store.ratings.of(ADA)
    assert 20 in await store.departures.servers()
    await store.departures.left(20)
    clock.wait(8 * 24 * 60)
    assert await store.departures.forget(20)
    assert await store.ratings.places(20, page=0, count=10, asker=ADA) == []
    assert await store.ratings.of(ADA) == before


async def test_every_server_that_anything_belongs_to_is_known(store: Store) -> None:
    """Every server that anything belongs to is known, except those that the bot has left already."""
    await store.servers.put(10, HERE, 8, ADA)
    race = NewRace(11, 1, ADA, "parlett", "a", store.now() + timedelta(hours=1))
    assert await store.races.start(race) is not None
    await store.ranks.hide(12, ADA)
    await store.servers.choose_language(15, "fr")
    await store.servers.choose_quiet(16, quiet=True)
    await store.ranks.hide(EVERYWHERE, ADA)
    for number, guild in enumerate((13, 14, 13, None)):
        game = await store.games.create(NewGame(ADA, 77, guild, "parlett", 1, f"a{number}"))
        stuck = NewVersion(game.owner, "d", "", Status.FINISHED, Ended("stuck", 5, 1))
        assert await store.games.save(game.seen, stuck)
    assert await store.departures.servers() == {SERVER, OTHER, *range(10, 17)}
    await store.departures.left(SERVER)
    await store.departures.left(13)
    assert await store.departures.servers() == {OTHER, 10, 11, 12, 14, 15, 16}


async def test_of_several_processes_one_forgets_a_server(store: Store, clock: Clock, url: str) -> None:
    """Of several processes one forgets a server, and other servers lose nothing."""
    await store.departures.left(SERVER)
    clock.wait(7 * 24 * 60)
    async with await open_store(url, clock) as other:
        forgotten = await asyncio.gather(
            *(each.departures.forget(SERVER) for each in (store, other, store, other))
        )
    assert sorted(forgotten) == [False, False, False, True]
    assert [await _kept(store, guild) for guild in (SERVER, OTHER)] == [NOTHING, ALL]
    assert await store.departures.long_gone() == []


async def test_a_server_is_not_forgotten_too_early(store: Store, clock: Clock) -> None:
    """A server's settings go when the bot leaves, the rest after a week."""
    await store.departures.left(SERVER)
    clock.wait(7 * 24 * 60 - 1)
    assert not await store.departures.forget(SERVER)
    assert await _kept(store, SERVER) == (False, *ALL[1:])


async def test_a_server_that_the_bot_is_back_in_is_not_forgotten(store: Store, clock: Clock) -> None:
    """A server that the bot is back in is not forgotten, even if it came back after being looked up."""
    await store.departures.left(SERVER)
    clock.wait(8 * 24 * 60)
    assert await store.departures.long_gone() == [SERVER]
    await store.departures.returned(SERVER)
    assert not await store.departures.forget(SERVER)
    assert await _kept(store, SERVER) == (False, *ALL[1:])


async def test_two_servers_left_at_different_times_are_told_apart(store: Store, clock: Clock) -> None:
    """Of two servers left at different times each is forgotten a week after the bot left it."""
    await store.departures.left(SERVER)
    clock.wait(4 * 24 * 60)
    await store.departures.left(OTHER)
    clock.wait(3 * 24 * 60)
    assert await store.departures.long_gone() == [SERVER]
    forgotten = [await store.departures.forget(guild) for guild in (OTHER, SERVER)]
    assert forgotten == [False, True]
    await store.departures.returned(SERVER)
    clock.wait(4 * 24 * 60)
    assert await store.departures.long_gone() == [OTHER]


async def test_the_wait_begins_when_the_bot_leaves_for_the_last_time(store: Store, clock: Clock) -> None:
    """The wait until a server is forgotten begins anew when the bot leaves it again."""
    await store.departures.left(SERVER)
    clock.wait(6 * 24 * 60)
    await store.departures.left(SERVER)
    clock.wait(6 * 24 * 60)
    assert not await store.departures.forget(SERVER)
    clock.wait(24 * 60)
    assert await store.departures.forget(SERVER)


async def test_where_people_still_play_nothing_is_deleted(store: Store, clock: Clock) -> None:
    """Where people still play nothing is deleted until there has been no game for a week."""
    await store.departures.left(SERVER)
    clock.wait(5 * 24 * 60)
    game = await store.games.create(NewGame(ADA, 77, SERVER, "parlett", 1, "later"))
    stuck = NewVersion(game.owner, "d", "", Status.FINISHED, Ended("stuck", 5, 1))
    assert await store.games.save(game.seen, stuck)
    clock.wait(6 * 24 * 60)
    assert await store.departures.long_gone() == []
    assert not await store.departures.forget(SERVER)
    clock.wait(24 * 60)
    assert await store.departures.long_gone() == [SERVER]
    assert await store.departures.forget(SERVER)


async def test_a_server_that_is_left_again_while_it_is_forgotten(
    store: Store, clock: Clock, url: str
) -> None:
    """A server may be left again at the very moment at which it is forgotten."""
    async with await open_store(url, clock) as other:
        for guild in range(100, 120):
            await store.departures.left(guild)
            clock.wait(7 * 24 * 60)
            await store.servers.put(guild, HERE, 8, ADA)
            pause = 0.0005 * (guild % 10)
            await asyncio.gather(store.departures.forget(guild), _after(pause, other.departures.left(guild)))


async def _after(seconds: float, work: Awaitable[None]) -> None:
    await asyncio.sleep(seconds)
    await work
