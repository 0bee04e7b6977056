"""Limits: who asks for too much is refused for a while, and nobody else is."""

from __future__ import annotations

import contextlib
from datetime import datetime, timedelta

import pytest

from bot.service.limits import (
    NO_LIMITS,
    SECONDS,
    USUAL,
    Allowed,
    Ask,
    Limits,
    TooFast,
    TooManyAtOnce,
    TooManyDeals,
    TooManyPosts,
)
from tests.clock import Clock, clock

__all__ = ["clock"]

ADA, BEN = 1, 2
SOME = Allowed(commands=3, presses=4, at_once=2)


@pytest.fixture
def limits(clock: Clock) -> Limits:
    """Allow only a little."""
    return Limits(SOME, clock)


def test_who_asks_too_fast_may_go_on_at_the_time_named(limits: Limits, clock: Clock) -> None:
    """Who asks too fast may go on at the time named; other requests and other people go on meanwhile."""
    begun = clock.now
    for _ in range(3):
        limits.count(ADA, Ask.COMMAND)
    clock.wait(seconds(4))
    with pytest.raises(TooFast) as refused:
        limits.count(ADA, Ask.COMMAND)
    assert (refused.value.ask, refused.value.most) == (Ask.COMMAND, 3)
    assert refused.value.again == begun + timedelta(seconds=SECONDS)
    limits.count(ADA, Ask.PRESS)
    limits.count(BEN, Ask.COMMAND)
    clock.now = refused.value.again
    limits.count(ADA, Ask.COMMAND)


def test_what_is_refused_does_not_count(limits: Limits, clock: Clock) -> None:
    """Refused presses do not count, so that nobody has to wait for longer by pressing on."""
    assert sum(_try(limits) for _ in range(100)) == SOME.presses
    clock.wait(seconds(SECONDS / 2))
    assert sum(_try(limits) for _ in range(100)) == 0
    clock.wait(seconds(SECONDS / 2))
    assert sum(_try(limits) for _ in range(100)) == SOME.presses


def test_only_so_many_are_under_way_at_once(limits: Limits, clock: Clock) -> None:
    """Only so many requests of a kind are under way at once, and the next begins when one has ended."""
    for _ in range(2):
        limits.begin(ADA, Ask.PRESS)
    for _ in range(2):
        with pytest.raises(TooManyAtOnce):
            limits.begin(ADA, Ask.PRESS)
        clock.wait(seconds(SECONDS))
        limits.begin(BEN, Ask.PRESS)
    limits.begin(ADA, Ask.COMMAND)
    limits.end(ADA, Ask.PRESS)
    limits.begin(ADA, Ask.PRESS)


def test_what_is_refused_is_not_under_way(limits: Limits, clock: Clock) -> None:
    """A refused request is not under way, or else its sender could never ask again."""
    for _ in range(100):
        with contextlib.suppress(TooFast):
            limits.begin(ADA, Ask.PRESS)
            limits.end(ADA, Ask.PRESS)
    clock.wait(seconds(SECONDS))
    for _ in range(SOME.at_once):
        limits.begin(ADA, Ask.PRESS)


def test_a_burst_is_spread_out(clock: Clock) -> None:
    """Requests of one person at once wait for longer each time, but for less than a second."""
    limits = Limits(Allowed(at_once=100), clock)
    pauses = [_begun(limits, ADA) for _ in range(30)]
    assert pauses[0] == 0 < pauses[1] < pauses[2] < pauses[-2] == pauses[-1] < 1
    assert _begun(limits, BEN) == 0
    assert limits.pause(ADA, Ask.COMMAND) <= 0
    for _ in range(29):
        limits.end(ADA, Ask.PRESS)
    assert limits.pause(ADA, Ask.PRESS) == 0


def test_a_clock_put_back_locks_nobody_out(limits: Limits, clock: Clock) -> None:
    """A clock that is put back locks nobody out."""
    for _ in range(3):
        limits.count(ADA, Ask.COMMAND)
    clock.wait(-60)
    limits.count(ADA, Ask.COMMAND)


