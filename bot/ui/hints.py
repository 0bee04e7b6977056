"""A hint under the board, once the solver has thought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.answers import show
from bot.ui.host import games_of, host_of

if TYPE_CHECKING:
    from bot.service.game import Game
    from bot.ui.presses import Interaction


async def show_hint(interaction: Interaction, game: Game) -> None:
    """Think, then show the board with the hint; the interaction must have been deferred.

    A move that was made meanwhile makes the hint void: the board shows without it.
    """
    found = await host_of(interaction).hints.hint(game)
    current = await games_of(interaction).get(game.id)
    await show(interaction, current, found.text if current.version == game.version else None)
