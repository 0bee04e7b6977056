"""Puzzles: dealt by a command, at the front door, or from the board of the last one."""

from __future__ import annotations

from bot.render import labels
from bot.render.names import read_game
from bot.render.refusals import refusal_text
from bot.service.daily import NotMade
from bot.service.puzzle import GAMES
from bot.service.thinking.worker import CannotLoad
from bot.service.thinking.workers import Interrupted
from bot.ui.answers import show, tell
from bot.ui.components import ButtonStyle, Note, PressButton
from bot.ui.presses import NO_GAME, Press
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services, game_here, own_game

_DEFAULT = "accordion"
_OF_ANY_GAME = "any"


async def deal_puzzle(services: Services, request: Request, game: str | None = None) -> Response:
    """Deal a puzzle that the person has not had, or show the one that is in play.

    By default it is of the game that is played in this channel, if that has puzzles.
    """
    if request.press.rest == _OF_ANY_GAME:
        return await deal_another(services, request)
    if game is None:
        here = await game_here(services, request)
        game = here if here in GAMES else _DEFAULT
    rules = read_game(game)
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
    """Deal the next puzzle of a game; the board of the last one stays."""
    game = await own_game(services, request)
    return await show(services, request, await services.tries.begin(request.seat, game.rules), anew=True)
