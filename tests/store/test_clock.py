"""A clock that is set back, so that the order in which things happened stays right; and one that is wrong."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from sqlalchemy import insert, select

from bot.store import Kind, NewGame, NewVersion
from bot.store.clock import DiscordTime, SteadyClock, utc_now
from bot.store.tables import seen_deals
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


def test_a_clock_that_is_wrong_is_one_line(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    """The log says once how far the clock is from Discord's, and health says so beyond a minute."""
    discord, noon, passed = DiscordTime(clock, lambda: passed), clock.now, 0.0
    for seconds, lines in ((30, 0), (31, 1), (45, 1), (-40, 2), (-61, 2)):
        clock.now = noon + timedelta(seconds=seconds)
        discord.told(noon)
        assert len(caplog.records) == lines
        assert (discord.warning is not None) is (abs(seconds) > 60)
    assert caplog.messages[0] == "This machine's clock is 31 s ahead of Discord's: have it set by NTP."
    assert discord.warning == "This machine's clock is 61 s behind Discord's: have it set by NTP."


def test_a_clock_that_is_put_right_is_right_at_once(clock: Clock) -> None:
    """Discord need not answer again for the bot to see that its clock was put right."""
    discord, noon, passed = DiscordTime(clock, lambda: passed), clock.now, 0.0
    clock.now = noon + timedelta(days=3)
    discord.told(noon)
    assert discord.apart == timedelta(days=3)
    passed = 3600.0
    clock.now = noon + timedelta(hours=1)
    assert discord.apart == timedelta()


async def test_nothing_of_another_day_is_due(store: Store, clock: Clock) -> None:
    """While Discord's clock shows another day, nothing is due and nothing goes for good."""
    await store.reminders.put(1, 13, "UTC")
    await store.departures.left(2)
    execute = store.games._database.execute
    await execute(insert(seen_deals), {"fingerprint": "0" * 64, "until": clock()})
    clock.wait(8 * 24 * 60)
    real = utc_now()
    for apart, certain in ((timedelta(days=8), False), (timedelta(hours=1), True)):
        store.discord_time.told(real - apart)
        assert [each.player async for each in store.reminders.due()] == [1] * certain
        assert await store.departures.long_gone() == [2] * certain
        await store.privacy.forget_expired()
        assert len((await execute(select(seen_deals))).all()) == (not certain)
