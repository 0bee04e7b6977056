"""Dailies and secrets: what is written first stands, one game counts, and results in order."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.store import Daily, Ended, Help, Kind, NewGame, SeatTaken, Status, Store, open_store

DAY = date(2026, 11, 20)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
DAILY = Daily(DAY, "accordion", "accordion", 1, "seed", "key", 3, None, 0.25)
SERVER, OTHER = 2**62, 5


class Clock:
    """A clock that tests set."""

    now = NOON

    def __call__(self) -> datetime:
        """Return what the clock shows."""
        return self.now


async def _end(
    store: Store,
    player: int,
    left: int,
    *,
    hint: bool = False,
    guild: int = SERVER,
    outcome: str = "stuck",
    kind: Kind = Kind.DAILY,
) -> None:
    game = await store.games.create(NewGame(player, 3, guild, "accordion", 1, "seed", kind=kind, day=DAY))
    if hint:
        await store.games.help(game.id, Help.HINT)
    ended = Ended(outcome, left, 9)
    await store.games.save(
        game.id, seen_version=1, moves="2<", undone="", status=Status.FINISHED, ended=ended
    )


async def _order(store: Store, asker: int = 0, most: int = 10) -> list[tuple[int, int]]:
    places = await store.dailies.places(SERVER, DAY, "accordion", most=most, asker=asker)
    return [(place.number, place.player) for place in places]


async def test_a_daily_comes_back_as_it_was_kept(store: Store) -> None:
    """By day and family; the others are not there yet."""
    assert await store.dailies.get(DAY, "accordion") is None
    assert await store.dailies.keep(DAILY) == DAILY
    assert await store.dailies.get(DAY, "accordion") == DAILY
    assert await store.dailies.get(DAY, "pyramid") is None
    assert await store.dailies.get(DAY + timedelta(1), "accordion") is None


async def test_of_several_processes_one_decides(url: str) -> None:
    """Whoever comes later reads what stands: dailies and secrets alike."""
    async with await open_store(url) as one, await open_store(url) as two:
        stores = [one, two] * 3
        dailies = [DAILY._replace(seed=f"s{n}") for n in range(len(stores))]
        kept = await asyncio.gather(
            *(store.dailies.keep(daily) for store, daily in zip(stores, dailies, strict=True))
        )
        assert len(set(kept)) == 1
        assert await one.dailies.get(DAY, "accordion") == kept[0]
        secrets = await asyncio.gather(
            *(store.secrets.keep("name", str(n)) for n, store in enumerate(stores))
        )
        assert {await two.secrets.get("name")} == set(secrets)
        assert await one.secrets.get("other") is None


async def test_one_game_of_a_daily_counts(store: Store) -> None:
    """A second one, in another channel, is refused; practice is not."""
    assert await store.dailies.attempt(1, DAY, "accordion") is None
    new = NewGame(1, 3, SERVER, "accordion", 1, "seed", kind=Kind.DAILY, day=DAY)
    first = await store.games.create(new)
    with pytest.raises(SeatTaken):
        await store.games.create(new._replace(channel=4))
    await store.games.create(new._replace(channel=4, kind=Kind.PRACTICE))
    assert await store.dailies.attempt(1, DAY, "accordion") == first.id
    await store.games.create(new._replace(channel=5, day=DAY + timedelta(1)))
    await store.games.create(new._replace(channel=6, game="pyramid"))


async def test_results_are_in_order(url: str) -> None:
    """Clean before assisted, then what is left; of one server, and without practice or who resigned."""
    async with await open_store(url, Clock()) as store:
        await _end(store, 1, 2, hint=True)
        await _end(store, 2, 9)
        await _end(store, 3, 4)
        await _end(store, 4, 1, guild=OTHER)
        await _end(store, 5, 1, kind=Kind.PRACTICE)
        await _end(store, 6, 1, outcome="resigned")
        assert await _order(store) == [(1, 3), (2, 2), (3, 1)]
        assert await _order(store, asker=1, most=1) == [(1, 3), (3, 1)]
        places = await store.dailies.places(SERVER, DAY, "accordion", most=1, asker=0)
        assert [place.players for place in places] == [3]


@pytest.mark.parametrize("guild", [0, SERVER])
async def test_who_hides_has_no_place(url: str, guild: int) -> None:
    """Nor is it counted."""
    async with await open_store(url, Clock()) as store:
        await _end(store, 1, 2)
        await _end(store, 2, 9)
        await store.ranks.hide(guild, 1)
        assert await _order(store, asker=1) == [(1, 2)]


async def test_what_ends_after_the_day_is_practice(url: str) -> None:
    """The key is public by then: such a result stands neither here nor on a leaderboard."""
    clock = Clock()
    async with await open_store(url, clock) as store:
        clock.now = datetime(2026, 11, 20, 23, 59, 59, tzinfo=UTC)
        await _end(store, 1, 5)
        clock.now += timedelta(seconds=1)
        await _end(store, 2, 1)
        assert await _order(store) == [(1, 1)]
        exported = [(row.player, row.kind) async for row in store.ranks.export(SERVER)]
        assert exported == [(1, "daily"), (2, "practice")]
