"""The calendar of dailies as people see it: their own days, each to be played as practice."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.store import Daily, Kind
from tests.controls import HERE
from tests.ui.room import play_on

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


async def test_it_shows_weeks_and_deals_a_missed_day(room: Room) -> None:
    """It shows sixty days in weeks, to one person, and deals a missed one as practice."""
    calendar = await _calendar(room.ada)
    assert calendar.ephemeral
    rows = [line for line in calendar.text.splitlines() if line.startswith("`")]
    assert (rows[0], rows[-1]) == ("`21 Sep` ⬜⬜⬜⬜⬜⬜⬜", "`16 Nov` ⬜⬜⬜⬜")
    assert len(rows) == 9
    days = _days(calendar)
    assert len(days) == 60
    assert not any("20 November" in day for day in days), "today's is still to be played"
    dealt = await room.ada.choose(calendar, "Play a day: 26 Oct to 19 Nov", "Thu 19 November · not finished")
    assert "Daily, 19 November" in (dealt).text
    game = await room.game_of(room.ada)
    assert (game.kind, game.day, game.session.seed) == (Kind.PRACTICE, YESTERDAY, "seed1")


async def test_it_tells_what_one_person_has_finished(room: Room) -> None:
    """It tells what was finished in time or later, in words too, and nothing of anybody else."""
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
    assert "`16 Nov` ⬜⬜⬜🔶🟨" in calendar.text
    assert "Thu 19 November · finished later" in _days(calendar)
    assert "`16 Nov` ⬜⬜⬜⬜⬜" in (await _calendar(room.ben)).text
    assert "**Your result.**" in await _choose(room.ada, calendar, DAY)
    await ada.slash(HERE, "settings", cards="words, for a screen reader")
    spoken = (await _calendar(ada)).text
    assert "**Finished.** 20 November\n**Finished later.** 19 November\n**Not finished.** 59 days" in spoken
    assert not set("🟦🟨🔶⬜▪") & set(spoken)


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
    """Where no daily of a family is over yet, it says so, and days without one cannot be chosen."""
    empty = await room.ada.slash(HERE, "daily calendar", family="pyramid")
    assert "No daily is over yet" in empty.text
    assert not empty.selects
    await room.services.store.dailies.save(
        Daily(YESTERDAY, "pyramid", "pyramid", 1, "seed", "key", 0, 4, None)
    )
    young = await room.ada.slash(HERE, "daily calendar", family="pyramid")
    assert "`16 Nov` ▪️▪️▪️⬜" in young.text
    assert _days(young) == ["Thu 19 November · not finished"]
