"""What the button does that deletes all about a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.errors import GameError
from bot.ui.actions import on_press
from bot.ui.host import host_of
from bot.ui.privacy import ERASE, erased

if TYPE_CHECKING:
    from bot.ui.presses import Interaction, Press


@on_press(ERASE)
async def erase(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Delete all that is kept about the person who has asked for it, and no other one."""
    player = interaction.user.id
    if press.numbers() != [player]:
        raise GameError("Somebody else has asked for this: /privacy delete is for your own data.")
    await interaction.response.defer()
    await host_of(interaction).privacy.delete(player)
    done = erased()
    done.stop()
    await interaction.edit_original_response(view=done)
