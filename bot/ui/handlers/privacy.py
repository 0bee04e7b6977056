"""What the button that deletes a person's data does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.errors import GameError
from bot.render.privacy import NOT_YOUR_DATA
from bot.ui.handlers.registration import on_press
from bot.ui.pages.privacy import ERASE, erased
from bot.ui.services import services_of

if TYPE_CHECKING:
    from bot.ui.components.presses import Interaction, Press


@on_press(ERASE)
async def erase(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Delete all data about the user who pressed; raise GameError if the button is for someone else's."""
    player = interaction.user.id
    if press.numbers() != [player]:
        raise GameError(NOT_YOUR_DATA)
    await interaction.response.defer()
    await services_of(interaction).privacy.delete(player)
    done = erased()
    done.stop()
    await interaction.edit_original_response(view=done)
