"""A clock that is set back: the order in which things happened stays right."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from bot.store import Kind, NewGame, NewVersion
from bot.store.clock import SteadyClock
from tests.clock import Clock, clock, store

if TYPE_CHECKING:
    import pytest

    from bot.store import Store

__all__ = ["clock", "store"]


async def test_of_games_played_on_at_the_same_moment_the_latest_is_the_current_one(
    store: Store, clock: Clock
) -> None:
    """Of games played on at the same moment the latest is the current one."""
    await store.games.create(NewGame(1, 2, None, "accordion", 1, "tuesday"))
    daily = NewGame(1, 2, None, "accordion", 1, "daily", kind=Kind.DAILY, day=clock.now.date())
    last = await store.games.create(daily)
    await store.games.save(last.seen, NewVersion(last.owner, "d", ""))
    playing = await store.seats.playing(1, 2)
    assert playing is not None
    assert playing.id == last.id


async def test_the_game_played_last_is_still_the_current_one(store: Store, clock: Clock) -> None:
    """The game played last is the current one even if the clock was set back by an hour before."""
    await store.games.create(NewGame(1, 2, None, "accordion", 1, "tuesday"))
    clock.wait(minutes=-60)
    daily = NewGame(1, 2, None, "accordion", 1, "daily", kind=Kind.DAILY, day=date(2026, 11, 20))
    last = await store.games.create(daily)
    clock.wait(minutes=1)
    await store.games.save(last.seen, NewVersion(last.owner, "d", ""))
    playing = await store.seats.playing(1, 2)
    assert playing is not None
    assert playing.id == last.id


def test_it_goes_on_at_half_speed_until_the_other_has_caught_up(clock: Clock) -> None:
    """After the clock was set back, time goes on at half speed until the clock has caught up."""
    steady, noon = SteadyClock(clock), clock.now
    clock.wait(minutes=-60)
    assert steady() == noon
    clock.wait(minutes=30)
    assert steady() == noon + timedelta(minutes=15)
    clock.wait(minutes=90)
    assert steady() == clock.now == noon + timedelta(hours=1)


def test_what_it_is_ahead_adds_up(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    """A clock set back twice is waited for until it has caught up with all of it."""
    steady, noon = SteadyClock(clock), clock.now
    for minutes in (45, 75):
        clock.wait(minutes=-minutes)
        assert steady() == noon
    assert "was set back by 2700 s: the bot goes on from the later time, at half speed" in caplog.text
    assert "was set back by 4500 s: the bot goes on from the later time, at half speed" in caplog.text
    clock.wait(minutes=240)
    assert steady() == clock.now


def test_a_clock_that_was_far_ahead_is_followed(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever corrects a wrong year does not have to wait for it."""
    steady = SteadyClock(clock)
    clock.wait(minutes=-181)
    assert steady() == clock.now
    assert "was set back by 10860 s: the bot follows it." in caplog.text
