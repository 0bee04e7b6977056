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
from bot.ui.board import style_for
from bot.ui.components import PressSelect, Row
from bot.ui.daily import deal_daily
from bot.ui.notes import Note
from bot.ui.presses import NO_GAME, Interaction, Press, UnknownButton, understood
from bot.ui.services import services_of


async def show_calendar(interaction: Interaction, family: str) -> None:
    """Show a player how the dailies of the last sixty days went, and deal them again."""
    player = interaction.user.id
    calendar = await look_back(services_of(interaction).store, player, family)
    note = Note(calendar_text(calendar, await style_for(interaction, player)))
    for row in _lists(calendar):
        note.add_item(row)
    await tell(interaction, note)


async def play_past(interaction: Interaction, press: Press, values: list[str]) -> None:
    """Deal the daily of a day as practice, or show how it went or stands."""
    if press.rest not in FAMILIES or not values:
        raise UnknownButton
    with understood():
        day = date.fromisoformat(values[0])
    await deal_daily(interaction, DealRequest(games_of(press.rest)[0], day=day))


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
