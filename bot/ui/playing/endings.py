"""The board after a move; if that ended the game, with what it means for its player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.rules import Outcome
from bot.render.news import lost_news, won_news
from bot.ui.answers import show
from bot.ui.services import services_of

if TYPE_CHECKING:
    from bot.render.news import News
    from bot.service.game import Game
    from bot.ui.components.presses import Interaction


async def show_played(interaction: Interaction, game: Game) -> None:
    """Show a game that was just played on, or given up."""
    await show(interaction, game, await _end_news(interaction, game) if game.over else None)


async def _end_news(interaction: Interaction, game: Game) -> News | None:
    services = services_of(interaction)
    if game.outcome is Outcome.WON:
        return won_news(game.rules, await services.stats.wins_of(game.seat.owner, game.rules))
    found = await services.reviews.glance(game)
    return lost_news(game, found) if found is not None else None