def test_everybody_is_forgotten(limits: Limits, clock: Clock) -> None:
    """Everybody is forgotten after ten seconds, so that only recent people take memory."""
    for person in range(10_000):
        limits.begin(person, Ask.PRESS)
        limits.end(person, Ask.PRESS)
        limits.hears(person, Ask.PRESS)
        limits.may_tell(person)
    clock.wait(seconds(SECONDS))
    limits.count(ADA, Ask.PRESS)
    assert limits.remembered == 1


def test_a_fast_player_never_meets_a_limit(clock: Clock) -> None:
    """A fast player with eight presses a second, many hints and much typing never meets a limit."""
    limits = Limits(USUAL, clock)
    for number in range(8 * 300):
        for ask in (Ask.PRESS, Ask.AUTOCOMPLETE):
            assert limits.hears(ADA, ask)
            limits.begin(ADA, ask)
            limits.end(ADA, ask)
        if number % 2:
            limits.count(ADA, Ask.HINT)
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


def test_posts_are_forgotten_and_a_clock_put_back_locks_nobody_out(clock: Clock) -> None:
    """Posts that count no more take no memory, and a clock that is put back keeps nobody from posting."""
    limits = Limits(Allowed(posts=2), clock)
    for number in range(1000):
        limits.post(number, number)
    clock.wait(-60)
    assert _posted(limits, 1, channel=1) == 2
    clock.wait(62)
    limits.count(ADA, Ask.COMMAND)
    assert limits.remembered == 1


def test_some_deals_at_once_and_then_one_at_a_time(clock: Clock) -> None:
    """Nobody is dealt more than some games at once and then one every ten seconds: each is kept for ever."""
    limits = Limits(Allowed(deals=3), clock)
    for _ in range(3):
        limits.deal(ADA)
    with pytest.raises(TooManyDeals) as refused:
        limits.deal(ADA)
    assert (refused.value.most, refused.value.again) == (3, clock.now + timedelta(seconds=SECONDS))
    limits.deal(BEN)
    clock.wait(seconds(SECONDS))
    limits.deal(ADA)
    with pytest.raises(TooManyDeals):
        limits.deal(ADA)


def test_nothing_is_refused_or_delayed_without_limits(clock: Clock) -> None:
    """Without limits nothing is refused or delayed."""
    limits = Limits(NO_LIMITS, clock)
    for ask in Ask:
        for _ in range(1000):
            assert limits.hears(ADA, ask)
            limits.begin(ADA, ask)
            assert limits.pause(ADA, ask) == 0
        limits.deal(ADA)
    assert _posted(limits, ADA) == 1000


def test_a_flood_is_not_answered_for_long(limits: Limits, clock: Clock) -> None:
    """A flood is told what the limit is ten times and then no more, until some time has passed."""
    assert sum(limits.may_tell(ADA) for _ in range(1000)) == 10
    assert limits.may_tell(BEN)
    clock.wait(seconds(SECONDS))
    assert limits.may_tell(ADA)


def test_a_flood_is_not_even_listened_to(limits: Limits, clock: Clock) -> None:
    """A flood is not even listened to beyond what is allowed and a few more that are refused."""
    assert sum(limits.hears(ADA, Ask.PRESS) for _ in range(1000)) == SOME.presses + 10
    assert limits.hears(ADA, Ask.COMMAND)
    assert limits.hears(BEN, Ask.PRESS)
    clock.wait(seconds(SECONDS))
    assert limits.hears(ADA, Ask.PRESS)


def seconds(number: float) -> float:
    """Return the minutes that a clock understands."""
    return number / 60


def _begun(limits: Limits, person: int) -> float:
    """Begin a press; return how long it has to wait."""
    limits.begin(person, Ask.PRESS)
    return limits.pause(person, Ask.PRESS)


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


def _try(limits: Limits) -> bool:
    """Return whether Ada may press."""
    try:
        limits.count(ADA, Ask.PRESS)
    except TooFast:
        return False
    return True
