"""Digests under a test clock: when they are due, and that each is taken once."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.service.digest import Digests
from bot.service.thinking.solver_threads import SolverThreads
from bot.store import Store, open_store
from tests.clock import Clock, clock, store
from tests.databases import both_databases
from tests.service.digesting import (
    ANNA,
    CHANNEL,
    DAY,
    MESSAGE,
    SERVER,
    digests,
    due,
    end_daily,
    make_digests,
    next_of,
    take_due,
    the_one_due,
)

__all__ = ["clock", "digests", "store"]


async def test_due_at_the_hour_and_not_before(store: Store, digests: Digests, clock: Clock) -> None:
    """A digest is due in each server at its own hour, but not before yesterday's dailies are over."""
    for guild, hour in ((1, 0), (2, 8), (3, 23)):
        await store.servers.put(guild, CHANNEL, hour, ANNA)
    clock.turn_to(DAY, 22, 59)
    assert await due(digests) == []
    clock.turn_to(DAY, 23)
    assert await due(digests) == [3]
    await take_due(digests)
    tomorrow = DAY + timedelta(1)
    for hour, minute, guilds in ((0, 59, []), (1, 0, [1]), (7, 59, [1]), (8, 0, [1, 2]), (22, 59, [1, 2])):
        clock.turn_to(tomorrow, hour, minute)
        assert await due(digests) == guilds


async def test_an_hour_that_has_passed_begins_tomorrow(store: Store, digests: Digests, clock: Clock) -> None:
    """A digest set up for an hour that has passed begins tomorrow, and says so."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    assert await due(digests) == []
    assert await next_of(store) == datetime(2026, 11, 21, 8, tzinfo=UTC)
    await store.servers.put(SERVER, CHANNEL + 1, 13, ANNA)
    assert await next_of(store) == datetime(2026, 11, 20, 13, tzinfo=UTC)
    clock.turn_to(DAY + timedelta(1), 13)
    server = await the_one_due(digests)
    assert (server.channel, server.hour) == (CHANNEL + 1, 13)


async def test_a_bot_that_was_down_catches_up(digests: Digests, store: Store, clock: Clock) -> None:
    """A bot that was down catches up on the same day of UTC, and no digest comes twice."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    await end_daily(store, ANNA, 3)
    clock.turn_to(DAY + timedelta(1), 17)
    await end_daily(store, ANNA, 4)
    assert [digest.day for digest in await take_due(digests)] == [DAY]
    assert await take_due(digests) == []
    clock.turn_to(DAY + timedelta(2), 23, 59)
    assert [digest.day for digest in await take_due(digests)] == [DAY + timedelta(1)]
    clock.turn_to(DAY + timedelta(3), 7, 59)
    assert await due(digests) == []


@both_databases
async def test_of_several_processes_one_takes_it(url: str, clock: Clock, threads: SolverThreads) -> None:
    """Of several processes that see a digest as due at the same time one takes it."""
    async with await open_store(url, clock) as one, await open_store(url, clock) as two:
        bots = [make_digests(store, threads) for store in (one, two)] * 3
        await one.servers.put(SERVER, CHANNEL, 8, ANNA)
        await end_daily(one, ANNA, 3)
        clock.turn_to(DAY + timedelta(1), 8)
        seen = [(bot, server) for bot in bots async for server in bot.due()]
        assert len(seen) == len(bots)
        taken = await asyncio.gather(*(bot.take(server) for bot, server in seen))
        assert sum(digest is not None for digest in taken) == 1


@both_databases
async def test_what_nobody_has_posted_is_due_again(digests: Digests, store: Store, clock: Clock) -> None:
    """A digest that was taken but not posted is due again, and the next one knows of the attempt."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    await end_daily(store, ANNA, 3)
    clock.turn_to(DAY + timedelta(1), 8)
    first = await digests.take(await the_one_due(digests))
    assert first is not None
    assert not first.tried
    assert await due(digests) == []
    clock.wait(5)
    second = await digests.take(await the_one_due(digests))
    assert second is not None
    assert second.tried
    await digests.failed(second, 30)
    assert await due(digests) == []
    clock.wait(0.5)
    assert await due(digests) == [SERVER]


async def test_midnight_changes_nothing(digests: Digests, store: Store, clock: Clock) -> None:
    """A digest that was due before midnight is posted after it, and the next one in its own time."""
    await store.servers.put(SERVER, CHANNEL, 23, ANNA)
    await end_daily(store, ANNA, 3)
    clock.turn_to(DAY + timedelta(1), 22)
    await take_due(digests)
    await end_daily(store, ANNA, 4)
    clock.turn_to(DAY + timedelta(2), 0, 30)
    assert [digest.day for digest in await take_due(digests)] == [DAY]
    assert await next_of(store) == datetime(2026, 11, 22, 23, tzinfo=UTC)
    clock.turn_to(DAY + timedelta(2), 23)
    assert [digest.day for digest in await take_due(digests)] == [DAY + timedelta(1)]


async def test_a_day_has_one_digest(digests: Digests, store: Store, clock: Clock) -> None:
    """A day has one digest, even if a later hour is chosen after it has come."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    await end_daily(store, ANNA, 3)
    clock.turn_to(DAY + timedelta(1), 8)
    taken = await digests.take(await the_one_due(digests))
    assert taken is not None
    await store.servers.put(SERVER, CHANNEL, 13, ANNA)
    await digests.posted(taken, MESSAGE)
    assert await next_of(store) == datetime(2026, 11, 22, 13, tzinfo=UTC)
    await store.servers.put(SERVER, CHANNEL, 20, ANNA)
    assert await next_of(store) == datetime(2026, 11, 22, 20, tzinfo=UTC)


