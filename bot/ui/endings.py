"""The board after a move; where that has won the game, with what it means to its player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.rules import Outcome
from bot.render.ending import won_news
from bot.ui.answers import show
from bot.ui.services import services_of

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.ui.presses import Interaction


async def show_played(interaction: Interaction, game: Game) -> None:
    """Show a game that was just played on."""
    news = None
    if game.outcome is Outcome.WON:
        found = await services_of(interaction).stats.of_game(game.seat.owner, game.rules, None)
        news = won_news(game.rules, found) if found is not None else None
    await show(interaction, game, news)
