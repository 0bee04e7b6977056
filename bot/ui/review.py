"""Look back at a game that is over: how it went, move by move, as a file, or played on from any move."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import aiohttp
import discord

from bot.render import labels
from bot.render.board import Occasion
from bot.render.cards import Style
from bot.render.discord_limits import MESSAGE_CHARACTERS
from bot.render.language import worded
from bot.render.news import PRACTICE
from bot.render.refusals import FILE_LOST
from bot.render.review import RECORD_FILE, review_text, step_text
from bot.service.game import Game
from bot.service.records import MOST_BYTES, TooLarge
from bot.service.review import Review
from bot.store import Help
from bot.ui.answers import show, tell, tell_in_place
from bot.ui.board import back_button, board_files, board_items, occasion_of
from bot.ui.components import Layout, PressButton, Row
from bot.ui.presses import Press, UnknownButton
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services, own_game, seen_game
from idle_year.engine.errors import GameError
from idle_year.engine.session import Session

_LONGER = "longer"


async def review(services: Services, request: Request) -> Response:
    """Look back at a game that is over, for its player alone; once more and longer, if the press says so."""
    game = await own_game(services, request)
    if request.press.rest != _LONGER:
        return tell(services, await _reviewed(services, request, game))
    services.limits.search(request.player)
    return tell_in_place(services, request, await _reviewed(services, request, game, longer=True))


async def review_here(services: Services, request: Request) -> Response:
    """Look back at the game that was last played here."""
    return tell(services, await _reviewed(services, request, await services.lookup.latest(request.seat)))


async def replay(services: Services, request: Request, file: discord.Attachment) -> Response:
    """Check a recorded game and show how it ended, with the buttons that step through it."""
    if file.size > MOST_BYTES:
        raise TooLarge
    try:
        content = await file.read()
    except (discord.HTTPException, aiohttp.ClientError):
        raise GameError(FILE_LOST) from None
    game = await services.records.save(request.player, content)
    return await _step(services, request, game, len(game.session.moves))


async def step(services: Services, request: Request) -> Response:
    """Show the game as it stood after some of its moves, in place of what its player is looking at."""
    game = await seen_game(services, request)
    return await _step(services, request, game, _number_of_move(request.press, game))


async def practise(services: Services, request: Request) -> Response:
    """Play on from one of its moves: the others are taken back or, once it is over, it is dealt anew."""
    game = await seen_game(services, request)
    number = _number_of_move(request.press, game)
    if not game.over:
        return await show(services, request, await services.play.undo(game, len(game.session.moves) - number))
    practice = await services.dealer.deal_practice(request.seat, game, number)
    # The press was on the review, to which the player may want to return.
    return await show(services, request, practice, lambda: PRACTICE, anew=True)


async def record(services: Services, request: Request) -> Response:
    """Send the moves of a game that is over to its player, as a file."""
    game = await seen_game(services, request)
    content = await services.records.write(game)
    name = f"{game.rules.id}-{game.session.seed}.game"
    return Response(files=[discord.File(io.BytesIO(content), name, description=worded(RECORD_FILE))])


async def _reviewed(services: Services, request: Request, game: Game, *, longer: bool = False) -> Layout:
    """Think, then return what tells the player how the game went."""
    lack = services.preparation.lacking(game.rules)
    found = await services.reviews.review(game, longer=longer)
    # The game may be taken up again with Undo, by a player who has now read where it was lost.
    await services.store.games.help(game.id, Help.CHECK)
    sealed = await services.lookup.keeps_code(game)
    steps = step_rows(game, found, len(game.session.moves), request.style, sealed=sealed)
    told = review_text(game, found, request.style, lack)
    more = [] if found.is_longest else [PressButton(labels.LOOK_LONGER, Press(game.seen, "review", _LONGER))]
    return Layout(discord.ui.TextDisplay(told), more, *steps)


async def _step(services: Services, request: Request, game: Game, number: int) -> Response:
    found, style = await services.reviews.review(game), request.style
    then = await asyncio.to_thread(game.session.at, number)
    view = Step(game, found, then, style, await occasion_of(services, game, style))
    return tell_in_place(services, request, view, await board_files(view, then, style))


class Step(Layout):
    """The board of a game after some of its moves, with the move that came next."""

    def __init__(
        self, game: Game, review: Review, then: Session[Any], style: Style, occasion: Occasion
    ) -> None:
        number = len(then.moves)
        told = step_text(game, review, then, style)
        resigned = game.resigned and number == len(game.session.moves)
        board = board_items(then, style, occasion, room=MESSAGE_CHARACTERS - len(told), resigned=resigned)
        rows = step_rows(game, review, number, style, sealed=occasion.sealed)
        super().__init__(*board, discord.ui.TextDisplay(told), *rows)


def step_rows(game: Game, review: Review, number: int, style: Style, *, sealed: bool) -> list[Row]:
    """Return the buttons that step through a game, and those that act on the current step.

    There is no film of a deal that others still play (`sealed`).
    """
    last = len(game.session.moves)
    back, on = labels.step_labels(style)
    places = [(labels.FIRST, 0), (back, number - 1), (on, number + 1), (labels.LAST, last)]
    if review.turn is not None:
        places.append((labels.MOVE_THAT_LOST, review.turn.number))
    # No two buttons of a message may share a custom_id, and two of them may lead to the same move.
    steps = [
        PressButton(
            label,
            Press(game.seen, "step", f"{to}:{place}"),
            disabled=to == number or not 0 <= to <= last,
        )
        for place, (label, to) in enumerate(places)
    ]
    turn = None if review.turn is None else review.turn.number
    practise = PressButton(
        labels.PRACTISE,
        Press(game.seen, "practise", str(number)),
        disabled=number == last and not game.resigned,
    )
    return [
        *([] if turn is None else [Row(back_button(game, turn))]),
        Row(*steps),
        Row(
            *([] if number == turn else [practise]),
            PressButton(labels.GET_MOVES, Press(game.seen, "record")),
            *([] if sealed else [PressButton(labels.FILM, Press(game.seen, "film"))]),
        ),
    ]


def _number_of_move(press: Press, game: Game) -> int:
    number, *_ = press.numbers()
    if number > len(game.session.moves):
        raise UnknownButton
    return number
