"""Being reminded of tomorrow's: asked for where today's is over, told, and called off."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.store import Kind
from tests.controls import HERE
from tests.puzzles import SHORT, stock
from tests.ui.dailies import DAY, play, play_out
from tests.ui.room import give_up, play_made_up

if TYPE_CHECKING:
    from datetime import date

    from tests.ui.room import Room, Visitor

ASK, STOP = "Remind me tomorrow", "Don't remind me"


async def _setting(person: Visitor) -> str:
    """Return what /settings says of the reminder."""
    told = (await person.slash(HERE, "settings")).text
    return told.partition("**Reminder of the daily:** ")[2].partition("\n")[0]


async def test_it_is_asked_for_at_the_end_of_a_daily(room: Room) -> None:
    """The end of today's daily offers it, and so does what tells how that went; each press asks once."""
    ada = room.ada
    end = await play_out(ada)
    told = await ada.press(end, ASK)
    due = room.clock.now + timedelta(days=1)
    assert told.ephemeral
    assert told.text == (
        f"You get one direct message <t:{int(due.timestamp())}:R>, unless you've finished a daily by then."
    )
    assert (await _setting(ada)).startswith("once, by direct message, ")
    room.clock.wait(5)
    again = await ada.press(await play(ada), ASK)
    assert again.text == told.text
    stopped = await ada.press(again, STOP)
    assert (stopped.id, stopped.buttons) == (again.id, [])
    assert (await _setting(ada)).startswith("none.")


async def test_whoever_is_reminded_every_day_is_not_asked(room: Room) -> None:
    """Who has a daily reminder is offered no other, and a press on an old board changes nothing."""
    ada = room.ada
    await ada.slash(HERE, "settings", reminder=8)
    end = await play_out(ada)
    assert ASK not in end.buttons
    assert ASK not in (await play(ada)).buttons
    told = await ada.use(end, "iy:0:0:tomorrow")
    assert told.text.startswith("You're reminded of the daily every day; the next time is <t:")
    assert "at 08:00 UTC" in await _setting(ada)


async def test_only_todays_asks(room: Room) -> None:
    """Neither another game nor a daily that is over asks whether to remind of tomorrow's."""
    ada = room.ada
    assert ASK not in (await play_made_up(ada)).buttons
    end = await play_out(ada)
    room.clock.turn_to(DAY + timedelta(1), 1)
    game = await room.game_of(ada)
    assert game.kind is Kind.DAILY
    assert ASK not in (await ada.use(end, f"iy:{game.id}:{game.version}:board")).buttons


@pytest.mark.parametrize("day", [DAY, None], ids=["of the day", "another"])
async def test_the_end_of_the_days_puzzle_asks(room: Room, day: date | None) -> None:
    """The day's puzzle asks at its end, and no other one does."""
    ada = room.ada
    await stock(room.services.store, SHORT._replace(day=day))
    await ada.slash(HERE, "puzzle daily" if day else "puzzle play")
    assert (ASK in (await give_up(ada)).buttons) == (day is not None)
