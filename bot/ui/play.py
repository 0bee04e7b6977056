"""Play: what the buttons and selects of a board do, and moves as they are typed."""

from __future__ import annotations

import asyncio
from functools import partial

from bot.render import labels
from bot.render.families import family_of
from bot.render.hint import Level
from bot.render.news import (
    CAN_BE_WON,
    check_news,
    confirm_news,
    cost_news,
    hint_news,
    read_typed,
    refused_news,
)
from bot.render.refusals import refusal_text
from bot.service.errors import GameOver, Refusal
from bot.service.game import Game
from bot.store import Help, Kind, Taps
from bot.ui.answers import Telling, show
from bot.ui.board import style_for
from bot.ui.moves import MovesModal, farther
from bot.ui.news import news_of_end, news_of_try
from bot.ui.presses import UnknownButton, understood
from bot.ui.request import Request
from bot.ui.response import Form, Response
from bot.ui.services import Services, current_game, own_game, seen_game
from bot.ui.typed import in_notation
from idle_year.engine.errors import GameError
from idle_year.engine.records import write_moves


async def pick(services: Services, request: Request) -> Response:
    """Play the move chosen in a list, or the moves typed into the form; or list those farther away."""
    chosen = " ".join(request.values)
    if request.is_typed:
        return await _play_typed(services, request, await seen_game(services, request), chosen)
    if (listed := farther(chosen)) is not None:
        return await show(services, request, await seen_game(services, request), listed=listed)
    return await _tapped(services, request, chosen)


async def play(services: Services, request: Request) -> Response:
    """Play the move that a button stands for."""
    return await _tapped(services, request, request.press.rest or "")


async def take(services: Services, request: Request) -> Response:
    """Play the move that the news names: a hint, or what was asked before it is played."""
    return await _show_played(services, request, await _move(services, request, request.press.rest or ""))


async def run(services: Services, request: Request) -> Response:
    """Move a run of cards to another column, as the single moves that it takes."""
    with understood():
        source, target, count = request.press.numbers()
    game = await seen_game(services, request)
    meant = source, target, count
    found = [each for each in family_of(game.rules).runs(game.state) if each.names == meant]
    if not found:
        raise UnknownButton
    moves = write_moves(game.rules, found[0].moves)
    return await _show_played(services, request, await _move(services, request, moves))


async def follow(services: Services, request: Request) -> Response:
    """Play the next move of a winning line, then show the rest of it."""
    game = await _move(services, request, request.press.rest or "")
    if game.over:
        return await _show_played(services, request, game)
    return await _show_hint(services, request, game, Level.LINE)


async def deal_one(services: Services, request: Request) -> Response:
    """Deal one card."""
    return await _show_played(services, request, await _move(services, request, "d"))


async def deal_on(services: Services, request: Request) -> Response:
    """Deal until a card brings a move."""
    game = await seen_game(services, request)
    played = await services.play.deal_on(game, forced=request.settings.forced)
    return await _show_played(services, request, played)


async def redeal(services: Services, request: Request) -> Response:
    """Gather what is left and lay it out again, or turn the waste over."""
    return await _show_played(services, request, await _move(services, request, "r"))


async def undo(services: Services, request: Request, number: int | None = None) -> Response:
    """Take back moves, one by default; a press that names how many has been told what that costs."""
    with understood():
        (pressed,) = request.press.numbers() if request.press.rest else [1]
    number = number or pressed
    game = await seen_game(services, request)
    if game.can_undo and request.press.rest is None and await services.lookup.unaided(game):
        cost = partial(cost_news, game, labels.UNDO, Help.UNDO, str(number))
        return await show(services, request, game, cost)
    undone = await services.play.undo(game, number, forced=request.settings.forced)
    return await show(services, request, undone)


async def redo(services: Services, request: Request) -> Response:
    """Play the move that was last taken back."""
    game = await seen_game(services, request)
    return await show(services, request, await services.play.redo(game, forced=request.settings.forced))


async def board(services: Services, request: Request) -> Response:
    """Show the board as it stands now, and turn to its game."""
    game = await own_game(services, request)
    await services.play.turn_to(game)
    return await show(services, request, game)


async def hint(services: Services, request: Request, level: Level | None = None) -> Response:
    """Think, then redraw the board with the hint under it: first a nudge, and more on the next press.

    Before the first help in a game that counts, say what it costs; the next press has been told.
    """
    with understood():
        level = level or Level(request.press.rest or Level.NUDGE)
    game = await seen_game(services, request)
    await services.play.turn_to(game)
    if request.press.rest is None and await services.lookup.unaided(game):
        label = labels.hint_label(level)
        return await show(services, request, game, partial(cost_news, game, label, Help.HINT, level))
    return await _show_hint(services, request, game, level)


