"""Digests under a test clock: when they are due, that each is taken once, and what they say."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest

from bot.engine.daily import FAMILIES
from bot.service.daily import Dailies
from bot.service.digest import Digests
from bot.service.preparation import Preparation
from bot.store import EVERYWHERE, RESIGNED, Daily, Ended, Kind, NewGame, Server, Status, Store, open_store
from tests.clock import Clock, clock, store

if TYPE_CHECKING:
    from bot.service.digest import Digest
    from bot.service.solver_threads import SolverThreads

__all__ = ["clock", "store"]
DAY = date(2026, 11, 20)
SERVER, OTHER, CHANNEL = 2**62, 5, 2**61
ANNA, BERT, CLEO, DORA = range(1, 5)
RESIGNS = 52
"""The piles that are left to a player who makes no move."""


@pytest.fixture
def digests(store: Store, threads: SolverThreads) -> Digests:
    """Write digests for an empty store."""
    return Digests(store, Dailies(store, threads, Preparation()))


async def _play(
    store: Store, player: int, left: int, *, family: str = "accordion", guild: int = SERVER
) -> None:
    """End today's daily of a family with this many piles left."""
    day = store.now().date()
    await store.dailies.keep(Daily(day, family, family, 1, "seed", "key", 0, 4, None))
    game = await store.games.create(
        NewGame(player, player, guild, family, 1, "seed", kind=Kind.DAILY, day=day)
    )
    ended = Ended(RESIGNED if left == RESIGNS else "stuck", left, 9)
    await store.games.save(
        game.id, seen_version=1, moves="2<", undone="", status=Status.FINISHED, ended=ended
    )


async def _due(digests: Digests) -> list[int]:
    return [server.guild async for server in digests.due()]


async def _take(digests: Digests) -> list[Digest]:
    """Take whatever is due, and return what there is to post."""
    taken = [each async for server in digests.due() if (each := await digests.take(server))]
    for each in taken:
        await digests.posted(each)
    return [each.digest for each in taken]


async def _seen(digests: Digests) -> Server:
    """Return the one server that is due."""
    (server,) = [server async for server in digests.due()]
    return server


async def _next(digests: Digests) -> datetime:
    server = await digests.of(SERVER)
    assert server is not None
    return server.due_at


async def test_due_at_the_hour_and_not_before(digests: Digests, clock: Clock) -> None:
    """In each server at its own hour, including the first and the last of the day."""
    for guild, hour in ((1, 0), (2, 8), (3, 23)):
        await digests.set_up(guild, CHANNEL, hour, ANNA)
    clock.turn_to(DAY, 22, 59)
    assert await _due(digests) == []
    clock.turn_to(DAY, 23)
    assert await _due(digests) == [3]
    await _take(digests)
    tomorrow = DAY + timedelta(1)
    for hour, minute, guilds in ((0, 0, [1]), (7, 59, [1]), (8, 0, [1, 2]), (22, 59, [1, 2])):
        clock.turn_to(tomorrow, hour, minute)
        assert await _due(digests) == guilds


async def test_an_hour_that_has_passed_begins_tomorrow(digests: Digests, clock: Clock) -> None:
    """Setting a digest for eight up at noon says so, and so it is; a change works the same way."""
    await digests.set_up(SERVER, CHANNEL, 8, ANNA)
    assert await _due(digests) == []
    assert await _next(digests) == datetime(2026, 11, 21, 8, tzinfo=UTC)
    await digests.set_up(SERVER, CHANNEL + 1, 13, ANNA)
    assert await _next(digests) == datetime(2026, 11, 20, 13, tzinfo=UTC)
    clock.turn_to(DAY + timedelta(1), 13)
    server = await _seen(digests)
    assert (server.channel, server.hour) == (CHANNEL + 1, 13)


async def test_a_bot_that_was_down_catches_up(digests: Digests, store: Store, clock: Clock) -> None:
    """On the same day of UTC; a digest missed the day before is left out, and none comes twice."""
    await digests.set_up(SERVER, CHANNEL, 8, ANNA)
    await _play(store, ANNA, 3)
    clock.turn_to(DAY + timedelta(1), 17)
    await _play(store, ANNA, 4)
    assert [digest.day for digest in await _take(digests)] == [DAY]
    assert await _take(digests) == []
    clock.turn_to(DAY + timedelta(2), 23, 59)
    assert [digest.day for digest in await _take(digests)] == [DAY + timedelta(1)]
    clock.turn_to(DAY + timedelta(3), 7, 59)
    assert await _due(digests) == []


