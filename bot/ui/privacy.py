"""The data kept about a person, as a file; and the question before it is deleted."""

from __future__ import annotations

from bot.engine.errors import GameError
from bot.render.labels import DELETE_ALL
from bot.render.privacy import EXPORT_FILE, NOT_YOUR_DATA, erase_question, erased_text, export_head
from bot.ui.answers import tell_in_place, think_in_place
from bot.ui.components import ButtonStyle, PressButton, file_for
from bot.ui.notes import Note
from bot.ui.presses import NO_GAME, Interaction, Press
from bot.ui.services import services_of

ERASE = "erase"
"""The verb of the button that deletes; the id of the data's owner follows it."""


async def send_export(interaction: Interaction) -> None:
    """Send the user, in private, all data kept about them."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    content = await services_of(interaction).privacy.export(interaction.user.id, export_head())
    file = await file_for(interaction, content, "idle-year.json", EXPORT_FILE)
    await interaction.followup.send(file=file, ephemeral=True)


def ask_to_erase(player: int) -> Note:
    """Say what deletion means, and ask a person to confirm it."""
    delete = PressButton(DELETE_ALL, Press(NO_GAME, ERASE, str(player)), style=ButtonStyle.danger)
    return Note(erase_question(), delete)


def erased() -> Note:
    """Say that all was deleted, and what stays."""
    return Note(erased_text())


async def erase(interaction: Interaction, press: Press, _values: list[str]) -> None:
    """Delete all data about the user who pressed; raise GameError if the button is for someone else's."""
    player = interaction.user.id
    if press.numbers() != [player]:
        raise GameError(NOT_YOUR_DATA)
    await think_in_place(interaction)
    await services_of(interaction).privacy.delete(player)
    await tell_in_place(interaction, erased())
