"""What is kept about a person, as a file; and the question before it is deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.files import file_for
from bot.ui.items import ButtonStyle, PressButton
from bot.ui.notes import Note
from bot.ui.presses import Press
from bot.ui.services import services_of

if TYPE_CHECKING:
    from bot.ui.presses import Interaction

ERASE = "erase"
"""The verb of the button that deletes, with whose data it is."""


async def send_export(interaction: Interaction) -> None:
    """Send all that is kept about whoever asks, to that person alone."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    content = await services_of(interaction).privacy.export(interaction.user.id)
    what = "All that Idle Year keeps about you"
    file = await file_for(interaction, content, "idle-year.json", what)
    await interaction.followup.send(file=file, ephemeral=True)


def ask_to_erase(player: int) -> Note:
    """Say what deleting means, and ask a person whether it is meant."""
    return Note(
        "This deletes all that is kept about you, for good: every game with its result, also those in play, "
        "in races and of the daily, your records, streaks and places on leaderboards, and your settings.\n"
        "-# `/privacy export` gives you a copy first.",
        PressButton("Delete everything", Press(0, 0, ERASE, str(player)), style=ButtonStyle.danger),
    )


def erased() -> Note:
    """Say that all was deleted, and what stays."""
    return Note(
        "All that was kept about you is deleted.\n"
        "-# Messages in Discord stay as they are. Where you have played today's daily, or in a race that is "
        "still on, a fingerprint of that stays for a day: else the same deal could count for you twice."
    )
