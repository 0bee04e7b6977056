"""A game that is over, move by move: the board, what was played, and how that changed the chance."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord

from bot.render import labels
from bot.render.board import ROOM
from bot.render.review import step_text
from bot.ui.board.board_items import board_files, board_items
from bot.ui.board.board_title import occasion_of
from bot.ui.board.styles import style_for
from bot.ui.components.items import PressButton
from bot.ui.components.presses import Press
from bot.ui.services import services_of

if TYPE_CHECKING:
    from bot.engine.session import Session
    from bot.render.board import Occasion
    from bot.render.cards import Style
    from bot.service.game import Game
    from bot.service.hints.hindsight import Review
    from bot.ui.components.presses import Interaction


async def show_step(interaction: Interaction, game: Game, number: int) -> None:
    """Show a game as it stood after `number` moves, in place of what its player is looking at."""
    reviews = services_of(interaction).reviews
    if reviews.known(game) is None and not interaction.response.is_done():
        await interaction.response.defer()
    review = await reviews.review(game)
    style = await style_for(interaction, interaction.user.id)
    then = await asyncio.to_thread(game.session.at, number)
    view = Step(game, review, then, style, await occasion_of(interaction, game, style))
    view.stop()
    files = await board_files(then, style)
    if interaction.response.is_done():
        await interaction.edit_original_response(view=view, attachments=files)
    else:
        await interaction.response.edit_message(view=view, attachments=files)


class Step(discord.ui.LayoutView):
    """The board of a game after some of its moves, with the move that came next."""

    def __init__(
        self, game: Game, review: Review, then: Session[Any], style: Style, occasion: Occasion
    ) -> None:
        super().__init__(timeout=None)
        number = len(then.moves)
        told = step_text(game, review, then, style)
        resigned = game.resigned and number == len(game.session.moves)
        for item in board_items(then, style, occasion, room=ROOM - len(told), resigned=resigned):
            self.add_item(item)
        self.add_item(discord.ui.TextDisplay(told))
        for row in step_rows(game, review, number, style):
            self.add_item(row)


def step_rows(game: Game, review: Review, number: int, style: Style) -> list[discord.ui.ActionRow[Any]]:
    """Return the buttons that step through a game, and those that act on the current step."""
    last = len(game.session.moves)
    back, on = labels.step_labels(style)
    places = [(labels.FIRST, 0), (back, number - 1), (on, number + 1), (labels.LAST, last)]
    if review.turn is not None:
        places.append((labels.MOVE_THAT_LOST, review.turn.number))
    # No two buttons of a message may share a custom_id, and two of them may lead to the same move.
    steps = [
        PressButton(
            label,
            Press(game.id, game.version, "step", f"{to}:{place}"),
            disabled=to == number or not 0 <= to <= last,
        )
        for place, (label, to) in enumerate(places)
    ]
    practise = Press(game.id, game.version, "practise", str(number))
    return [
        discord.ui.ActionRow(*steps),
        discord.ui.ActionRow(
            PressButton(labels.PRACTISE, practise, disabled=number == last and not game.resigned),
            PressButton(labels.GET_MOVES, Press(game.id, game.version, "record")),
        ),
    ]
