"""What digests say, and which are not posted at all."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.engine.daily import FAMILIES
from bot.service.digest import Digests
from bot.store import EVERYWHERE, Store
from tests.clock import Clock, clock, store
from tests.service.digesting import (
    ANNA,
    BERT,
    CHANNEL,
    CLEO,
    DAY,
    DORA,
    OTHER,
    RESIGNS,
    SERVER,
    digests,
    due,
    end_daily,
    take_due,
)

__all__ = ["clock", "digests", "store"]


async def test_a_quiet_server_stays_quiet(digests: Digests, store: Store, clock: Clock) -> None:
    """A server in which nobody has a result gets no digest, and its day is done with all the same."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    await end_daily(store, ANNA, 3, guild=OTHER)
    await end_daily(store, BERT, RESIGNS)
    await end_daily(store, CLEO, 3)
    await store.ranks.hide(EVERYWHERE, CLEO)
    clock.turn_to(DAY + timedelta(1), 8)
    assert await due(digests) == [SERVER]
    assert await take_due(digests) == []
    assert await due(digests) == []


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
    """A digest of the last days of a month commits to the dailies of the next one, or of 29 February."""
    clock.turn_to(day, 7)
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    await end_daily(store, ANNA, 3)
    clock.turn_to(day + timedelta(1), 8)
    (digest,) = await take_due(digests)
    assert (digest.day, digest.coming) == (day, coming)
    assert [family for family, _ in digest.commitments] == list(FAMILIES)


@pytest.mark.parametrize("at_once", [1, 2, 366])
async def test_a_streak_of_the_server(
    digests: Digests, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch, at_once: int
) -> None:
    """A server's streak counts days in a row on which anybody finished a daily."""
    await store.servers.put(SERVER, CHANNEL, 8, ANNA)
    monkeypatch.setattr("bot.service.digest._AT_ONCE", at_once)
    streaks = []
    for player in (ANNA, BERT, None, CLEO, ANNA, ANNA):
        clock.now += timedelta(days=1)
        streaks += [digest.streak for digest in await take_due(digests)]
        if player is not None:
            await end_daily(store, player, 5)
        await end_daily(store, DORA, RESIGNS)
    assert streaks == [1, 2, 1, 2]
