"""The front door as a message, and what its buttons lead to."""

from __future__ import annotations

import logging
from datetime import date

import discord

from bot.client.failures import FAILURES, is_refusal
from bot.client.gateway import Client
from bot.render import labels
from bot.render.cards import Style
from bot.render.front_door import (
    UNREAD,
    about_text,
    daily_label,
    deal_text,
    go_on_text,
    help_text,
    keep_playing_label,
    new_text,
    puzzle_label,
    today_text,
)
from bot.render.language import read_in, worded
from bot.render.settings import style_of
from bot.service.background import reason
from bot.service.front_door import FrontDoor, look_in
from bot.service.game import Game, Seat
from bot.store import Kind, Status, StoreFailing
from bot.ui.answers import go_on_button, tell, tell_in_place
from bot.ui.components import ButtonStyle, Content, Layout, Note, PressButton, picker_rows
from bot.ui.daily import play
from bot.ui.phone import fewest_rows
from bot.ui.presses import NO_GAME, Press, UnknownButton
from bot.ui.puzzle import deal_another, deal_daily_puzzle
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services
from bot.watch import installed_version
from idle_year.engine.daily import FAMILIES, end_of_day
from idle_year.engine.games import ALL

PLAY = Press(NO_GAME, "door")
LEARN = Press(NO_GAME, "learn")
_PUZZLE = "puzzle"
"""What stands for today's puzzle where others are families."""

log = logging.getLogger(__name__)


class Doorkeeper:
    """Shows the front door to whoever writes to the bot by themselves: once a day, whatever they write."""

    def __init__(self, client: Client, services: Services) -> None:
        self._client = client
        self._services = services
        self._day = services.dailies.today
        self._shown: set[int] = set()
        """To whom it was shown on that day."""

    async def show(self, channel: int, person: int) -> None:
        """Show the front door to somebody, unless that was done today, or Discord has refused it.

        Whom the bot may not write to can write to it without end, and Discord counts what it refuses.
        """
        if self._was_shown(person):
            return
        try:
            await self._send(channel, person)
        except (StoreFailing, *FAILURES) as error:
            if not is_refusal(error):
                self._shown.discard(person)
            log.warning("A direct message was not answered: %s", reason(error))

    async def _send(self, channel: int, person: int) -> None:
        with read_in(await self._services.languages.of_player(person, None)):
            view = await front_door(self._services, Seat(person, channel, None))
            view.add_item(discord.ui.TextDisplay(worded(UNREAD)))
        self._services.command_names.link_all(view)
        await self._client.pace.wait()
        await self._client.get_partial_messageable(channel).send(view=view)

    def _was_shown(self, person: int) -> bool:
        """Whether the front door was shown to somebody today; from now on, it was."""
        if (today := self._services.dailies.today) != self._day:
            self._day = today
            self._shown.clear()
        shown = person in self._shown
        self._shown.add(person)
        return shown


async def front_door(services: Services, seat: Seat) -> Layout:
    """Return the front door: what somebody can do next in a channel, beginning with what is likeliest."""
    found = await _look_in(services, seat)
    style = style_of(await services.settings.of(seat.owner), services.card_emoji.texts)
    day = services.dailies.today
    games = [*_keep_playing(found.playing), *map(go_on_button, found.others)]
    today: list[Content] = [
        today_text(found.streak, end_of_day(day)),
        *fewest_rows(_todays(found, day, style)),
    ]
    elsewhere = [each for each in found.others if each.seat.channel != seat.channel]
    go_on: list[Content] = [go_on_text(elsewhere), *fewest_rows(games)] if games else []
    new: list[Content] = [new_text(newcomer=found.newcomer), *fewest_rows(_ways(found))]
    return Layout(*(go_on + new + today if found.newcomer else today + go_on + new))


def deal_picker(family: str) -> Layout:
    """Return the picker of a game to deal, listing those of a family."""
    rows = picker_rows(family, lambda each: Press(NO_GAME, "deals", each), Press(NO_GAME, "dealt"))
    return Layout(deal_text(family), *rows, [PressButton(labels.BACK, PLAY)])


