"""Races whose message is out of date: found once, by the process that has their server."""

from __future__ import annotations

from datetime import timedelta

from bot.store import Help, NewVersion, Shards, Store
from tests.clock import Clock, clock, store
from tests.store.test_races import ALL, GAME, NEW

__all__ = ["clock", "store"]


async def test_only_races_that_have_changed_are_found(store: Store) -> None:
    """Only races that have changed since they were shown are found, or whose end was not shown."""

    async def found() -> list[tuple[int, int]]:
        return [(race.id, state) for race, state in await store.races.unshown(ALL)]

    race = await store.races.start(NEW)
    assert race is not None
    assert await found() == []
    game = await store.games.create(GAME._replace(race=race.id))
    assert await found() == [(race.id, 1)]
    await store.races.shown(race.id, 1)
    assert await found() == []
    await store.games.save(game.seen, NewVersion(game.owner, "d", ""))
    await store.games.help(game.id, Help.HINT)
    assert await found() == [(race.id, 3)]
    await store.games.help(game.id, Help.CHECK)
    assert await found() == [(race.id, 4)]
    await store.races.shown(race.id, 4)
    await store.races.end(race.id)
    assert await found() == [(race.id, 4)]
    await store.races.settle(race.id)
    assert await found() == []


async def test_a_race_whose_time_is_up_is_found(store: Store, clock: Clock) -> None:
    """A race whose time is up is found, though nothing else has happened in it."""
    await store.races.start(NEW)
    clock.now = NEW.ends_at
    assert len(await store.races.unshown(ALL)) == 1


async def test_a_quick_race_that_is_shut_is_found_once(store: Store, clock: Clock) -> None:
    """That nobody can join a quick race any more is to be shown once, though nothing else has happened."""
    shut = clock.now + timedelta(minutes=3)
    race = await store.races.start(NEW._replace(open_until=shut))
    assert race is not None
    assert await store.races.unshown(ALL) == []
    clock.now = shut
    ((found, state),) = await store.races.unshown(ALL)
    assert (found.id, found.is_shut(clock.now)) == (race.id, True)
    await store.races.shown(race.id, state)
    assert await store.races.unshown(ALL) == []


async def test_each_process_finds_the_races_of_its_own_servers(store: Store) -> None:
    """Each process finds the races of the servers whose shards it serves."""
    for number in range(4):
        race = await store.races.start(NEW._replace(guild=number << 22, channel=number))
        assert race is not None
        await store.races.end(race.id)
    found = [await store.races.unshown(Shards(ids, 4)) for ids in ([0, 3], [1], [2])]
    assert [[each.race.guild >> 22 for each in part] for part in found] == [[0, 3], [1], [2]]
