"""What digests say, and which are not posted at all."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.service.daily import Dailies, in_one
from bot.service.digest import Digests
from bot.service.kernels import Preparation
from bot.service.thinking.solver_threads import SolverThreads
from bot.store import EVERYWHERE, Store
from idle_year.engine.daily import FAMILIES
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.service.digesting import (
    ANNA,
    BERT,
    CHANNEL,
    CLEO,
    DAY,
    DORA,
    MESSAGE,
    OTHER,
    RESIGNS,
    SERVER,
    begin_daily,
    digests,
    due,
    end_daily,
    finish,
    play_days,
    streak_told,
    take_due,
    the_one_due,
)

__all__ = ["clock", "digests", "store"]


async def test_a_quiet_server_stays_quiet(digests: Digests, store: Store, clock: Clock) -> None:
    """A server in which nobody has a result gets a digest that names nobody, and goes on after a week."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    await end_daily(store, ANNA, 3, guild=OTHER)
    await end_daily(store, BERT, RESIGNS)
    await end_daily(store, CLEO, 3)
    await store.ranks.hide(EVERYWHERE, CLEO)
    clock.turn_to(DAY + timedelta(1), 8)
    assert [digest.results for digest in await take_due(digests)] == [[]]
    clock.turn_to(DAY + timedelta(9), 8)
    assert [digest.results for digest in await take_due(digests)] == [[]]
    for days in (10, 11):
        clock.turn_to(DAY + timedelta(days), 8)
        assert await due(digests) == [SERVER]
        assert await take_due(digests) == []
        assert await due(digests) == []
        assert await store.servers.stale() == [SERVER]
        last = await digests.last(SERVER)
        assert last is not None
        assert (last.message, last.digest.day) == (MESSAGE, DAY + timedelta(days - 1))


async def test_a_week_without_a_player(digests: Digests, store: Store, clock: Clock) -> None:
    """A new digest comes every day for a week after somebody last played, and again once somebody does."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    await end_daily(store, ANNA, 3)
    came = []
    for days in range(1, 13):
        clock.turn_to(DAY + timedelta(days), 8)
        came += [digest.day for digest in await take_due(digests)]
        if days == 10:
            await end_daily(store, BERT, 3)
    assert came == [DAY + timedelta(days) for days in (*range(7), 10, 11)]


async def test_a_table_whose_day_is_over(digests: Digests, store: Store, clock: Clock) -> None:
    """The digest before, once the next one is due, tells all who finished the daily of its day."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    clock.turn_to(DAY + timedelta(1), 8)
    await take_due(digests)
    await end_daily(store, ANNA, 3)
    clock.turn_to(DAY + timedelta(2), 8)
    taken = await digests.take(await the_one_due(digests))
    assert taken is not None
    last = await digests.last(SERVER)
    assert last is not None
    (table,) = last.digest.tables
    assert (last.message, table.daily.day, last.digest.over) == (MESSAGE, DAY + timedelta(1), True)
    assert [place.player for place in table.places] == [ANNA]


