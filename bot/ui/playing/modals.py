"""The modal in which moves are typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.render.labels import TYPED, typing_example, typing_title
from bot.ui.components.presses import Press
from bot.ui.options.choices import LONGEST_LINE

if TYPE_CHECKING:
    from bot.service.game import Game

PLAYS = "pick"
"""The verb in the custom_id of the modal."""


class MovesModal(discord.ui.Modal):
    """Asks for a line of moves; what was `typed` before is filled in for correction."""

    def __init__(self, game: Game, typed: str = "") -> None:
        press = Press(game.id, game.version, PLAYS)
        super().__init__(title=typing_title(game), custom_id=press.custom_id, timeout=15 * 60)
        moves: discord.ui.TextInput[Any] = discord.ui.TextInput(
            placeholder=typing_example(game),
            default=typed or None,
            custom_id="moves",
            max_length=LONGEST_LINE,
        )
        self.add_item(discord.ui.Label(text=TYPED, component=moves))


def typed_moves(data: Any) -> str:
    """Return what was typed into a modal; raise ValueError, TypeError or LookupError if malformed."""
    (label,) = data["components"]
    typed = label["component"]["value"]
    if not isinstance(typed, str):
        raise TypeError("Moves are text.")
    if len(typed) > LONGEST_LINE:
        raise ValueError("The modal takes no text as long as that.")
    return typed
