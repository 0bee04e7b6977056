"""The data kept about a person, as a file; and the question before it is deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.labels import DELETE_ALL
from bot.render.privacy import ERASE_QUESTION, ERASED, EXPORT_FILE, EXPORT_HEAD
from bot.ui.components.files import file_for
from bot.ui.components.items import ButtonStyle, PressButton
from bot.ui.components.notes import Note
from bot.ui.components.presses import Press
from bot.ui.services import services_of

if TYPE_CHECKING:
    from bot.ui.components.presses import Interaction

ERASE = "erase"
"""The verb of the button that deletes; the id of the data's owner follows it."""


async def send_export(interaction: Interaction) -> None:
    """Send the user, in private, all data kept about them."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    content = await services_of(interaction).privacy.export(interaction.user.id, EXPORT_HEAD)
    file = await file_for(interaction, content, "idle-year.json", EXPORT_FILE)
    await interaction.followup.send(file=file, ephemeral=True)


def ask_to_erase(player: int) -> Note:
    """Say what deletion means, and ask a person to confirm it."""
    delete = PressButton(DELETE_ALL, Press(0, 0, ERASE, str(player)), style=ButtonStyle.danger)
    return Note(ERASE_QUESTION, delete)


def erased() -> Note:
    """Say that all was deleted, and what stays."""
    return Note(ERASED)
