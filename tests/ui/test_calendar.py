"""The calendar of dailies as people see it: their own days, each to be played as practice."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.store import Daily, Kind, NewGame
from idle_year.engine.daily import FAMILIES
from idle_year.engine.games import games_of
from tests.controls import HERE
from tests.puzzles import SHORT, stock
from tests.service.digesting import finish
from tests.ui.room import give_up, play_on

if TYPE_CHECKING:
    from small_discord import Message
    from tests.ui.room import Room, Visitor

DAY, YESTERDAY = date(2026, 11, 20), date(2026, 11, 19)


@pytest.fixture(autouse=True)
async def weeks(room: Room) -> None:
    """Give every day since September a daily."""
    for back in range(80):
        day = DAY - timedelta(back)
        daily = Daily(day, "accordion", "accordion", 1, f"seed{back}", "key", 0, 4, None)
        await room.services.store.dailies.save(daily)


async def _calendar(person: Visitor) -> Message:
    return await person.slash(HERE, "daily calendar")


def _days(message: Message) -> list[str]:
    """Return all days that can be chosen, list by list."""
    assert all(len(each["options"]) <= 25 for each in message.selects)
    return [option["label"] for each in message.selects for option in each["options"]]


async def _choose(person: Visitor, calendar: Message, day: date) -> str:
    """Choose a day that the calendar need not offer; return the answer."""
    chosen = day.isoformat()
    return (await person.use(calendar, "iy:0:0:past:accordion#0", chosen)).text


async def test_it_deals_a_missed_day(room: Room) -> None:
    """It offers sixty days to one person, and deals a missed one as practice."""
    calendar = await _calendar(room.ada)
    assert calendar.ephemeral
    assert "You've finished no daily in the last ten weeks" in calendar.text
    days = _days(calendar)
    assert len(days) == 60
    assert not any("20 November" in day for day in days), "today's is still to be played"
    dealt = await room.ada.choose(calendar, "Play a day: 26 Oct to 19 Nov", "Thu 19 November · not finished")
    assert "Daily, 19 November" in (dealt).text
    game = await room.game_of(room.ada)
    assert (game.kind, game.day, game.session.seed) == (Kind.PRACTICE, YESTERDAY, "seed1")


async def test_it_shows_how_much_of_each_day_is_finished(room: Room) -> None:
    """A square a day tells how many of the six one person has finished, from the first day on."""
    ada = room.ada
    await stock(room.services.store, SHORT._replace(day=DAY))
    room.clock.turn_to(DAY - timedelta(3), 12)
    for family in FAMILIES[1:3]:
        await _finish(room, family)
    room.clock.turn_to(DAY, 12)
    for family in FAMILIES:
        await _finish(room, family)
    rows = [line for line in (await _calendar(ada)).text.splitlines() if line.startswith("`")]
    assert rows == ["`16 Nov` ▪️🟨◽◽🔶"]
    await ada.slash(HERE, "puzzle daily")
    assert "🟨◽◽🔶" in (await _calendar(ada)).text, "a try in play is not finished"
    await give_up(ada)
    assert "🟨◽◽🟦" in (await _calendar(ada)).text
    assert "🟨" not in (await _calendar(room.ben)).text.partition("Of six")[0]
    room.clock.turn_to(DAY + timedelta(4), 12)
    calendar = await _calendar(ada)
    assert (
        "`16 Nov` ▪️🟨◽◽🟦◽◽\n`23 Nov` ◽◽\n-# Of the five dailies and the puzzle: ◽ 0 " in calendar.text
    )
    await ada.slash(HERE, "settings", cards="words, for a screen reader")
    spoken = (await _calendar(ada)).text
    assert "Week of 16 November: Tue 2, Fri 6.\nWeek of 23 November: nothing." in spoken
    assert not set("◽🟨🔶🟦▪") & set(spoken)
    room.clock.turn_to(DAY + timedelta(80), 12)
    assert "You've finished no daily in the last ten weeks" in (await _calendar(ada)).text


async def test_it_goes_back_ten_weeks_and_tells_what_days_in_a_row_have_achieved(room: Room) -> None:
    """However many days somebody has played, the last ten weeks are shown, and what comes of a full one."""
    week = "🏅 **A patient week**: finish a daily seven days in a row."
    for back in range(79, -1, -1):
        room.clock.turn_to(DAY - timedelta(back), 12)
        if back == 75:
            assert week not in (await _calendar(room.ada)).text
        await _finish(room, "accordion")
    told = (await _calendar(room.ada)).text
    rows = [line for line in told.splitlines() if line.startswith("`")]
    assert (len(rows), rows[0], rows[-1]) == (10, "`14 Sep` 🟨🟨🟨🟨🟨🟨🟨", "`16 Nov` 🟨🟨🟨🟨🟨")
    assert week in told
    assert "-# Next: The Idle Year — finish a daily 365 days in a row" in told


async def test_the_list_tells_what_was_finished_later(room: Room) -> None:
    """A day's daily that was only finished as practice, or not at all, is told apart in the list."""
    ada = room.ada
    await ada.slash(HERE, "daily play")
    await play_on(ada)
    await _choose(room.ada, await _calendar(ada), YESTERDAY)
    game = await room.game_of(ada)
    while not game.over:
        move = game.rules.notation.write_move(game.rules.moves(game.state)[0])
        game = await room.services.play.move(game, str(move))
    room.clock.turn_to(DAY + timedelta(1), 12)
    calendar = await _calendar(ada)
    assert "`16 Nov` ▪️▪️▪️▪️🟨◽" in calendar.text, "it does not count for its day"
    assert "Thu 19 November · finished later" in _days(calendar)
    assert "Fri 20 November · finished" in _days(calendar)
    assert "**Your result.**" in await _choose(room.ada, calendar, DAY)


async def test_it_tells_no_deal_before_its_daily_is_over(room: Room) -> None:
    """Neither today's nor a later day is dealt by it, nor yesterday's in the hour after midnight."""
    room.clock.turn_to(DAY + timedelta(1), 0, 59)
    calendar = await _calendar(room.ada)
    assert not any("20 November" in day for day in _days(calendar))
    assert "Others still play this deal" in await _choose(room.ada, calendar, DAY)
    assert "That daily hasn't come yet" in await _choose(room.ada, calendar, DAY + timedelta(30))
    room.clock.turn_to(DAY + timedelta(1), 1)
    calendar = await _calendar(room.ada)
    assert "Fri 20 November · not finished" in _days(calendar)
    assert " · practice" in await _choose(room.ada, calendar, DAY)


async def test_a_new_bot_has_none(room: Room) -> None:
    """Where no daily of a family is over yet, there is no list, and days without one cannot be chosen."""
    empty = await room.ada.slash(HERE, "daily calendar", family="pyramid")
    assert not empty.selects
    await room.services.store.dailies.save(
        Daily(YESTERDAY, "pyramid", "pyramid", 1, "seed", "key", 0, 4, None)
    )
    young = await room.ada.slash(HERE, "daily calendar", family="pyramid")
    assert _days(young) == ["Thu 19 November · not finished"]


async def _finish(room: Room, family: str) -> None:
    """Have Ada finish today's daily of a family."""
    store, player, game = room.services.store, room.ada.seat.owner, games_of(family)[0].id
    new = NewGame(player, player, None, game, 1, "seed", kind=Kind.DAILY, day=room.clock.now.date())
    await finish(store, await store.games.create(new), 5)