async def check(services: Services, request: Request) -> Response:
    """Think, then show the board and whether it can be won; raise NothingToCheck at once if it is over.

    Say first what that costs, as `hint` does.
    """
    game = await own_game(services, request)
    await services.play.turn_to(game)
    services.checks.ensure_in_play(game)
    if game.kind is Kind.PUZZLE:
        return await show(services, request, game, lambda: CAN_BE_WON)
    if request.press.rest is None and await services.lookup.unaided(game):
        return await show(services, request, game, partial(cost_news, game, labels.CHECK, Help.CHECK))
    lack = services.preparation.lacking(game.rules)
    found = await services.checks.check(game)
    await services.store.games.help(game.id, Help.CHECK)
    return await _show_if_current(services, request, game, partial(check_news, found, lack))


async def type_moves(services: Services, request: Request) -> Form:
    """Open the form in which moves are typed."""
    return _form(await seen_game(services, request))


async def correct_moves(services: Services, request: Request) -> Form:
    """Open that form with the refused moves, as read from the board, filled in."""
    typed = read_typed(request.message.text()) if request.message else ""
    return _form(await seen_game(services, request), typed)


async def resigned(services: Services, request: Request) -> Response:
    """Resign, and show how the game ended."""
    return await _give_up(services, request, await seen_game(services, request))


async def move_here(services: Services, request: Request, moves: str) -> Response:
    """Play typed moves in the game here."""
    return await _play_typed(services, request, await current_game(services, request), moves)


async def redo_here(services: Services, request: Request) -> Response:
    """Play the move again that was last taken back in the game here."""
    game = await current_game(services, request)
    return await show(services, request, await services.play.redo(game, forced=request.settings.forced))


async def _move(services: Services, request: Request, move: str) -> Game:
    """Play a move that was pressed; then play on while there is no choice, unless the player plays all."""
    game = await seen_game(services, request)
    return await services.play.move(game, move, forced=request.settings.forced)


async def _tapped(services: Services, request: Request, text: str) -> Response:
    """Play a move that was tapped; in a puzzle, ask before if its player wants that."""
    if request.settings.taps is Taps.ASKED:
        game = await seen_game(services, request)
        write = game.rules.notation.write_move
        move = next((each for each in game.session.legal if write(each) == text), None)
        if game.kind is Kind.PUZZLE and move is not None:
            style = await style_for(services, request, game.seat.owner)
            return await show(services, request, game, partial(confirm_news, game, move, style))
    return await _show_played(services, request, await _move(services, request, text))


async def _play_typed(services: Services, request: Request, game: Game, typed: str) -> Response:
    """Play typed moves; if the rules refuse them, show the reason under the board on which they were typed.

    Who typed them into a command, or for a board that everybody sees, is told in private, without a board.
    """
    if game.over:  # its hidden cards may still be others' secret: they are not even read
        raise GameOver(game)
    try:
        line = await asyncio.to_thread(in_notation, game.session, typed)
        played = await services.play.move(game, line)
    except Refusal:
        raise
    except GameError as error:
        # While a long line was read, another press may have been played.
        game = await services.lookup.as_seen(game.seat.owner, game.seen)
        if game.public or not request.is_typed:
            raise
        why = error
        return await show(services, request, game, lambda: refused_news(refusal_text(why), typed))
    return await _show_played(services, request, played)


async def _show_played(services: Services, request: Request, game: Game) -> Response:
    """Show a game that was just played on, or given up."""
    if not game.over:  # the reply to its last move cannot wait until a solver is loaded
        services.threads.expect(game.rules)
    if game.kind is Kind.PUZZLE:
        return await show(services, request, game, await news_of_try(services, request, game))
    return await show(
        services, request, game, await news_of_end(services, request, game) if game.over else None
    )


async def _give_up(services: Services, request: Request, game: Game) -> Response:
    """Give up a game, and show how it ended; of a puzzle, also which moves keep the win."""
    return await _show_played(services, request, await services.play.resign(game))


async def _show_hint(services: Services, request: Request, game: Game, level: Level) -> Response:
    """Think, then show the board with the hint, and a button that tells more if there is more."""
    if game.kind is Kind.PUZZLE:
        return await _give_up(services, request, game)
    lack = services.preparation.lacking(game.rules)
    found = await services.hints.hint(game)
    await services.store.games.help(game.id, Help.HINT)
    sealed = await services.lookup.seals(game)
    return await _show_if_current(
        services, request, game, partial(hint_news, found, level, lack, sealed=sealed)
    )


async def _show_if_current(services: Services, request: Request, game: Game, news: Telling) -> Response:
    current = await services.lookup.get(game.id)
    return await show(services, request, current, news if current.version == game.version else None)


def _form(game: Game, typed: str = "") -> Form:
    """Return the form in which moves are typed, with what was typed before filled in; raise GameOver."""
    if game.over:
        raise GameOver(game)
    modal = MovesModal(game, typed)
    modal.stop()
    return Form(modal)
