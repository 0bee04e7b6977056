"""What is rarely needed: a private panel of more buttons, resigning, and a board that lasts.

Discord keeps no board that only one person sees, but one in direct messages. There it is posted first: if
that fails, nothing has changed. Any game may move, even a daily or one of a race: it stays the same attempt,
and counts where it was dealt.
"""

from __future__ import annotations

from dataclasses import replace

from bot.engine.errors import GameError
from bot.render import labels, notes
from bot.service.errors import GameOver
from bot.service.game import Game
from bot.store import Kind
from bot.ui.answers import tell, tell_in_place
from bot.ui.board import Board, occasion_of
from bot.ui.components import ButtonStyle, Note, PressButton
from bot.ui.presses import Press
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services, own_game


async def more(services: Services, request: Request) -> Response:
    """Open the private panel with the rarely needed actions."""
    game = await own_game(services, request)
    private = request.is_private(public=game.public)
    sealed, unaided = await services.lookup.keeps_code(game), await services.lookup.unaided(game)
    return tell(services, more_note(game, sealed=sealed, private=private, unaided=unaided))


async def resign(services: Services, request: Request) -> Response:
    """Ask the player to confirm resigning."""
    game = await own_game(services, request)
    stands = await services.store.results.of(game.id) is not None
    asked = resign_note(game, sealed=await services.lookup.seals(game), stands=stands)
    return tell_in_place(services, request, asked)


async def play_in_dm(services: Services, request: Request) -> Response:
    """Move a game to its player's direct messages, post its board there, and say where it is."""
    game = await own_game(services, request)
    if game.over:
        raise GameOver(game)
    if game.public:
        raise GameError(notes.WATCHED)
    chat = await services.discord.direct_messages(request.player)
    if game.seat.channel != chat.id:
        board = await _board(services, request, game, chat.id)
        message = await services.discord.post(chat, board, await board.files())
        try:
            await services.play.take_along(game, chat.id)
        except GameError:
            await services.discord.take_back(message)
            raise
    return tell(services, Note(notes.moved_to_dm(game, chat.jump_url)))


async def _board(services: Services, request: Request, game: Game, channel: int) -> Board:
    """Return the board as it will be once the game has moved, which increments its version."""
    moved = replace(game, seat=replace(game.seat, channel=channel), version=game.version + 1)
    return Board(moved, request.style, None, await occasion_of(services, moved, request.style))


def more_note(game: Game, *, sealed: bool, private: bool, unaided: bool) -> Note:
    """Offer rarely needed actions; the code of a deal that others still play (`sealed`) is withheld.

    A `private` board, which Discord does not keep, may move to direct messages, where it does. Help makes the
    result of an `unaided` game an assisted one, so this says that starting over is help.
    """
    moves = len(game.session.moves)
    # A turned card cannot be covered again, so a game with one has no way back to its deal.
    afresh = (
        [PressButton(labels.START_OVER, Press(game.seen, "undo", str(moves)))] if game.can_start_over else []
    )
    lasting = [PressButton(labels.PLAY_IN_DM, Press(game.seen, "dm"))] if private else []
    return Note(
        notes.more_text(game, sealed=sealed, unaided=unaided),
        PressButton(labels.board_label(game), Press(game.seen, "board")),
        *afresh,
        *lasting,
        PressButton(labels.RESIGN, Press(game.seen, "resign"), style=ButtonStyle.danger),
    )


def resign_note(game: Game, *, sealed: bool, stands: bool) -> Note:
    """Ask the player to confirm resigning; a daily whose deal others still play (`sealed`) counts.

    `stands` says that the game has a result already, from before it was reopened.
    """
    if game.kind is Kind.PUZZLE:
        question = notes.give_up_question(game)
    else:
        question = notes.resign_question(game, counts=sealed and game.kind is Kind.DAILY, stands=stands)
    return Note(
        question,
        PressButton(labels.RESIGN, Press(game.seen, "resigned"), style=ButtonStyle.danger),
        PressButton(labels.KEEP_PLAYING, Press(game.seen, "board")),
    )
