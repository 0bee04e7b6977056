"""Races count between two people: how often each has won, of those that both have finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.game import Seat
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.service.racing import ANNA, BERT, CARL, HERE, SERVER, games, play, races, seat, standings, start

if TYPE_CHECKING:
    from bot.service.race import Duel, Races
    from bot.store import Store
    from tests.games import Games

__all__ = ["clock", "games", "races", "store"]


async def _race(
    races: Races, games: Games, clock: Clock, *order: int, resigns: int | None = None
) -> Duel | None:
    """Have players race, each slower than the one before; return how the first two stand."""
    store, race = games.store, await start(races)
    joined = {player: await races.join(seat(player), race) for player in order}
    for player, game in joined.items():
        clock.wait(0.5)
        if player == resigns:
            await games.play.resign(game)
        else:
            await play(games, game)
    await store.races.end(race.id)
    return await races.duel(race, await standings(store, races, race))


@both_databases
async def test_it_counts_what_both_have_finished(races: Races, games: Games, clock: Clock) -> None:
    """From the second race on, each has as many as were won against the other; one that was left is none."""
    assert await _race(races, games, clock, ANNA, BERT) is None
    assert await _race(races, games, clock, ANNA, BERT, resigns=ANNA) is None
    assert await _race(races, games, clock, BERT, ANNA) == (BERT, ANNA, 1, 1)
    assert await _race(races, games, clock, ANNA, BERT, CARL) == (ANNA, BERT, 2, 1)
    assert await _race(races, games, clock, CARL, ANNA) == (CARL, ANNA, 1, 1)


async def test_it_counts_in_one_server(races: Races, games: Games, store: Store, clock: Clock) -> None:
    """What two have raced in another server is not told here."""
    assert await _race(races, games, clock, ANNA, BERT) is None
    assert await store.results.duel(SERVER + 1, ANNA, BERT) == (0, 0)
    assert await store.results.duel(SERVER, ANNA, BERT) == (1, 0)


async def test_who_hides_is_in_none(races: Races, games: Games, store: Store, clock: Clock) -> None:
    """Whoever hides from leaderboards is not named; the two who come next are."""
    for _ in range(2):
        await _race(races, games, clock, ANNA, BERT, CARL)
    await store.ranks.hide(SERVER, ANNA)
    assert await _race(races, games, clock, ANNA, BERT, CARL) == (BERT, CARL, 3, 0)
    await store.ranks.hide(SERVER, CARL)
    assert await _race(races, games, clock, ANNA, BERT, CARL) is None


async def test_what_was_deleted_counts_no_more(
    races: Races, games: Games, store: Store, clock: Clock
) -> None:
    """Nothing counts of what somebody has had deleted; both begin anew."""
    for _ in range(2):
        await _race(races, games, clock, ANNA, BERT)
    await store.privacy.delete(ANNA)
    assert await store.results.duel(SERVER, ANNA, BERT) == (0, 0)
    assert await _race(races, games, clock, ANNA, BERT) is None


async def test_a_quick_race_counts_and_who_is_late_has_lost(
    races: Races, games: Games, store: Store, clock: Clock
) -> None:
    """Quick races count like others; whoever joins a long one after its first end ranks below."""
    quick = await races.start_quick(Seat(ANNA, HERE + 1, SERVER), SERVER, "tuesday")
    first, second = [await races.join(Seat(each, HERE + 1, SERVER), quick) for each in (ANNA, BERT)]
    await play(games, first)
    clock.wait(1)
    await play(games, second)
    await store.races.end(quick.id)
    assert await store.results.duel(SERVER, ANNA, BERT) == (1, 0)
    race = await start(races)
    game = await races.join(seat(BERT), race)
    clock.wait(5)
    await play(games, game)
    await play(games, await races.join(seat(ANNA), race))
    await store.races.end(race.id)
    assert await store.results.duel(SERVER, ANNA, BERT) == (1, 1)
