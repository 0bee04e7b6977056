"""The modal in which moves are typed.

Its custom_id is a press, and the bot reads what was submitted from the interaction itself: a modal that was
open while the bot restarted still plays its moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord

from bot.ui.choices import LONGEST_LINE
from bot.ui.presses import CUSTOM_ID, Interaction, Press, act

if TYPE_CHECKING:
    from bot.service.game import Game


class MovesModal(discord.ui.Modal):
    """Ask for a line of moves."""

    def __init__(self, game: Game) -> None:
        press = Press(game.id, game.version, "pick")
        super().__init__(title=f"Moves · {game.rules.name}"[:45], custom_id=press.custom_id, timeout=15 * 60)
        moves: discord.ui.TextInput[Any] = discord.ui.TextInput(
            placeholder=_example(game), custom_id="moves", max_length=LONGEST_LINE
        )
        self.add_item(discord.ui.Label(text="Moves, with a space between them", component=moves))


async def play_modal(interaction: Interaction) -> None:
    """Play the moves of a submitted modal; ignore interactions of other kinds."""
    if interaction.type is not discord.InteractionType.modal_submit:
        return
    data: Any = interaction.data
    match = CUSTOM_ID.fullmatch(data["custom_id"])
    if match is not None:
        await act(interaction, Press.read(match), [data["components"][0]["component"]["value"]])


def _example(game: Game) -> str:
    moves = [game.rules.notation.write_move(move) for move in game.rules.moves(game.state)]
    return f"such as {' or '.join(moves[:3])}"
