"""/privacy: what is kept about a person, and how to delete it."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.ui.answers import tell
from bot.ui.presses import Interaction
from bot.ui.privacy import ask_to_erase, send_export


class PrivacyCog(commands.Cog):
    """/privacy export and delete."""

    privacy = app_commands.Group(name="privacy", description="See or delete what is kept about you")

    @privacy.command()
    async def export(self, interaction: Interaction) -> None:
        """Get everything kept about you, as a file."""
        await send_export(interaction)

    @privacy.command()
    async def delete(self, interaction: Interaction) -> None:
        """Delete everything kept about you, after asking if you're sure."""
        await tell(interaction, ask_to_erase(interaction.user.id))


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(PrivacyCog())
