"""Puzzles: dealt by a command, at the front door, or from the board of the last one."""

from __future__ import annotations

from functools import partial

from bot.render import labels
from bot.render.cards import Style
from bot.render.language import read_in
from bot.render.names import read_game
from bot.render.puzzle import post_text
from bot.render.refusals import refusal_text
from bot.render.share import ONLY_YOU
from bot.service.daily import NotMade
from bot.service.thinking.worker import CannotLoad
from bot.service.thinking.workers import Interrupted
from bot.store import Wanted
from bot.ui.answers import count_post, server_language, show, tell
from bot.ui.components import GOLD, ButtonStyle, Framed, Note, PressButton
from bot.ui.presses import NO_GAME, Press, understood
from bot.ui.request import Request
from bot.ui.response import Place, Response, Sent
from bot.ui.services import Services, game_here, own_game
from idle_year.engine.rules import AnyRules
from idle_year.puzzles import GAMES

_DEFAULT = "accordion"
_OF_ANY_GAME = "any"
_PLAIN = Style()


async def deal_puzzle(services: Services, request: Request, game: str | None = None) -> Response:
    """Deal a puzzle that the person has not had, or show the one that is in play.

    By default it is of the game that is played in this channel, if that has puzzles.
    """
    if request.press.rest == _OF_ANY_GAME:
        return await deal_another(services, request)
    rules = await _game(services, request, game)
    return await show(services, request, await services.tries.begin(request.seat, rules))


async def deal_daily_puzzle(services: Services, request: Request) -> Response:
    """Deal the puzzle of today, or show the person's try at it, in play or over.

    Where its solver is missing, or was killed, offer the puzzle of another game.
    """
    try:
        game = await services.tries.begin_daily(request.seat)
    except (NotMade, CannotLoad, Interrupted) as refusal:
        another = Press(NO_GAME, "solve", _OF_ANY_GAME)
        button = PressButton(labels.SOLVE_PUZZLE, another, style=ButtonStyle.primary)
        return tell(services, Note(refusal_text(refusal), button))
    return await show(services, request, game)


async def deal_another(services: Services, request: Request) -> Response:
    """Deal a puzzle of any game that has one."""
    return await show(services, request, await services.tries.begin_any(request.seat))


async def next_puzzle(services: Services, request: Request) -> Response:
    """Deal the next puzzle of a game, or an easier or harder one; the board of the last one stays."""
    game = await own_game(services, request)
    begin = partial(services.tries.begin, request.seat, game.rules)
    if request.press.rest is None:
        return await show(services, request, await begin(), anew=True)
    with understood():
        wanted = Wanted(request.press.rest)
    last = (await services.lookup.tried(game)).puzzle
    return await show(services, request, await begin(wanted, last.rating), anew=True)


async def go_on_run(services: Services, request: Request) -> Response:
    """Deal the next puzzle of a run, or the first of a new one; the board of the last one stays."""
    return await show(services, request, await services.tries.go_on_run(request.seat), anew=True)


async def try_again(services: Services, request: Request) -> Response:
    """Deal a puzzle that was failed once more, as practice; the board of that try stays."""
    game = await own_game(services, request)
    if not game.over:
        return await show(services, request, game)
    tried = await services.lookup.tried(game)
    return await show(services, request, await services.tries.again(request.seat, tried.puzzle), anew=True)


async def try_failed(services: Services, request: Request, game: str | None = None) -> Response:
    """Deal one of the puzzles that a person has failed once more, as practice."""
    rules = await _game(services, request, game)
    return await show(services, request, await services.tries.again_longest_ago(request.seat, rules))


async def post_daily(services: Services, request: Request) -> Response:
    """Post to the channel how a try at the puzzle of the day went, without a card or a move."""
    game = await own_game(services, request)
    if not game.over:
        return await show(services, request, game)
    tried = await services.lookup.tried(game)
    count_post(services, request)
    with read_in(await server_language(services, request)):
        solve = PressButton(labels.TODAYS_PUZZLE, Press(NO_GAME, "dayspuzzle"), style=ButtonStyle.primary)
        view = Framed(GOLD, post_text(game, tried, _PLAIN), [solve])

    async def say_if_private(sent: Sent) -> Response | None:
        return tell(services, Note(ONLY_YOU)) if sent.is_private else None

    return Response(place=Place.PUBLIC, view=view, names_people=True, then=say_if_private)


async def _game(services: Services, request: Request, game: str | None) -> AnyRules:
    """Return the game that is named, or else the one that is played here, if it has puzzles."""
    if game is None:
        here = await game_here(services, request)
        game = here if here in GAMES else _DEFAULT
    return read_game(game)
