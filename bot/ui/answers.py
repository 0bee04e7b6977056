"""What answers a request: a game where the right people see it, a private note, or why it cannot be done."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TypeAlias

import discord

from bot.client.failures import told_of
from bot.render import labels, notes
from bot.render.board import beginners_line
from bot.render.cards import Style
from bot.render.language import read_in, worded
from bot.render.limits import kept_private
from bot.render.news import News
from bot.render.refusals import BROKEN, DATABASE_DAMAGED, DATABASE_FAILING, refusal_text
from bot.service.daily import NotYet
from bot.service.errors import Astray, CutShort, NoGame, NotYours, Stale, TooManyGames
from bot.service.first_game import stage_of
from bot.service.game import Game
from bot.service.limits import TooManyPosts, TooMuch
from bot.store import StoreDamaged, StoreFailing
from bot.ui.board import Board, Panel, asks_to_remind, occasion_of, style_for
from bot.ui.components import ButtonStyle, Layout, Note, PressButton
from bot.ui.presses import NO_GAME, Press
from bot.ui.request import Request
from bot.ui.response import Place, Response
from bot.ui.services import Services
from idle_year.engine.errors import GameError

log = logging.getLogger(__name__)

Telling: TypeAlias = Callable[[], News | None]
"""Words what is new about a game, in the language of the place where it is told."""
_MOST_ELSEWHERE = 4
"""Games that are named where there is none; with *Deal a game* their buttons fill a row."""


async def show(
    services: Services,
    request: Request,
    game: Game,
    tell_news: Telling | None = None,
    *,
    anew: bool = False,
    counted: bool = False,
    panel: Callable[[Style], Panel] | None = None,
    listed: int = 0,
) -> Response:
    """Show a game: in place of the person's own message if the right people see it, else in a new one.

    A `panel` is in place of its moves, which are `listed` from one of them on where they are many.

    `anew` leaves even that message as it is. A new one that everybody sees is counted unless it was `counted`
    before; only its player sees it if others have seen too many.
    """
    is_private = request.is_private(public=game.public)
    is_own = not anew and request.is_on_own_message(private=is_private)
    withheld = None if is_own or is_private or counted else _withheld(services, request)
    with await _language(services, request, public=game.public):
        style = await style_for(services, request, game.seat.owner)
        occasion = await occasion_of(services, game, style)
        goal = "" if panel else await _goal(services, game, style)
        await asyncio.sleep(0)  # what a puzzle says takes as long as its board: others have a turn in between
        news = tell_news() if tell_news else None
        foot = _foot(request, game, withheld, is_own=is_own, told=panel is not None or not game.session.moves)
        board = Board(
            game,
            style,
            news,
            occasion,
            services.command_names.link(foot),
            goal=goal,
            panel=panel(style) if panel else None,
            listed=listed,
            asks=await asks_to_remind(services, game),
        )
        files = await board.files()
    names = news is not None and "<@" in news.text
    if is_own:
        return Response(place=Place.EDIT, view=board, files=files, names_people=names)
    place = Place.PRIVATE if is_private or withheld else Place.PUBLIC
    return Response(place=place, view=board, files=files, names_people=names)


def tell(services: Services, note: Layout, files: Sequence[discord.File] = ()) -> Response:
    """Tell the person alone and leave everything else as it is; commands named in it become clickable."""
    return _told(services, Place.PRIVATE, note, files)


def tell_in_place(
    services: Services, request: Request, note: Layout, files: Sequence[discord.File] = ()
) -> Response:
    """Replace the private note that was pressed with another; from anywhere else, send a new one."""
    is_own = request.is_on_own_message(private=True)
    return _told(services, Place.REPLACE if is_own else Place.PRIVATE, note, files)


def tell_over_board(services: Services, request: Request, note: Layout) -> Response:
    """Put a note in the place of the person's own board that nobody else sees; from elsewhere, send it."""
    is_own = request.is_on_own_message(private=request.is_private(public=False))
    return _told(services, Place.REPLACE if is_own else Place.PRIVATE, note)


