"""Count only one of several simultaneous presses on a button."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.game import Game
    from bot.ui.components.presses import Interaction


class Once:
    """Work done for a game by one press at a time; concurrent ones are acknowledged and do nothing."""

    def __init__(self) -> None:
        self._under_way: set[int] = set()

    async def do(
        self, interaction: Interaction, game: Game, work: Callable[[Interaction, Game], Awaitable[None]]
    ) -> None:
        """Do some work for a game, unless another press is doing it right now."""
        if game.id in self._under_way:
            await interaction.response.defer()
            return
        self._under_way.add(game.id)
        try:
            await work(interaction, game)
        finally:
            self._under_way.discard(game.id)