async def test_of_several_processes_one_takes_it(url: str, clock: Clock, threads: SolverThreads) -> None:
    """All of them see the server as due at the same time."""
    async with await open_store(url, clock) as one, await open_store(url, clock) as two:
        bots = [Digests(store, Dailies(store, threads, Preparation())) for store in (one, two)] * 3
        await bots[0].set_up(SERVER, CHANNEL, 8, ANNA)
        await _play(one, ANNA, 3)
        clock.turn_to(DAY + timedelta(1), 8)
        seen = [(bot, server) for bot in bots async for server in bot.due()]
        assert len(seen) == len(bots)
        taken = await asyncio.gather(*(bot.take(server) for bot, server in seen))
        assert sum(digest is not None for digest in taken) == 1


async def test_what_nobody_has_posted_is_due_again(digests: Digests, store: Store, clock: Clock) -> None:
    """After some minutes, in case the process that took it has ended; the next one knows of the attempt."""
    await digests.set_up(SERVER, CHANNEL, 8, ANNA)
    await _play(store, ANNA, 3)
    clock.turn_to(DAY + timedelta(1), 8)
    first = await digests.take(await _seen(digests))
    assert first is not None
    assert not first.tried
    assert await _due(digests) == []
    clock.wait(5)
    second = await digests.take(await _seen(digests))
    assert second is not None
    assert second.tried
    await digests.failed(second, 30)
    assert await _due(digests) == []
    clock.wait(0.5)
    assert await _due(digests) == [SERVER]


async def test_midnight_changes_nothing(digests: Digests, store: Store, clock: Clock) -> None:
    """What was due at eleven in the evening is posted afterwards, and the next one in its own time."""
    await digests.set_up(SERVER, CHANNEL, 23, ANNA)
    await _play(store, ANNA, 3)
    clock.turn_to(DAY + timedelta(1), 22)
    await _take(digests)
    await _play(store, ANNA, 4)
    clock.turn_to(DAY + timedelta(2), 0, 30)
    assert [digest.day for digest in await _take(digests)] == [DAY]
    assert await _next(digests) == datetime(2026, 11, 22, 23, tzinfo=UTC)
    clock.turn_to(DAY + timedelta(2), 23)
    assert [digest.day for digest in await _take(digests)] == [DAY + timedelta(1)]


async def test_a_day_has_one_digest(digests: Digests, store: Store, clock: Clock) -> None:
    """Even if a later hour is chosen after it has come, or while it is being posted."""
    await digests.set_up(SERVER, CHANNEL, 8, ANNA)
    await _play(store, ANNA, 3)
    clock.turn_to(DAY + timedelta(1), 8)
    taken = await digests.take(await _seen(digests))
    assert taken is not None
    await digests.set_up(SERVER, CHANNEL, 13, ANNA)
    await digests.posted(taken)
    assert await _next(digests) == datetime(2026, 11, 22, 13, tzinfo=UTC)
    await digests.set_up(SERVER, CHANNEL, 20, ANNA)
    assert await _next(digests) == datetime(2026, 11, 22, 20, tzinfo=UTC)


async def test_what_falls_due_while_the_last_one_is_posted_stays_due(store: Store, clock: Clock) -> None:
    """An hour that was just chosen may have come by then: no day's digest is left out."""
    await store.servers.put(SERVER, CHANNEL, 23, ANNA)
    clock.turn_to(DAY, 23, 59)
    await store.servers.put(SERVER, CHANNEL, 0, ANNA)
    clock.turn_to(DAY + timedelta(1), 0, 1)
    await store.servers.done(SERVER, DAY)
    (server,) = await store.servers.due(3, 0, 10)
    assert server.due_at == datetime(2026, 11, 21, tzinfo=UTC)


async def test_three_refusals_in_a_row_are_enough(digests: Digests, store: Store, clock: Clock) -> None:
    """A success in between restarts the count, and so does setting the digest up again."""
    await digests.set_up(SERVER, CHANNEL, 8, ANNA)
    ends = []
    for refused in (True, True, False, True, True, True):
        await _play(store, ANNA, 3)
        clock.now += timedelta(days=1)
        taken = await digests.take(await _seen(digests))
        assert taken is not None
        ends.append(await (digests.refused if refused else digests.posted)(taken))
    assert ends == [False, False, None, False, False, True]
    clock.now += timedelta(days=1)
    assert await _due(digests) == []
    await digests.set_up(SERVER, CHANNEL, 8, ANNA)
    clock.now += timedelta(days=1)
    assert await _due(digests) == [SERVER]


async def test_a_change_of_mind_is_heeded(digests: Digests, store: Store, clock: Clock) -> None:
    """Between finding a server due and posting: another channel, or none any more."""
    await digests.set_up(SERVER, CHANNEL, 8, ANNA)
    await _play(store, ANNA, 3)
    clock.turn_to(DAY + timedelta(1), 8)
    seen = await _seen(digests)
    await digests.set_up(SERVER, CHANNEL + 1, 9, ANNA)
    assert await digests.take(seen) is None
    clock.turn_to(DAY + timedelta(1), 9)
    seen = await _seen(digests)
    await digests.switch_off(SERVER)
    assert await digests.take(seen) is None
    assert await digests.of(SERVER) is None


