"""The daily as players see it: the board, how it went, the server's results, the calendar, the proof."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import discord

from bot.render import labels
from bot.render.calendar import calendar_text, day_choice, days_text
from bot.render.daily import (
    NO_SERVER,
    FinishedDaily,
    commitments_text,
    finished_daily_text,
    keys_text,
    results_text,
)
from bot.render.discord_limits import SELECT_OPTIONS
from bot.render.news import DAILY_PRACTICE
from bot.service.calendar import Calendar, look_back
from bot.service.game import Game
from bot.service.wish import DealRequest
from bot.store import Daily, Kind
from bot.ui.answers import show, tell
from bot.ui.board import asks_to_remind, tomorrow_button
from bot.ui.components import ButtonStyle, Layout, Note, PressButton, PressSelect, Row
from bot.ui.news import finished_daily
from bot.ui.presses import NO_GAME, Press, UnknownButton, understood
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services, own_game
from idle_year.engine.daily import FAMILIES, read_day
from idle_year.engine.errors import GameError
from idle_year.engine.games import games_of


async def deal_daily(services: Services, request: Request, wanted: DealRequest) -> Response:
    """Deal a daily; if the player's attempt that counts was dealt already, show that, or how it went."""
    day = services.dailies.asked_for(wanted.day)
    daily = await services.dailies.of(day, wanted.rules.family)
    begun = await services.lookup.attempt(request.player, day, wanted.rules.id)
    if begun is not None and begun.over:
        return await _show_finished(services, request, begun, daily)
    if begun is not None:
        await services.store.seats.turn_to(begun.id)
        return await show(services, request, begun)
    game = await services.dealer.deal_daily(request.seat, daily)
    counts = game.kind is Kind.DAILY
    return await show(services, request, game, None if counts else lambda: DAILY_PRACTICE)


async def play(services: Services, request: Request, family: str = FAMILIES[0]) -> Response:
    """Deal today's daily of a family, or show how far the player's game of it has come."""
    return await deal_daily(services, request, DealRequest(games_of(family)[0]))


async def results_of(services: Services, request: Request, family: str | None, day: str | None) -> Response:
    """Show this server's results of a day, by default today, of the family that one has finished last."""
    asked = services.dailies.asked_for(read_day(day) if day else None)
    family = family or await services.dailies.last_finished(request.player, asked) or FAMILIES[0]
    return await _show_results(services, request, family, asked)


async def proof(services: Services, request: Request) -> Response:
    """Show what proves the dailies of the day that a digest has bound."""
    with understood():
        day = date.fromisoformat(request.press.rest or "")
    return await _show_proof(services, day)


async def show_proof(services: Services, _request: Request, typed: str | None) -> Response:
    """Show the commitments to today's and tomorrow's dailies, or the keys of those that are over."""
    today = services.dailies.today
    days = [read_day(typed)] if typed else [today, today + timedelta(1)]
    return await _show_proof(services, *days)


async def _show_proof(services: Services, *days: date) -> Response:
    """Show the commitments to the dailies of some days, or the keys if the first of these is over."""
    dailies = services.dailies
    revealed = await dailies.revealed(days[0])
    if revealed is not None:
        return tell(services, Note(keys_text(days[0], revealed)))
    return tell(services, Note(commitments_text([(day, await dailies.commitments(day)) for day in days])))


async def show_calendar(services: Services, request: Request, family: str) -> Response:
    """Show a player how the dailies of the last sixty days went, and deal them again."""
    calendar = await look_back(services.store, request.player, family)
    return tell(services, Layout(calendar_text(calendar, request.style), *_lists(calendar)))


async def play_past(services: Services, request: Request) -> Response:
    """Deal the daily of a day as practice, or show how it went or stands."""
    family = request.press.rest
    if family not in FAMILIES or not request.values:
        raise UnknownButton
    with understood():
        day = date.fromisoformat(request.values[0])
    return await deal_daily(services, request, DealRequest(games_of(family)[0], day=day))


async def results(services: Services, request: Request) -> Response:
    """Show this server's results of the daily that a game belongs to."""
    game = await own_game(services, request)
    return await _show_results(services, request, game.rules.family, game.day)


async def _show_results(services: Services, request: Request, family: str, day: date | None) -> Response:
    """Show this server's results, to those who have played or once the daily is over."""
    if request.guild is None:
        raise GameError(NO_SERVER)
    guild, asker = request.guild, request.player
    daily = await services.dailies.of(services.dailies.asked_for(day), family)
    places = await services.dailies.places(guild, asker, daily)
    gone = await services.members.left(guild, asker, [place.player for place in places])
    hidden = await services.ranks.hidden(guild, asker)
    told = results_text(daily, places, asker, request.style, hidden=hidden, gone=gone)
    return tell(services, Note(told))


async def _show_finished(services: Services, request: Request, game: Game, daily: Daily) -> Response:
    """Show a player how their attempt that counts for a daily went."""
    finished = await finished_daily(services, request.guild, game, daily, request.style)
    asks = [tomorrow_button()] if await asks_to_remind(services, game) else []
    return tell(
        services,
        Layout(finished_daily_text(finished, request.style), [*_buttons(finished, request.guild)], asks),
    )


def _buttons(finished: FinishedDaily, guild: int | None) -> Iterator[PressButton]:
    """Yield the buttons that apply; those that would reveal the deal wait until the daily is over."""
    game, sealed = finished.game, finished.occasion.sealed
    if finished.result is not None and finished.result.moves:
        yield PressButton(labels.SHARE, Press(game.seen, "share"), style=ButtonStyle.primary)
    if guild is not None:
        yield PressButton(labels.RESULTS, Press(game.seen, "results"))
    if not sealed:
        yield PressButton(labels.REVIEW, Press(game.seen, "review"))
        yield PressButton(labels.PRACTISE_DEAL, Press(game.seen, "practise", "0"))
    yield PressButton(labels.board_label(game), Press(game.seen, "board"))


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
