"""Dailies and secrets: the first write wins, one game counts, and results are in order."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta

import pytest

from bot.store import (
    RESIGNED,
    Daily,
    DailyTaken,
    Ended,
    Help,
    Kind,
    NewGame,
    NewVersion,
    Status,
    Store,
    open_store,
)
from tests.clock import Clock, clock, store

__all__ = ["clock", "store"]
DAY = date(2026, 11, 20)
DAILY = Daily(DAY, "accordion", "accordion", 1, "seed", "key", 3, None, 0.25)
SERVER, OTHER = 2**62, 5


async def _end(
    store: Store,
    player: int,
    left: int,
    *,
    rest: tuple[int, int] = (9, 9),
    hint: bool = False,
    guild: int = SERVER,
    name: str = "accordion",
    outcome: str = "stuck",
    kind: Kind = Kind.DAILY,
) -> None:
    game = await store.games.create(NewGame(player, 3, guild, name, 1, "seed", kind=kind, day=DAY))
    if hint:
        await store.games.help(game.id, Help.HINT)
    ended = Ended(outcome, left, *rest)
    await store.games.save(game.seen, NewVersion(game.owner, "2<", "", Status.FINISHED, ended))


async def _order(store: Store, asker: int = 0, most: int = 10) -> list[tuple[int, int]]:
    places = await store.dailies.places(SERVER, DAY, "accordion", most=most, asker=asker)
    return [(place.number, place.player) for place in places]


async def test_a_daily_comes_back_as_it_was_kept(store: Store) -> None:
    """A daily comes back by its day and family as it was kept, and no other one does."""
    assert await store.dailies.get(DAY, "accordion") is None
    assert await store.dailies.save(DAILY) == DAILY
    assert await store.dailies.get(DAY, "accordion") == DAILY
    assert await store.dailies.get(DAY, "pyramid") is None
    assert await store.dailies.get(DAY + timedelta(1), "accordion") is None


async def test_the_dailies_of_a_day(store: Store) -> None:
    """A day has the dailies that were made for it, whatever was made for others."""
    pyramid = DAILY._replace(family="pyramid", game="pyramid")
    for daily in (DAILY, pyramid, DAILY._replace(day=DAY + timedelta(1))):
        await store.dailies.save(daily)
    assert sorted(await store.dailies.of_day(DAY)) == [DAILY, pyramid]
    assert await store.dailies.of_day(DAY - timedelta(1)) == []


async def test_which_daily_somebody_has_finished_last(store: Store, clock: Clock) -> None:
    """The daily that a player finished last is known; practice, resigning and others' games do not count."""
    assert await store.dailies.last_finished(1, DAY) is None
    for name in ("accordion", "pyramid"):
        await _end(store, 1, 3, name=name)
        clock.wait(1)
    await _end(store, 1, 3, name="cribbage", kind=Kind.PRACTICE)
    await _end(store, 1, 52, name="marriage", outcome=RESIGNED)
    await _end(store, 2, 3, name="napoleon")
    assert await store.dailies.last_finished(1, DAY) == "pyramid"
    assert await store.dailies.last_finished(2, DAY) == "napoleon"
    assert await store.dailies.last_finished(1, DAY + timedelta(1)) is None


async def test_a_deal_is_known_as_that_of_a_daily_until_it_is_over(store: Store, clock: Clock) -> None:
    """A deal is known as a daily's before its day and until an hour after it, and no longer afterwards."""
    await store.dailies.save(DAILY)
    for days, hour, known in ((-1, 0, True), (0, 0, True), (1, 0, True), (1, 1, False)):
        clock.turn_to(DAY + timedelta(days), hour)
        assert await store.dailies.deals(DAILY.seed) is known
        assert not await store.dailies.deals("another")


async def test_of_several_processes_one_decides(url: str) -> None:
    """Of several processes one decides on a daily or a secret, and the others read what it has saved."""
    async with await open_store(url) as one, await open_store(url) as two:
        stores = [one, two] * 3
        dailies = [DAILY._replace(seed=f"s{n}") for n in range(len(stores))]
        kept = await asyncio.gather(
            *(store.dailies.save(daily) for store, daily in zip(stores, dailies, strict=True))
        )
        assert len(set(kept)) == 1
        assert await one.dailies.get(DAY, "accordion") == kept[0]
        secrets = await asyncio.gather(
            *(store.secrets.save("name", str(n)) for n, store in enumerate(stores))
        )
        assert {await two.secrets.get("name")} == set(secrets)
        assert await one.secrets.get("other") is None