async def test_a_quiet_server_stays_quiet(digests: Digests, store: Store, clock: Clock) -> None:
    """Everybody played elsewhere, resigned, hides, or did not play; the day is still done with."""
    await digests.set_up(SERVER, CHANNEL, 8, ANNA)
    await _play(store, ANNA, 3, guild=OTHER)
    await _play(store, BERT, RESIGNS)
    await _play(store, CLEO, 3)
    await store.ranks.hide(EVERYWHERE, CLEO)
    clock.turn_to(DAY + timedelta(1), 8)
    assert await _due(digests) == [SERVER]
    assert await _take(digests) == []
    assert await _due(digests) == []


async def test_what_stands_in_a_digest(digests: Digests, store: Store, clock: Clock) -> None:
    """For each daily that somebody finished, the three best and how many played; without hidden players."""
    await digests.set_up(SERVER, CHANNEL, 8, ANNA)
    for player, left in ((ANNA, 5), (BERT, 2), (CLEO, 9), (DORA, 7), (6, 1)):
        await _play(store, player, left)
    await _play(store, CLEO, 4, family="pyramid")
    await store.ranks.hide(SERVER, 6)
    clock.turn_to(DAY + timedelta(1), 8)
    (digest,) = await _take(digests)
    (accordion, first), (pyramid, second) = digest.results
    assert (accordion.day, accordion.family, pyramid.family) == (DAY, "accordion", "pyramid")
    assert [(place.number, place.player) for place in first] == [(1, BERT), (2, ANNA), (3, DORA)]
    assert [place.players for place in (first[0], second[0])] == [4, 1]
    assert digest.coming == DAY + timedelta(2)
    assert [family for family, _ in digest.commitments] == list(FAMILIES)


@pytest.mark.parametrize(
    ("day", "coming"),
    [
        (date(2026, 11, 29), date(2026, 12, 1)),
        (date(2026, 12, 30), date(2027, 1, 1)),
        (date(2026, 12, 31), date(2027, 1, 2)),
        (date(2028, 2, 27), date(2028, 2, 29)),
        (date(2028, 2, 28), date(2028, 3, 1)),
        (date(2027, 2, 27), date(2027, 3, 1)),
    ],
)
async def test_what_comes_after_the_end_of_a_month(
    digests: Digests, store: Store, clock: Clock, day: date, coming: date
) -> None:
    """A digest of its last days commits to the dailies of the next month, or of 29 February."""
    clock.turn_to(day, 7)
    await digests.set_up(SERVER, CHANNEL, 8, ANNA)
    await _play(store, ANNA, 3)
    clock.turn_to(day + timedelta(1), 8)
    (digest,) = await _take(digests)
    assert (digest.day, digest.coming) == (day, coming)
    assert [family for family, _ in digest.commitments] == list(FAMILIES)


@pytest.mark.parametrize("at_once", [1, 2, 366])
async def test_a_streak_of_the_server(
    digests: Digests, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """Days in a row on which anybody finished a daily; a day of resignations alone breaks it."""
    await digests.set_up(SERVER, CHANNEL, 8, ANNA)
    monkeypatch.setattr("bot.service.digest._AT_ONCE", at_once)
    streaks = []
    for player in (ANNA, BERT, None, CLEO, ANNA, ANNA):
        clock.now += timedelta(days=1)
        streaks += [digest.streak for digest in await _take(digests)]
        if player is not None:
            await _play(store, player, 5)
        await _play(store, DORA, RESIGNS)
    assert streaks == [1, 2, 1, 2]


@pytest.mark.parametrize(
    ("change", "before", "after"), [(date(2026, 3, 29), 9, 10), (date(2026, 10, 25), 10, 9)]
)
async def test_clocks_that_change_do_not_move_it(
    digests: Digests, clock: Clock, change: date, before: int, after: int
) -> None:
    """The hour is UTC: in Berlin it moves with the clocks, and what people are shown says so."""
    berlin = ZoneInfo("Europe/Berlin")
    shown = []
    clock.turn_to(change - timedelta(2), 12)
    await digests.set_up(SERVER, CHANNEL, 8, ANNA)
    for day in (change - timedelta(1), change):
        clock.turn_to(day, 7, 59)
        assert await _due(digests) == []
        shown.append((await _next(digests)).astimezone(berlin).hour)
        clock.turn_to(day, 8)
        assert await _due(digests) == [SERVER]
        await _take(digests)
    assert shown == [before, after]
