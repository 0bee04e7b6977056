"""/privacy: what is kept about a person, and how to delete it."""

from __future__ import annotations

from discord import app_commands

from bot.app import IdleYearBot
from bot.client.options import Interaction
from bot.ui.privacy import ask_to_erase, send_export
from cogs import Cog


class PrivacyCog(Cog):
    """/privacy export and delete."""

    privacy = app_commands.Group(name="privacy", description="See or delete what is kept about you")

    @privacy.command()
    async def export(self, interaction: Interaction) -> None:
        """Get everything kept about you, as a file."""
        await self.answer(interaction, send_export)

    @privacy.command()
    async def delete(self, interaction: Interaction) -> None:
        """Delete everything kept about you, after asking if you're sure."""
        await self.answer(interaction, ask_to_erase)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(PrivacyCog(bot))