async def test_one_game_of_a_daily_counts(store: Store) -> None:
    """One game of a daily counts: a second one, in another channel, is refused, and practice is not."""
    assert await store.dailies.attempt(1, DAY, "accordion") is None
    new = NewGame(1, 3, SERVER, "accordion", 1, "seed", kind=Kind.DAILY, day=DAY)
    first = await store.games.create(new)
    with pytest.raises(DailyTaken):
        await store.games.create(new._replace(channel=4))
    await store.games.create(new._replace(channel=4, kind=Kind.PRACTICE))
    assert await store.dailies.attempt(1, DAY, "accordion") == first
    for number, other in enumerate(
        (
            *(new._replace(day=DAY + timedelta(days)) for days in (-1, 1)),
            *(new._replace(game=game) for game in ("a game before", "pyramid")),
            *(new._replace(owner=owner) for owner in (0, 2)),
        )
    ):
        await store.games.create(other._replace(channel=5 + number))
    assert await store.dailies.attempt(1, DAY, "accordion") == first


async def test_results_are_in_order(store: Store) -> None:
    """Results of a daily are ordered by winning, help and what is left, and leave out what does not count."""
    await _end(store, 1, 2, hint=True)
    await _end(store, 2, 9)
    await _end(store, 3, 4)
    await _end(store, 4, 1, guild=OTHER)
    await _end(store, 5, 1, kind=Kind.PRACTICE)
    await _end(store, 6, 1, outcome="resigned")
    await _end(store, 7, 9, hint=True, outcome="won")
    assert await _order(store) == [(1, 7), (2, 3), (3, 2), (4, 1)]
    assert await _order(store, asker=1, most=1) == [(1, 7), (4, 1)]
    places = await store.dailies.places(SERVER, DAY, "accordion", most=1, asker=0)
    assert [place.players for place in places] == [4]


async def test_ties_are_broken_by_the_penalty(store: Store) -> None:
    """Ties in a daily are broken by the penalty, after piles and help and before the number of moves."""
    for player, rest in enumerate([(7, 31), (9, 30), (8, 30), (9, 29)], start=1):
        await _end(store, player, 4, rest=rest)
    await _end(store, 5, 4, rest=(7, 1), hint=True)
    await _end(store, 6, 3, rest=(9, 40))
    assert [player for _, player in await _order(store)] == [6, 4, 3, 2, 1, 5]
    best = await store.dailies.best_places(SERVER, DAY, 2)
    assert [(place.player, place.tiebreak) for place in best["accordion"]] == [(6, 40), (4, 29)]


async def test_the_best_of_each_game(store: Store) -> None:
    """Each game is ranked and counted separately; one that nobody in the server has finished is left out."""
    for player, left in ((1, 5), (2, 3), (3, 4)):
        await _end(store, player, left)
    await _end(store, 1, 9, name="pyramid")
    await _end(store, 4, 1, name="cribbage", guild=OTHER)
    best = await store.dailies.best_places(SERVER, DAY, 2)
    assert {game: [place[:3] for place in places] for game, places in best.items()} == {
        "accordion": [(1, 3, 2), (2, 3, 3)],
        "pyramid": [(1, 1, 1)],
    }
    assert await _order(store) == [(1, 2), (2, 3), (3, 1)]


@pytest.mark.parametrize("guild", [0, SERVER])
async def test_who_hides_has_no_place(store: Store, guild: int) -> None:
    """Who hides has no place and is not counted, except where only another server hides them."""
    await _end(store, 1, 2)
    await _end(store, 2, 9)
    await store.ranks.hide(guild, 1)
    await store.ranks.hide(OTHER, 2)
    assert await _order(store, asker=1) == [(1, 2)]


async def test_what_ends_after_the_daily_is_over_is_practice(store: Store, clock: Clock) -> None:
    """A daily that ends more than an hour after its day is practice, as its key is public by then."""
    clock.turn_to(DAY + timedelta(1), 0, 59)
    await _end(store, 1, 5)
    clock.wait(1)
    await _end(store, 2, 1)
    assert await _order(store) == [(1, 1)]
    exported = [(row.player, row.kind) async for rows in store.ranks.export(SERVER) for row in rows]
    assert exported == [(1, "daily"), (2, "practice")]


async def test_what_a_player_has_played(store: Store) -> None:
    """Each daily of some days is told with every game of it that a player has ended, and with no other's."""
    for days in range(4):
        await store.dailies.save(DAILY._replace(day=DAY - timedelta(days)))
    await store.dailies.save(DAILY._replace(family="pyramid", game="pyramid"))
    await _end(store, 1, 5)
    await _end(store, 1, 0, kind=Kind.PRACTICE, outcome="won")
    await _end(store, 1, 3, name="pyramid")
    await _end(store, 2, 1)
    found = await store.dailies.played(1, "accordion", DAY - timedelta(2), DAY + timedelta(1))
    assert found[:2] == [(DAY - timedelta(days), None, None) for days in (2, 1)]
    assert sorted(found[2:]) == [(DAY, "daily", "stuck"), (DAY, "practice", "won")]
    assert await store.dailies.played(1, "accordion", DAY + timedelta(1), DAY + timedelta(9)) == []
