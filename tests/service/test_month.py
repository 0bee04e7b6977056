"""The board of a month over all games: what earns points, and what does not."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.service.ranks import A_PAGE, Month, MonthBoard, Ranks
from bot.store import Daily, Ended, Help, Kind, NewGame, NewVersion, Seen, Status
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import games_of
from tests.clock import clock, store
from tests.databases import both_databases

if TYPE_CHECKING:
    from bot.store import Store
    from tests.clock import Clock

__all__ = ["clock", "store"]

SERVER, OTHER = 4, 5
FIRST = date(2026, 11, 1)


async def _make(store: Store, day: date, stars: int | None, family: str = "accordion") -> Daily:
    """Make a daily of a difficulty, unless there is one already."""
    game = games_of(family)[0].id
    return await store.dailies.save(Daily(day, family, game, 1, f"{day}{family}", "key", 0, stars, None))


async def _end(
    store: Store,
    player: int,
    daily: Daily,
    *,
    guild: int | None = SERVER,
    outcome: str = "won",
    kind: Kind = Kind.DAILY,
    hint: bool = False,
) -> Seen:
    """End a player's game of a daily; return it as it is then."""
    day = daily.day if kind in (Kind.DAILY, Kind.PRACTICE) else None
    new = NewGame(player, 3, guild, daily.game, 1, daily.seed, kind=kind, day=day)
    game = await store.games.create(new)
    if hint:
        await store.games.help(game.id, Help.HINT)
    ended = Ended(outcome, 1, 9)
    assert await store.games.save(game.seen, NewVersion(player, "2<", "", Status.FINISHED, ended))
    return Seen(game.id, game.version + 1)


async def _win(store: Store, clock: Clock, player: int, day: int, stars: int, family: str) -> None:
    """Win a daily without help on a day of November."""
    clock.turn_to(FIRST + timedelta(day - 1), 12)
    await _end(store, player, await _make(store, FIRST + timedelta(day - 1), stars, family))


async def _look(
    store: Store, month: Month = Month.THIS, *, asker: int = 0, page: int = 0, guild: int = SERVER
) -> MonthBoard:
    return await Ranks(store).of_month(guild, asker, month, page)


async def _points(store: Store, month: Month = Month.THIS, guild: int = SERVER) -> dict[int, int]:
    found = await _look(store, month, guild=guild)
    return {place.player: place.points for place in found.places}


async def test_points_are_the_stars_of_wins_in_all_families(store: Store, clock: Clock) -> None:
    """Points are the stars of the dailies won, whatever their family; an ungraded one is worth one."""
    for day, (family, stars) in enumerate(zip(FAMILIES, (5, 1, 3, 2, 4), strict=True), start=1):
        await _win(store, clock, 1, day, stars, family)
    clock.turn_to(FIRST + timedelta(8), 12)
    await _end(store, 2, await _make(store, FIRST + timedelta(8), None))
    found = await _look(store, asker=2)
    assert [(place.number, place.player, place.points, place.wins) for place in found.places] == [
        (1, 1, 15, 5),
        (2, 2, 1, 1),
    ]
    assert found.own == found.places[1]


async def test_only_dailies_won_without_help_count(store: Store, clock: Clock) -> None:
    """A win with help, a daily that was lost or resigned, another deal and practice are worth nothing."""
    daily = await _make(store, clock.now.date(), 5)
    await _end(store, 1, daily, hint=True)
    await _end(store, 2, daily, outcome="stuck")
    await _end(store, 3, daily, outcome="resigned")
    await _end(store, 4, daily, outcome="minor_win")
    for player, kind in enumerate((Kind.FREE, Kind.RACE, Kind.PRACTICE, Kind.CHOSEN), start=5):
        for _ in range(3):
            await _end(store, player, daily, kind=kind)
    assert await _points(store) == {}
    found = await _look(store)
    assert (found.pages, found.places, found.own) == (1, [], None)


async def test_other_accounts_change_no_points(store: Store, clock: Clock) -> None:
    """However many accounts lose the same daily on purpose, nobody has a point more or another place."""
    daily = await _make(store, clock.now.date(), 3)
    for player in (1, 2):
        await _end(store, player, daily)
    before = await _look(store)
    for puppet in range(100, 130):
        await _end(store, puppet, daily, outcome="stuck")
    assert await _look(store) == before


async def test_a_month_ends_at_midnight_of_utc(store: Store, clock: Clock) -> None:
    """A daily counts for the month of its day; the month before can still be looked at, and no older one."""
    days = [date(2026, 10, 31), date(2026, 11, 1), date(2026, 11, 30), date(2026, 12, 1)]
    for day, stars in zip(days, (1, 2, 3, 4), strict=True):
        clock.turn_to(day, 23, 59)
        await _end(store, 1, await _make(store, day, stars))
        if day == days[2]:
            assert (await _points(store), await _points(store, Month.LAST)) == ({1: 5}, {1: 1})
    assert (await _points(store), await _points(store, Month.LAST)) == ({1: 4}, {1: 5})
    clock.turn_to(date(2027, 1, 31), 0)
    assert (await _points(store), await _points(store, Month.LAST)) == ({}, {1: 4})
    clock.turn_to(date(2027, 2, 28), 0)
    assert (await _points(store), await _points(store, Month.LAST)) == ({}, {})


