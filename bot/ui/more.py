"""What is rarely needed: more buttons in place of the moves, resigning, and a board that lasts.

Discord keeps no board that only one person sees, but one in direct messages. There it is posted first: if
that fails, nothing has changed. Any game may move, even a daily or one of a race: it stays the same attempt,
and counts where it was dealt.
"""

from __future__ import annotations

from dataclasses import replace

from bot.render import labels, notes
from bot.render.board import goal_line
from bot.render.cards import Style
from bot.service.errors import GameOver
from bot.service.game import Game
from bot.store import Kind
from bot.ui.answers import show, tell, tell_in_place
from bot.ui.board import Board, Panel, occasion_of
from bot.ui.components import ButtonStyle, Note, PressButton
from bot.ui.presses import Press
from bot.ui.request import Request
from bot.ui.response import Response
from bot.ui.services import Services, own_game
from bot.ui.tools import panel_rows
from idle_year.engine.errors import GameError


async def more(services: Services, request: Request) -> Response:
    """Show the rarely needed actions in place of the moves."""
    game = await own_game(services, request)
    if game.over:
        return await show(services, request, game)
    private = request.is_private(public=game.public)
    sealed, unaided = await services.lookup.keeps_code(game), await services.lookup.unaided(game)

    def panel(style: Style) -> Panel:
        says = notes.more_text(game, goal_line(game.rules), sealed=sealed, unaided=unaided)
        return Panel(says, panel_rows(game, style, private=private))

    return await show(services, request, game, panel=panel)


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


def resign_note(game: Game, *, sealed: bool, stands: bool) -> Note:
    """Ask the player to confirm resigning; a daily whose deal others still play (`sealed`) counts.

    `stands` says that the game has a result already, from before it was reopened.
    """
    if game.kind is Kind.PUZZLE:
        question = notes.give_up_question(game)
    else:
        question = notes.resign_question(game, counts=sealed and game.kind is Kind.DAILY, stands=stands)
    # A board for all stays beside the question, and need not be shown again.
    on = [] if game.public else [PressButton(labels.KEEP_PLAYING, Press(game.seen, "board"))]
    return Note(
        question, PressButton(labels.RESIGN, Press(game.seen, "resigned"), style=ButtonStyle.danger), *on
    )
