"""The calendar of dailies as a note, with lists of days to play."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import discord

from bot.engine.daily import FAMILIES
from bot.engine.games import games_of
from bot.render.calendar import calendar_text, day_choice, days_text
from bot.render.discord_limits import SELECT_OPTIONS
from bot.service.calendar import Calendar, look_back
from bot.service.wish import DealRequest
from bot.ui.answers import tell
from bot.ui.components import PressSelect, Row
from bot.ui.daily import deal_daily
from bot.ui.notes import Note
from bot.ui.presses import NO_GAME, Press, UnknownButton, understood
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services


async def show_calendar(services: Services, request: Request, family: str) -> Response:
    """Show a player how the dailies of the last sixty days went, and deal them again."""
    calendar = await look_back(services.store, request.player, family)
    note = Note(calendar_text(calendar, request.style))
    for row in _lists(calendar):
        note.add_item(row)
    return tell(services, note)


async def play_past(services: Services, request: Request) -> Response:
    """Deal the daily of a day as practice, or show how it went or stands."""
    family = request.press.rest
    if family not in FAMILIES or not request.values:
        raise UnknownButton
    with understood():
        day = date.fromisoformat(request.values[0])
    return await deal_daily(services, request, DealRequest(games_of(family)[0], day=day))


def _lists(calendar: Calendar) -> Iterator[Row]:
    """Yield as many lists as the days need: the latest days are in the last one, and first in it."""
    days = [*calendar.marks]
    ends = range(len(days), 0, -SELECT_OPTIONS)
    for number, end in reversed([*enumerate(ends)]):
        part = days[max(0, end - SELECT_OPTIONS) : end]
        options = [
            discord.SelectOption(label=day_choice(day, calendar.marks[day]), value=day.isoformat())
            for day in reversed(part)
        ]
        press = Press(NO_GAME, "past", calendar.family)
        yield Row(PressSelect(days_text(part[0], part[-1]), press, number, options))
