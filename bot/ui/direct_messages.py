"""Move a game to its player's direct messages with the bot, where its board lasts.

The board is posted first: if that fails, nothing has changed. Any game may move, even a daily or one of a
race: it stays the same attempt, and counts where it was dealt.
"""

from __future__ import annotations

from dataclasses import replace

from bot.engine.errors import GameError
from bot.render import notes
from bot.service.errors import GameOver
from bot.service.game import Game
from bot.ui.answers import tell
from bot.ui.board import Board, occasion_of
from bot.ui.notes import Note
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services, own_game


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