async def test_what_falls_due_while_the_last_one_is_posted_stays_due(
    digests: Digests, store: Store, clock: Clock
) -> None:
    """A digest that falls due while the last one is posted stays due."""
    await store.servers.put(SERVER, CHANNEL, 23, ANNA)
    clock.turn_to(DAY, 23, 59)
    await store.servers.put(SERVER, CHANNEL, 0, ANNA)
    clock.turn_to(DAY + timedelta(1), 1, 1)
    await store.servers.done(SERVER, DAY)
    server = await the_one_due(digests)
    assert server.due_at == datetime(2026, 11, 21, 1, tzinfo=UTC)


@both_databases
async def test_three_refusals_in_a_row_are_enough(digests: Digests, store: Store, clock: Clock) -> None:
    """Three refusals in a row end a digest; a success in between restarts the count."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    ends = []
    for refused in (True, True, False, True, True, True):
        await end_daily(store, ANNA, 3)
        clock.now += timedelta(days=1)
        taken = await digests.take(await the_one_due(digests))
        assert taken is not None
        ends.append(await (digests.refused(taken) if refused else digests.posted(taken, MESSAGE)))
    assert ends == [False, False, None, False, False, True]
    clock.now += timedelta(days=1)
    assert await due(digests) == []
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    clock.now += timedelta(days=1)
    assert await due(digests) == [SERVER]


async def test_a_change_of_mind_is_heeded(digests: Digests, store: Store, clock: Clock) -> None:
    """A digest heeds a change of channel or hour, or its end, up to the moment of posting."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    await end_daily(store, ANNA, 3)
    clock.turn_to(DAY + timedelta(1), 8)
    seen = await the_one_due(digests)
    await store.servers.put(SERVER, CHANNEL + 1, 9, ANNA)
    assert await digests.take(seen) is None
    clock.turn_to(DAY + timedelta(1), 9)
    seen = await the_one_due(digests)
    await store.servers.drop(SERVER)
    assert await digests.take(seen) is None
    assert await store.servers.get(SERVER) is None


@pytest.mark.parametrize(
    ("zone", "change", "before", "after"),
    [
        ("Europe/Berlin", date(2026, 3, 29), (7, 0), (6, 0)),
        ("Europe/Berlin", date(2026, 10, 25), (6, 0), (7, 0)),
        ("America/New_York", date(2026, 3, 8), (13, 0), (12, 0)),
        ("Australia/Lord_Howe", date(2026, 4, 4), (21, 0), (21, 30)),
        ("Asia/Tokyo", date(2026, 3, 29), (23, 0), (23, 0)),
        ("UTC", date(2026, 3, 29), (8, 0), (8, 0)),
    ],
)
async def test_a_digest_comes_at_its_hour_whatever_the_clocks_do(
    store: Store,
    digests: Digests,
    clock: Clock,
    zone: str,
    change: date,
    before: tuple[int, int],
    after: tuple[int, int],
) -> None:
    """A digest comes at eight o'clock where its server is, on the day before the clocks change and after."""
    clock.turn_to(change - timedelta(2), 0)
    await store.servers.put(SERVER, CHANNEL, 8, ANNA, zone)
    clock.turn_to(change - timedelta(1), 0)
    await take_due(digests)
    for day, (hour, minute) in ((change - timedelta(1), before), (change, after)):
        clock.turn_to(day, hour, minute)
        clock.now -= timedelta(seconds=1)
        assert await due(digests) == []
        clock.now += timedelta(seconds=1)
        assert await due(digests) == [SERVER]
        assert clock.now.astimezone(ZoneInfo(zone)).hour == 8
        await take_due(digests)


async def test_no_day_goes_without_its_digest(store: Store, digests: Digests, clock: Clock) -> None:
    """Where two hours of a zone are 25 hours apart and a day of UTC between them, that day has its digest."""
    clock.turn_to(date(2026, 10, 23), 12)
    await store.servers.put(SERVER, CHANNEL, 1, ANNA, "Europe/Berlin")
    days: list[date] = []
    for _ in range(4 * 24):
        if clock.now.hour == 12:
            await end_daily(store, len(days) + 1, 3)
        days += [digest.day for digest in await take_due(digests)]
        clock.now += timedelta(hours=1)
    assert days == [date(2026, 10, day) for day in (22, 23, 24, 25, 26)]