async def refused(services: Services, request: Request | None, error: BaseException) -> Response:
    """Say why something cannot be done, or that it went wrong; without a request if nobody could read it."""
    match error:
        case Stale() | Astray() | CutShort() if request is not None:
            return await show(services, request, error.game, lambda: News(refusal_text(error)))
        case TooMuch():
            return tell(services, Note(refusal_text(error)))
        case GameError() if request is not None:
            return tell(services, await _refusal_note(services, request, error))
        case GameError():
            return tell(services, Note(refusal_text(error)))
        case StoreDamaged():
            return tell(services, Note(DATABASE_DAMAGED))
        case StoreFailing():
            return tell(services, Note(DATABASE_FAILING))
        case _ if told := told_of(error):
            return tell(services, Note(told))
    log.error("An interaction failed.", exc_info=error)
    return tell(services, Note(BROKEN))


def count_post(services: Services, request: Request) -> None:
    """Count a message that everybody in the channel will see; raise TooManyPosts."""
    if request.is_among_others:
        services.limits.post(request.player, request.seat.channel)


def strangers_note(game: Game) -> Note:
    """Say whose game it is, and offer the same deal or, while that game is on, another one."""
    press = Press(game.seen, "same")
    join = PressButton(labels.join_label(game), press, style=ButtonStyle.primary)
    return Note(notes.strangers_game(game), join)


def go_on_button(game: Game) -> PressButton:
    """Return the button that shows a game, here if it is played elsewhere."""
    return PressButton(labels.go_on_label(game), Press(game.seen, "board"))


async def server_language(services: Services, request: Request) -> str:
    """Return the language of the server that a request came from; elsewhere, that of the person who asks."""
    if request.guild is None:
        return request.language
    return await services.languages.of_server(request.guild, request.server_locale)


async def _language(services: Services, request: Request, *, public: bool) -> AbstractContextManager[None]:
    """Word a board that a whole server sees in the server's language, not in that of who presses on it."""
    return read_in(await server_language(services, request)) if public else nullcontext()


def _told(services: Services, place: Place, note: Layout, files: Sequence[discord.File] = ()) -> Response:
    services.command_names.link_all(note)
    return Response(place=place, view=note, files=files, names_people=True)


def _withheld(services: Services, request: Request) -> TooManyPosts | None:
    """Count a message for everybody; return why there may be none."""
    try:
        count_post(services, request)
    except TooManyPosts as refusal:
        return refusal
    return None


async def _refusal_note(services: Services, request: Request, refusal: GameError) -> Note:
    """Say why something cannot be done, with the buttons that may help."""
    match refusal:
        case NoGame():
            return _no_game_note(await services.lookup.all_playing(request.player, _MOST_ELSEWHERE))
        case TooManyGames(game=game):
            resign = PressButton(labels.RESIGN, Press(game.seen, "resign"), style=ButtonStyle.danger)
            return Note(refusal_text(refusal), resign)
        case NotYours():
            return strangers_note(refusal.game)
        case NotYet(family=family):
            today = Press(NO_GAME, "today", family)
            play = PressButton(labels.PLAY_DAILY, today, style=ButtonStyle.primary)
            return Note(refusal_text(refusal), play)
        case _:
            return Note(request.style.explain(refusal_text(refusal)))


def _no_game_note(elsewhere: Sequence[Game]) -> Note:
    """Say that there is no game here and where others are, and offer to deal one or to go on with those."""
    text = notes.no_game_here(elsewhere) if elsewhere else refusal_text(NoGame())
    deal = PressButton(labels.DEAL_A_GAME, Press(NO_GAME, "deals"), style=ButtonStyle.primary)
    return Note(text, deal, *(go_on_button(game) for game in elsewhere))


async def _goal(services: Services, game: Game, style: Style) -> str:
    """Return the goal of a game that a beginner begins; the first game says it in its own words."""
    if game.session.moves or game.over or stage_of(game):
        return ""
    return beginners_line(game.rules, style) if await services.stats.is_beginner(game) else ""


def _foot(request: Request, game: Game, withheld: TooManyPosts | None, *, is_own: bool, told: bool) -> str:
    """Say why a board is only here, or how to bring back one that a reload takes, if that is to be `told`."""
    if withheld is not None:
        return kept_private(withheld)
    if game.over or not told:
        return ""
    message = request.message
    stays_hidden = is_own and message is not None and message.is_private
    vanishes = stays_hidden or request.is_private(public=game.public)
    sat_down_here = game.seat.channel == request.seat.channel
    return worded(notes.BRING_BACK) if vanishes and sat_down_here else ""
