"""Limits: who asks for too much is refused for a while, and nobody else is."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from bot.service.limits import (
    DEALS,
    NO_LIMITS,
    SEARCHES,
    SECONDS,
    USUAL,
    Allowed,
    Limits,
    TooFast,
    TooManyDeals,
    TooManyPosts,
)
from tests.clock import Clock, clock

__all__ = ["clock"]

ADA, BEN = 1, 2
SOME = Allowed(asks=5)
EACH = timedelta(seconds=SECONDS) / 5
"""How soon one more may be asked for."""


@pytest.fixture
def limits(clock: Clock) -> Limits:
    """Allow only a little."""
    return Limits(SOME, clock)


def test_who_asks_too_fast_may_go_on_at_the_time_named(limits: Limits, clock: Clock) -> None:
    """Who asks too fast may go on at the time named, and other people go on meanwhile."""
    begun = clock.now
    assert _asked(limits) == 5
    clock.wait(seconds(1))
    with pytest.raises(TooFast) as refused:
        limits.begin(ADA)
    assert (refused.value.most, refused.value.again) == (5, begun + EACH)
    limits.begin(BEN)
    clock.now = refused.value.again
    assert _asked(limits) == 1


def test_what_is_refused_does_not_count(limits: Limits, clock: Clock) -> None:
    """Refused requests do not count, so that nobody has to wait for longer by asking on."""
    for _ in range(2):
        assert _asked(limits) == SOME.asks
        assert _asked(limits) == 0
        clock.wait(seconds(SECONDS))


def test_a_burst_is_spread_out(clock: Clock) -> None:
    """Requests of one person at once wait for longer each time, but not too long for an answer."""
    limits = Limits(Allowed(asks=200), clock)
    pauses = [limits.begin(ADA) for _ in range(130)]
    assert pauses[0] == 0 < pauses[1] < pauses[2] < pauses[-2] == pauses[-1] < 3
    assert limits.begin(BEN) == 0
    for _ in range(130):
        limits.end(ADA)
    assert limits.begin(ADA) == 0


def test_everybody_is_forgotten(limits: Limits, clock: Clock) -> None:
    """Everybody is forgotten after some time, so that only recent people take memory."""
    for person in range(10_000):
        limits.hears(person)
        limits.begin(person)
        limits.end(person)
        limits.deal(person)
    clock.wait(seconds(SECONDS))
    limits.hears(ADA)
    assert limits.remembered == 1


def test_a_fast_player_never_meets_a_limit(clock: Clock) -> None:
    """A fast player with eight presses a second never meets a limit."""
    limits = Limits(USUAL, clock)
    for _ in range(8 * 300):
        assert limits.hears(ADA)
        limits.begin(ADA)
        limits.end(ADA)
        clock.wait(seconds(1 / 8))


def test_some_posts_at_once_and_then_one_at_a_time(clock: Clock) -> None:
    """After some posts at once another may come every ten seconds, and after a rest some at once again."""
    limits = Limits(Allowed(posts=3), clock)
    assert _posted(limits, ADA) == 3
    assert _refused(limits, ADA) == (3, 1, clock.now + timedelta(seconds=SECONDS))
    for _ in range(4):
        clock.wait(seconds(SECONDS))
        assert _posted(limits, ADA) == 1
    assert _posted(limits, BEN) == 3
    clock.wait(seconds(4 * SECONDS))
    assert _posted(limits, ADA) == 3


def test_several_accounts_fill_no_channel(clock: Clock) -> None:
    """All together post three times as much in a channel as one person may, while other channels go on."""
    limits = Limits(Allowed(posts=2), clock)
    assert sum(_posted(limits, person) for person in range(100)) == 6
    assert _refused(limits, 200) == (6, 3, clock.now + timedelta(seconds=SECONDS) / 3)
    assert _posted(limits, 200, channel=8) == 2
    clock.wait(seconds(SECONDS))
    assert sum(_posted(limits, person) for person in range(300, 400)) == 3


def test_posts_are_forgotten(clock: Clock) -> None:
    """Posts that count no more take no memory."""
    limits = Limits(Allowed(posts=2), clock)
    for number in range(1000):
        limits.post(number, number)
    clock.wait(62)
    limits.hears(ADA)
    assert limits.remembered == 1


def test_some_deals_at_once_and_then_one_at_a_time(limits: Limits, clock: Clock) -> None:
    """Nobody is dealt more than some games at once and then one every ten seconds: each is kept for ever."""
    for _ in range(DEALS):
        limits.deal(ADA)
    with pytest.raises(TooManyDeals) as refused:
        limits.deal(ADA)
    assert (refused.value.most, refused.value.again) == (DEALS, clock.now + timedelta(seconds=SECONDS))
    limits.deal(BEN)
    clock.wait(seconds(SECONDS))
    limits.deal(ADA)
    with pytest.raises(TooManyDeals):
        limits.deal(ADA)


def test_searches_are_fewer(limits: Limits, clock: Clock) -> None:
    """Nobody has the bot search for more than some deals in ten seconds."""
    for _ in range(2):
        for _ in range(SEARCHES):
            limits.search(ADA)
        with pytest.raises(TooFast) as refused:
            limits.search(ADA)
        assert refused.value.most == SEARCHES
        limits.search(BEN)
        clock.wait(seconds(SECONDS))


def test_nothing_is_refused_or_delayed_without_limits(clock: Clock) -> None:
    """Without limits nothing is refused or delayed."""
    limits = Limits(NO_LIMITS, clock)
    for _ in range(1000):
        assert limits.hears(ADA)
        assert limits.begin(ADA) == 0
        limits.deal(ADA)
        limits.search(ADA)
    assert _posted(limits, ADA) == 1000


def test_a_flood_is_not_even_listened_to(limits: Limits, clock: Clock) -> None:
    """A flood is not even listened to beyond what is allowed and a few more that are refused."""
    assert sum(limits.hears(ADA) for _ in range(1000)) == SOME.asks + 10
    assert limits.hears(BEN)
    clock.wait(seconds(SECONDS))
    assert sum(limits.hears(ADA) for _ in range(1000)) == SOME.asks


def seconds(number: float) -> float:
    """Return the minutes that a clock understands."""
    return number / 60


def _posted(limits: Limits, person: int, channel: int = 7) -> int:
    """Post until that is refused, or a thousand times; return how often it was not."""
    for number in range(1000):
        try:
            limits.post(person, channel)
        except TooManyPosts:
            return number
    return 1000


def _refused(limits: Limits, person: int) -> tuple[int, int, datetime]:
    """Try to post; return how many may be posted, whose limit it is and when to go on."""
    with pytest.raises(TooManyPosts) as refused:
        limits.post(person, 7)
    return refused.value.most, refused.value.people, refused.value.again


def _asked(limits: Limits) -> int:
    """Have Ada ask a thousand times, one after the other; return how often that was not refused."""
    asked = 0
    for _ in range(1000):
        try:
            limits.begin(ADA)
        except TooFast:
            continue
        limits.end(ADA)
        asked += 1
    return asked