def help_note() -> Note:
    """Return what the bot is and what can be done with it."""
    return Note(help_text(), *_beginnings())


def about_note() -> Note:
    """Return what the bot is and how to begin."""
    return Note(about_text(installed_version(), len(ALL)), *_beginnings())


def learn_button(style: ButtonStyle = ButtonStyle.secondary) -> PressButton:
    """Return the button that deals the first game."""
    return PressButton(labels.LEARN, LEARN, style=style)


async def show_about(services: Services, _request: Request) -> Response:
    """Show what the bot is and how to begin."""
    return tell(services, about_note())


async def show_door(services: Services, request: Request) -> Response:
    """Show what there is to play, in place of a note that was pressed."""
    return tell_in_place(services, request, await front_door(services, request.seat))


async def show_help(services: Services, request: Request) -> Response:
    """Show what the bot is and what can be done with it, in place of a note that was pressed."""
    return tell_in_place(services, request, help_note())


async def play_daily(services: Services, request: Request) -> Response:
    """Deal today's daily of a family, or today's puzzle, or show how far the player has come with it."""
    if request.press.rest == _PUZZLE:
        return await deal_daily_puzzle(services, request)
    return await play(services, request, _family(request.press))


async def five_minutes(services: Services, request: Request) -> Response:
    """Deal today's easiest daily that is open, else today's puzzle; once all are finished, any puzzle."""
    found = await _look_in(services, request.seat)
    if found.open:
        return await play(services, request, found.open[0].family)
    if found.is_puzzle_open:
        return await deal_daily_puzzle(services, request)
    return await deal_another(services, request)


async def pick_game(services: Services, request: Request) -> Response:
    """Show the games of a family, one of which can be dealt; of the first family if none is named."""
    return tell_in_place(services, request, deal_picker(_family(request.press)))


def _beginnings() -> list[PressButton]:
    return [PressButton(labels.PLAY, PLAY, style=ButtonStyle.primary), learn_button()]


def _keep_playing(game: Game | None) -> list[PressButton]:
    if game is None:
        return []
    press = Press(game.seen, "board")
    return [PressButton(keep_playing_label(game), press, style=ButtonStyle.success)]


def _todays(found: FrontDoor, day: date, style: Style) -> list[PressButton]:
    """Return the buttons of today's dailies and puzzle, without those to go on with."""
    going_on = {game.rules.family for game in found.in_progress if (game.kind, game.day) == (Kind.DAILY, day)}
    todays = [
        PressButton(daily_label(each, style), Press(NO_GAME, "today", each.family))
        for each in found.dailies
        if each.status is not Status.PLAYING or each.family not in going_on
    ]
    puzzle = puzzle_label(found.puzzle, style)
    likeliest = ButtonStyle.secondary if found.newcomer else ButtonStyle.primary
    return [
        PressButton(labels.FIVE_MINUTES, Press(NO_GAME, "five"), style=likeliest),
        PressButton(puzzle, Press(NO_GAME, "today", _PUZZLE)),
        *todays,
    ]


def _ways(found: FrontDoor) -> list[PressButton]:
    """Return the buttons that lead to another game, blue the one that a newcomer needs."""
    learn = learn_button(ButtonStyle.primary if found.newcomer else ButtonStyle.secondary)
    others = [
        PressButton(labels.DEAL_A_GAME, Press(NO_GAME, "deals")),
        PressButton(labels.SOLVE_PUZZLE, Press(NO_GAME, "solve")),
        PressButton(labels.HELP, Press(NO_GAME, "help")),
    ]
    return others if found.learnt else [learn, *others] if found.newcomer else [*others, learn]


async def _look_in(services: Services, seat: Seat) -> FrontDoor:
    return await look_in(seat, services.store, services.lookup, services.dailies, services.stats)


def _family(press: Press) -> str:
    """Return the family that a press names, the first if it names none."""
    family = press.rest or FAMILIES[0]
    if family not in FAMILIES:
        raise UnknownButton
    return family
