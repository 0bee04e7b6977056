"""The calendar of dailies as people see it: their own days, each to be played as practice."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from bot.store import Daily, Kind
from tests.clock import Clock
from tests.flow.conftest import HERE
from tests.flow.dailies import noon, play_out
from tests.forged import SELECT, press

if TYPE_CHECKING:
    from small_discord import Message, Person
    from tests.flow.conftest import Parlour

__all__ = ["noon"]
DAY, YESTERDAY = date(2026, 11, 20), date(2026, 11, 19)


@pytest.fixture(autouse=True)
async def weeks(parlour: Parlour) -> None:
    """Give every day since September a daily."""
    for back in range(80):
        day = DAY - timedelta(back)
        daily = Daily(day, "accordion", "accordion", 1, f"seed{back}", "key", 0, 4, None)
        await parlour.bot.services.store.dailies.save(daily)


def _turn_to(parlour: Parlour, day: date, hour: int, minute: int = 0) -> None:
    parlour.now = clock = Clock()
    clock.turn_to(day, hour, minute)


async def _calendar(person: Person) -> Message:
    return await (await person.slash(HERE, "daily calendar")).final()


def _days(message: Message) -> list[str]:
    """Return all days that can be chosen, list by list."""
    assert all(len(each["options"]) <= 25 for each in message.selects)
    return [option["label"] for each in message.selects for option in each["options"]]


async def _choose(parlour: Parlour, calendar: Message, day: date) -> str:
    """Choose a day that the calendar need not offer; return the answer."""
    chosen = day.isoformat()
    return (
        await press(parlour.local, parlour.ada, calendar, "iy:0:0:past:accordion#0", chosen, kind=SELECT)
    ).text


async def test_it_shows_weeks_and_deals_a_missed_day(parlour: Parlour) -> None:
    """It shows sixty days in weeks, to one person, and deals a missed one as practice."""
    calendar = await _calendar(parlour.ada)
    assert calendar.ephemeral
    rows = [line for line in calendar.text.splitlines() if line.startswith("`")]
    assert (rows[0], rows[-1]) == ("`21 Sep` ⬜⬜⬜⬜⬜⬜⬜", "`16 Nov` ⬜⬜⬜⬜")
    assert len(rows) == 9
    days = _days(calendar)
    assert len(days) == 60
    assert not any("20 November" in day for day in days), "today's is still to be played"
    dealt = await parlour.ada.choose(
        calendar, "Play a day: 26 Oct to 19 Nov", "Thu 19 November · not finished"
    )
    assert "Daily, 19 November" in (await dealt.final()).text
    game = await parlour.game_of(parlour.ada)
    assert (game.kind, game.day, game.session.seed) == (Kind.PRACTICE, YESTERDAY, "seed1")


async def test_it_tells_what_one_person_has_finished(parlour: Parlour) -> None:
    """It tells what was finished in time or later, in words too, and nothing of anybody else."""
    ada = parlour.ada
    await (await ada.slash(HERE, "daily play")).final()
    await play_out(parlour, ada)
    await _choose(parlour, await _calendar(ada), YESTERDAY)
    game = await parlour.game_of(ada)
    while not game.over:
        move = game.rules.notation.write_move(game.rules.moves(game.state)[0])
        game = await parlour.bot.services.play.move(game, str(move))
    _turn_to(parlour, DAY + timedelta(1), 12)
    calendar = await _calendar(ada)
    assert "`16 Nov` ⬜⬜⬜🔶🟨" in calendar.text
    assert "Thu 19 November · finished later" in _days(calendar)
    assert "`16 Nov` ⬜⬜⬜⬜⬜" in (await _calendar(parlour.ben)).text
    assert "**Your result.**" in await _choose(parlour, calendar, DAY)
    await ada.slash(HERE, "settings", cards="words, for a screen reader")
    spoken = (await _calendar(ada)).text
    assert "**Finished.** 20 November\n**Finished later.** 19 November\n**Not finished.** 59 days" in spoken
    assert not set("🟦🟨🔶⬜▪") & set(spoken)


async def test_it_tells_no_deal_before_its_daily_is_over(parlour: Parlour) -> None:
    """Neither today's nor a later day is dealt by it, nor yesterday's in the hour after midnight."""
    _turn_to(parlour, DAY + timedelta(1), 0, 59)
    calendar = await _calendar(parlour.ada)
    assert not any("20 November" in day for day in _days(calendar))
    assert "Others still play this deal" in await _choose(parlour, calendar, DAY)
    assert "That daily hasn't come yet" in await _choose(parlour, calendar, DAY + timedelta(30))
    _turn_to(parlour, DAY + timedelta(1), 1)
    calendar = await _calendar(parlour.ada)
    assert "Fri 20 November · not finished" in _days(calendar)
    assert " · practice" in await _choose(parlour, calendar, DAY)


async def test_a_new_bot_has_none(parlour: Parlour) -> None:
    """Where no daily of a family is over yet, it says so, and days without one cannot be chosen."""
    empty = await (await parlour.ada.slash(HERE, "daily calendar", family="pyramid")).final()
    assert "No daily is over yet" in empty.text
    assert not empty.selects
    await parlour.bot.services.store.dailies.save(
        Daily(YESTERDAY, "pyramid", "pyramid", 1, "seed", "key", 0, 4, None)
    )
    young = await (await parlour.ada.slash(HERE, "daily calendar", family="pyramid")).final()
    assert "`16 Nov` ▪️▪️▪️⬜" in young.text
    assert _days(young) == ["Thu 19 November · not finished"]
