"""Races under a test clock: who may join, who may learn the deal, when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.service.errors import Sealed, Use
from bot.service.game import Seat
from bot.service.lookup import Lookup
from bot.service.race import MayNotStop, NoRace, RaceOn, RaceOver, Races
from bot.service.records import Records
from bot.service.review import Reviews
from bot.service.thinking.solver_threads import SolverThreads
from bot.store import Kind, Status, Store
from idle_year.engine.games import find_game
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.games import Games
from tests.service.racing import (
    ANNA,
    BERT,
    CARL,
    HERE,
    SERVER,
    anew,
    games,
    going_on,
    play,
    races,
    seat,
    standings,
    start,
)

__all__ = ["clock", "games", "races", "store"]


async def test_a_race_is_joined_in_its_server_only(store: Store, races: Races) -> None:
    """A race is joined in its server only, even by who knows its number."""
    race = await start(races)
    for guild in (None, SERVER + 1):
        with pytest.raises(NoRace):
            await races.join(Seat(BERT, HERE, guild), race)
    assert await store.games.of_race(race.id) == []


@both_databases
async def test_who_joins_at_the_same_moment_has_joined_before_or_after(
    races: Races, games: Games, clock: Clock
) -> None:
    """Nobody who joins a race at the moment the first one finishes gets a game that counts too late."""
    race = await start(races)
    clock.wait(2)
    first = await races.join(seat(ANNA), race)
    _, *joined = await asyncio.gather(
        play(games, first), *(races.join(seat(player), race) for player in range(2, 8))
    )
    kinds = [game.kind for game in sorted(joined, key=lambda game: game.id)]
    assert kinds == sorted(kinds, key=[Kind.RACE, Kind.LATE].index)


async def test_it_ends_when_all_are_done_or_its_time_is_up(
    store: Store, races: Races, games: Games, clock: Clock
) -> None:
    """A race ends when all of several players are done, or when its time is up."""
    race = await start(races, hours=24)

    async def is_done() -> bool:
        return await races.is_done(race, await store.games.of_race(race.id))

    assert not await is_done()
    await play(games, await races.join(seat(ANNA), race))
    assert not await is_done()
    other = await races.join(seat(BERT), race)
    assert not await is_done()
    await games.play.resign(other)
    assert await is_done()
    await races.join(seat(CARL), race)
    clock.wait(24 * 60 - 1)
    assert not await is_done()
    clock.wait(1)
    assert await is_done()


async def test_it_does_not_end_under_who_joins(
    store: Store, races: Races, games: Games, clock: Clock
) -> None:
    """A race does not end while somebody joins at that very moment, but it does under who has finished."""
    race = await start(races)
    clock.wait(2)
    first = await play(games, await races.join(seat(ANNA), race))
    second = await play(games, await races.join(seat(BERT), race))
    assert await races.is_done(race, await store.games.of_race(race.id))
    first = await games.play.undo(first)
    third = await races.join(seat(CARL), race)
    assert not await races.end_if_done(race)
    assert (await games.lookup.get(third.id)).kind is Kind.LATE
    await games.play.resign(third)
    assert await races.end_if_done(race)
    assert (await races.get(race.id)).over
    assert await races.is_done(race, await store.games.of_race(race.id))
    assert await races.end_if_done(race)
    assert second.over
    found = await standings(store, races, race)
    assert {each.player for each in found if each.status is Status.FINISHED} == {ANNA, BERT}
    # Its end has settled what they have: whatever comes of the game now is practice.
    first = await play(games, await games.lookup.get(first.id))
    assert first.kind is Kind.PRACTICE
    assert await standings(store, races, race) == found


async def test_a_race_that_nobody_joins_gives_way(races: Races, games: Games, clock: Clock) -> None:
    """A race that nobody but its starter joins gives way to another after ten minutes, and no other does."""
    lonely = await start(races, hours=24)
    game = await races.join(seat(ANNA), lonely)
    clock.wait(9)
    with pytest.raises(RaceOn):
        await start(races)
    clock.wait(1)
    other = await start(races)
    assert (await races.get(lonely.id)).over
    kept = await games.store.games.get(game.id)
    assert kept is not None
    assert kept.kind is Kind.PRACTICE
    await races.join(seat(BERT), other)
    clock.wait(11)
    with pytest.raises(RaceOn):
        await start(races)


async def test_who_was_in_a_race_sees_the_own_game_after_it(store: Store, races: Races) -> None:
    """Who was in a race is shown the own game after it, though nobody else can join any more."""
    race = await start(races)
    own = await races.join(seat(ANNA), race)
    await store.races.end(race.id)
    over = await races.get(race.id)
    assert (await races.join(seat(ANNA), over)).id == own.id
    with pytest.raises(RaceOver):
        await races.join(seat(BERT), over)


@both_databases
async def test_everybody_has_one_game_of_a_race(store: Store, races: Races) -> None:
    """Everybody has one game of a race, even after several presses at once, and all get the same cards."""
    race = await start(races)
    pressed = await asyncio.gather(*(races.join(seat(ANNA), race) for _ in range(4)))
    assert len({game.id for game in pressed}) == 1
    assert (await races.join(seat(ANNA), race)).id == pressed[0].id
    assert (await races.join(seat(BERT), race)).state == pressed[0].state
    assert len(await store.games.of_race(race.id)) == 2


async def test_the_deal_is_told_when_the_race_is_over(
    races: Races, games: Games, store: Store, threads: SolverThreads
) -> None:
    """The deal of a race is told to nobody in any form until the race is over."""
    race = await start(races)
    game = await play(games, await races.join(seat(ANNA), race))
    other = await games.dealer.deal(Seat(ANNA, 6, SERVER), find_game("goren"))
    assert [await games.lookup.seals(each) for each in (game, other)] == [True, False]
    learn: dict[Use, Callable[[], Awaitable[object]]] = {
        Use.MOVES: lambda: Records(store, games.lookup).write(game),
        Use.REVIEW: lambda: Reviews(threads, store, Lookup(store)).review(game),
        Use.PRACTISE: lambda: games.dealer.deal_practice(seat(ANNA), game, 0),
        Use.DEAL: lambda: games.dealer.deal(Seat(BERT, 7, None), find_game("goren"), race.seed),
    }
    for use, each in learn.items():
        with pytest.raises(Sealed) as refused:
            await each()
        assert refused.value.use is use
    await store.races.end(race.id)
    for each in learn.values():
        await each()
    assert not await games.lookup.seals(game)
    assert race.seed.encode() in await Records(store, games.lookup).write(game)


async def test_its_starter_or_a_manager_stops_it(store: Store, races: Races) -> None:
    """Only the starter of a race or a manager stops it, and only while it is on."""
    race = await start(races)
    with pytest.raises(RaceOn):
        await races.start(seat(BERT), SERVER, find_game("goren"), 1)
    with pytest.raises(MayNotStop):
        await races.stop(seat(BERT), manages=False)
    assert (await races.stop(seat(ANNA), manages=False)).id == race.id
    with pytest.raises(NoRace):
        await races.stop(seat(ANNA), manages=False)
    await races.start(seat(ANNA), SERVER, find_game("goren"), 1)
    assert (await races.stop(seat(BERT), manages=True)).over
    assert await going_on(store) == []


async def test_a_race_goes_on_after_a_restart(races: Races, games: Games, store: Store) -> None:
    """A race goes on after a restart, as nothing of it is in memory alone."""
    race = await start(races)
    await play(games, await races.join(seat(ANNA), race), most=4)
    again = anew(store)
    assert await going_on(store) == [race]
    await store.races.posted(race.id, 77)
    assert await again.get(race.id) == race._replace(message=77)
    await store.races.posted(race.id, 78, anew=True)
    assert await again.get(race.id) == race._replace(message=78, reposted=True)
    assert await standings(store, again, race) == await standings(store, races, race)
    assert (await again.join(seat(ANNA), race)).session.moves
