"""Count only one of several presses on a button that are made at once."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.service.game import Game
    from bot.ui.presses import Interaction


_REMEMBERED = 1000
"""How many messages; who taps twice does so within a second."""


class Once:
    """Work done for a game by one press; others on the same message are acknowledged and do nothing."""

    def __init__(self) -> None:
        self._under_way: set[int] = set()
        self._done_on: deque[int] = deque(maxlen=_REMEMBERED)
        """The messages whose button has done its work: a second tap may only come after that."""

    async def do(
        self, interaction: Interaction, game: Game, work: Callable[[Interaction, Game], Awaitable[None]]
    ) -> None:
        """Do some work for a game, unless another press on the message has done it, or is doing it."""
        message = interaction.message.id if interaction.message is not None else 0
        if game.id in self._under_way or message in self._done_on:
            await interaction.response.defer()
            return
        self._under_way.add(game.id)
        try:
            await work(interaction, game)
            self._done_on.append(message)
        finally:
            self._under_way.discard(game.id)