async def test_the_hour_after_the_last_day_belongs_to_it(store: Store, clock: Clock) -> None:
    """A daily begun in time and won within an hour after the month counts for that month, and no later."""
    last = date(2026, 11, 30)
    for player, minute in ((1, 59), (2, 60)):
        clock.turn_to(last, 23)
        daily = await _make(store, last, 3)
        new = NewGame(player, 3, SERVER, daily.game, 1, daily.seed, kind=Kind.DAILY, day=last)
        game = await store.games.create(new)
        clock.wait(60 + minute)
        won = NewVersion(player, "2<", "", Status.FINISHED, Ended("won", 1, 9))
        assert await store.games.save(game.seen, won)
    assert (await _points(store), await _points(store, Month.LAST)) == ({}, {1: 3})


@pytest.mark.parametrize("guild", [0, SERVER])
async def test_who_hides_takes_no_place(store: Store, clock: Clock, guild: int) -> None:
    """Who hides, everywhere or in the server, is neither named nor counted, and takes nobody's place."""
    daily = await _make(store, clock.now.date(), 5)
    for player in (1, 2):
        await _end(store, player, daily)
    await store.ranks.hide(guild, 1)
    found = await _look(store, asker=1)
    assert [(place.number, place.players, place.player) for place in found.places] == [(1, 1, 2)]
    assert found.own is None
    await store.ranks.show(guild, 1)
    assert await _points(store) == {1: 5, 2: 5}


async def test_what_is_deleted_or_reset_is_gone(store: Store, clock: Clock) -> None:
    """Who deletes their data is gone from the board, and a reset takes off what it is of."""
    accordion, pyramid = [await _make(store, clock.now.date(), 3, each) for each in ("accordion", "pyramid")]
    for player in (1, 2):
        for daily in (accordion, pyramid):
            await _end(store, player, daily)
    await store.privacy.delete(1)
    assert await _points(store) == {2: 6}
    await store.ranks.reset(SERVER, pyramid.game)
    assert await _points(store) == {2: 3}
    await store.ranks.reset(SERVER, None)
    assert await _points(store) == {}


async def test_servers_do_not_see_each_other(store: Store, clock: Clock) -> None:
    """A daily counts where it was dealt, and on no board if that was in direct messages."""
    for player, guild in ((1, SERVER), (2, OTHER), (3, None)):
        await _end(store, player, await _make(store, clock.now.date(), 5), guild=guild)
    assert [await _points(store, guild=guild) for guild in (SERVER, OTHER)] == [{1: 5}, {2: 5}]


async def test_a_win_stays_when_it_is_taken_back(store: Store, clock: Clock) -> None:
    """Who reopens a daily that was won keeps its points, and one that is won only then earns none."""
    won, lost = [await _make(store, clock.now.date(), 4, each) for each in ("accordion", "pyramid")]
    for daily, outcome in ((won, "won"), (lost, "stuck")):
        seen = await _end(store, 1, daily, outcome=outcome)
        assert await store.games.save(seen, NewVersion(1, "", "2<", undid=True))
        again = NewVersion(1, "2<", "", Status.FINISHED, Ended("won", 1, 9))
        assert await store.games.save(Seen(seen.id, seen.version + 1), again)
    assert await _points(store) == {1: 4}


async def test_pages_and_the_own_place(store: Store, clock: Clock) -> None:
    """A board has pages, and the player's own place is known on each of them."""
    daily = await _make(store, clock.now.date(), 2)
    better = await _make(store, clock.now.date(), 5, "pyramid")
    for player in range(1, 14):
        await _end(store, player, daily)
    await _end(store, 12, better)
    first, second, beyond = [await _look(store, asker=11, page=page) for page in (0, 1, 2**63 - 1)]
    assert [place.player for place in first.places] == [12, *range(1, 10)]
    assert [(place.number, place.position, place.player) for place in second.places] == [
        (2, 11, 10),
        (2, 12, 11),
        (2, 13, 13),
    ]
    assert len(first.places) == A_PAGE
    assert (first.pages, second.pages) == (2, 2)
    assert beyond == second
    for found in (first, second):
        assert found.own == second.places[1]


@both_databases
@pytest.mark.parametrize("seed", range(2))
async def test_it_agrees_with_a_plain_reading(store: Store, clock: Clock, seed: int) -> None:
    """The board agrees with a plain reading of who has won what."""
    luck = Random(seed)  # noqa: S311  play, not a secret
    wins: dict[int, dict[str, list[int]]] = {}
    for day in range(1, 12):
        for family in FAMILIES:
            clock.turn_to(FIRST + timedelta(day - 1), 12)
            daily = await _make(store, FIRST + timedelta(day - 1), luck.randint(1, 5), family)
            for player in luck.sample(range(1, 9), 3):
                hint = luck.random() < 0.3
                await _end(store, player, daily, hint=hint)
                if not hint:
                    wins.setdefault(player, {}).setdefault(family, []).append(daily.stars or 0)
    expected = {
        player: sum(sum(sorted(stars)[-2:]) for stars in each.values()) for player, each in wins.items()
    }
    found = (await _look(store)).places
    assert {place.player: place.points for place in found} == expected
    order = sorted(expected.values(), reverse=True)
    assert [place.number for place in found] == [order.index(place.points) + 1 for place in found]
