"""A review of a game that is over, for its player alone; the interaction must have been deferred."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.render.review import review_text
from bot.store import Help
from bot.ui.answers import tell
from bot.ui.board.styles import style_for
from bot.ui.finished.steps import step_rows
from bot.ui.services import services_of

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.ui.components.presses import Interaction


async def show_review(interaction: Interaction, game: Game) -> None:
    """Think, then tell the player how the game went."""
    lack = services_of(interaction).preparation.lacking(game.rules)
    found = await services_of(interaction).reviews.review(game)
    # The game may be taken up again with Undo, by a player who has now read where it was lost.
    await services_of(interaction).lookup.count_help(game, Help.CHECK)
    style = await style_for(interaction, interaction.user.id)
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(review_text(game, found, style, lack)))
    for row in step_rows(game, found, len(game.session.moves), style):
        view.add_item(row)
    await tell(interaction, view)