@both_databases
async def test_what_stands_in_a_digest(digests: Digests, store: Store, clock: Clock) -> None:
    """A digest has the three best of each daily that somebody finished, and how many played it."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    for player, left in ((ANNA, 5), (BERT, 2), (CLEO, 9), (DORA, 7), (6, 1)):
        await end_daily(store, player, left)
    await end_daily(store, CLEO, 4, family="pyramid")
    await store.ranks.hide(SERVER, 6)
    clock.turn_to(DAY + timedelta(1), 8)
    (digest,) = await take_due(digests)
    (accordion, first), (pyramid, second) = digest.results
    assert (accordion.day, accordion.family, pyramid.family) == (DAY, "accordion", "pyramid")
    assert [(place.number, place.player) for place in first] == [(1, BERT), (2, ANNA), (3, DORA)]
    assert [place.players for place in (first[0], second[0])] == [4, 1]
    assert digest.coming == DAY + timedelta(2)


@both_databases
async def test_a_digest_knows_all_families(digests: Digests, store: Store, clock: Clock) -> None:
    """A digest has all who have finished any daily of its day since, with their games, but who hides."""
    for player, family in ((ANNA, "pyramid"), (BERT, "pyramid"), (CLEO, "cribbage"), (DORA, "napoleon")):
        await end_daily(store, player, 3, family=family)
    await store.ranks.hide(EVERYWHERE, BERT)
    await store.ranks.hide(SERVER, DORA)
    digest = await digests.compose(SERVER, DAY - timedelta(1))
    assert [(table.daily.family, [*table.games]) for table in digest.tables] == [
        ("cribbage", [CLEO]),
        ("napoleon", []),
        ("pyramid", [ANNA]),
    ]
    assert [[place.player for place in table.places] for table in digest.tables] == [[CLEO], [], [ANNA]]


@both_databases
async def test_who_won_a_month(digests: Digests, store: Store, clock: Clock) -> None:
    """The digest of the first of a month has who won the last by its board: all who tie, but who hides.

    No digest of another day has anybody.
    """
    clock.turn_to(date(2026, 11, 29), 12)
    for player in (ANNA, BERT, CLEO):
        await end_daily(store, player, 1, won=True)
    await store.ranks.hide(EVERYWHERE, CLEO)
    clock.turn_to(date(2026, 11, 30), 12)
    await end_daily(store, CLEO, 1, won=True)
    await end_daily(store, DORA, 1, guild=OTHER, won=True)
    clock.turn_to(date(2026, 12, 1), 8)
    won = {day: (await digests.compose(SERVER, date(2026, 11, day))).winners for day in (28, 29, 30)}
    assert {day: [place.player for place in places] for day, places in won.items()} == {
        28: [],
        29: [],
        30: [ANNA, BERT],
    }
    assert {place.points for place in won[30]} == {4}


@pytest.mark.parametrize(
    ("day", "coming"),
    [(date(2026, 12, 31), date(2027, 1, 2)), (date(2028, 2, 27), date(2028, 2, 29))],
)
async def test_what_comes_after_the_end_of_a_month(
    digests: Digests, store: Store, threads: SolverThreads, clock: Clock, day: date, coming: date
) -> None:
    """A digest of the last days of a month commits to the dailies of the next one, or of 29 February."""
    clock.turn_to(day, 7)
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    await end_daily(store, ANNA, 3)
    clock.turn_to(day + timedelta(1), 8)
    (digest,) = await take_due(digests)
    assert (digest.day, digest.coming) == (day, coming)
    bound = await Dailies(store, threads, Preparation()).commitments(coming)
    assert [family for family, _ in bound] == list(FAMILIES)
    assert digest.fingerprint == in_one(commitment for _, commitment in bound)


async def test_a_digest_binds_keys_whether_their_dailies_are_made_or_not(
    digests: Digests, store: Store, clock: Clock
) -> None:
    """A digest that is edited days later, when not all of the dailies were made, keeps its proof."""
    before = (await digests.compose(SERVER, DAY - timedelta(1))).fingerprint
    clock.turn_to(DAY + timedelta(1), 12)
    await end_daily(store, ANNA, 3)
    clock.turn_to(DAY + timedelta(5), 12)
    assert (await digests.compose(SERVER, DAY - timedelta(1))).fingerprint == before


ALL = (ANNA, BERT, CLEO)


@both_databases
@pytest.mark.parametrize(
    "at_once", [pytest.param(1, marks=pytest.mark.slow), 2, pytest.param(31, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    ("days", "streaks"),
    [
        ([ALL, ALL, (ANNA, BERT), (CLEO,), ALL], [1, 2, 0, 0, 1]),
        ([(*ALL, DORA), (ANNA, BERT, DORA), ALL], [1, 2, 3]),  # any three
        ([(ANNA, BERT)] * 3 + [(ANNA,), (ANNA, BERT)], [1, 2, 3, 0, 1]),  # all of two
        ([(ANNA,)] * 4 + [()], [1, 2, 3, 4, 0]),
        ([(ANNA,), (BERT,), (ANNA, BERT)], [1, 0, 1]),
        ([(ANNA,), (ANNA, BERT), ALL, ALL], [1, 2, 3, 4]),  # a server that grows
    ],
)
async def test_a_streak_of_the_server(
    digests: Digests,
    store: Store,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    at_once: int,
    days: list[tuple[int, ...]],
    streaks: list[int],
) -> None:
    """A server's streak counts days in a row on which three people finished a daily, or all of fewer."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    monkeypatch.setattr("bot.service.digest._DAYS_AT_ONCE", at_once)
    told = []
    for players in days:
        # Who finishes a second one is still one person, and who resigns has finished none.
        for player in players[:1]:
            await end_daily(store, player, 5, family="cribbage")
        await end_daily(store, 9, RESIGNS)
        await play_days(store, clock, players)
        told += [digest.streak for digest in await take_due(digests)]
    assert told == streaks


async def test_who_has_not_finished_for_thirty_days_is_not_waited_for(
    digests: Digests, store: Store, clock: Clock
) -> None:
    """Whoever finished a daily within thirty days has to finish one for a day to count, and nobody else."""
    await play_days(store, clock, (ANNA, BERT), *[(ANNA,)] * 60)
    told = [(await digests.compose(SERVER, DAY + timedelta(days - 1))).streak for days in (0, 1, 29, 30, 60)]
    assert told == [1, 0, 0, 1, 31]


async def test_a_streak_is_as_long_as_it_is(digests: Digests, store: Store, clock: Clock) -> None:
    """However many days a streak has, each of them is compared with the thirty days up to it."""
    await play_days(store, clock, (ANNA, BERT), *[(ANNA,)] * 99)
    assert (await digests.compose(SERVER, DAY + timedelta(99))).streak == 70


async def test_nobody_takes_earlier_days_from_a_streak(digests: Digests, store: Store, clock: Clock) -> None:
    """Whoever comes changes no earlier day; if one of two has all data deleted, the other's days count."""
    await play_days(store, clock, *[(ANNA, BERT)] * 5)
    five = DAY + timedelta(4)
    assert (await digests.compose(SERVER, five)).streak == 5
    await play_days(store, clock, ALL, (CLEO,), (CLEO, DORA))
    assert (await digests.compose(SERVER, five)).streak == 6
    await store.privacy.delete(BERT)
    assert (await digests.compose(SERVER, five)).streak == 6
    assert (await digests.compose(SERVER, five + timedelta(2))).streak == 0


async def test_a_streak_grows_with_the_third_and_breaks_with_the_day(
    digests: Digests, store: Store, clock: Clock
) -> None:
    """A streak counts a day once a third has finished, and is broken when the day is over.

    Whoever hides counts, unnamed, and so does whoever has ended a game within the hour after midnight.
    """
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    for player in ALL:
        await end_daily(store, player, 5)
    clock.turn_to(DAY + timedelta(1), 8)
    await take_due(digests)
    assert await streak_told(digests) == 1
    await store.ranks.hide(EVERYWHERE, CLEO)
    for player, streak in ((ANNA, 1), (BERT, 1), (CLEO, 2)):
        await end_daily(store, player, 5)
        assert await streak_told(digests) == streak
    clock.turn_to(DAY + timedelta(2), 8)
    await take_due(digests)
    await end_daily(store, ANNA, 5)
    await end_daily(store, BERT, 5)
    late = await begin_daily(store, DORA)
    clock.turn_to(DAY + timedelta(3), 0, 59)
    assert await streak_told(digests) == 2
    await finish(store, late, 5)
    clock.turn_to(DAY + timedelta(3), 1)
    assert await streak_told(digests) == 3
    await take_due(digests)
    clock.turn_to(DAY + timedelta(4), 1)
    assert await streak_told(digests) == 3
    clock.turn_to(DAY + timedelta(4), 8)
    (digest,) = await take_due(digests)
    assert digest.streak == 0
