"""/review, /share and /replay: look back at games that are over."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.app import IdleYearBot
from bot.client.options import Interaction
from bot.ui.review import replay, review_here
from bot.ui.share import preview_here
from cogs import Cog


class ReviewCog(Cog):
    """/review, /share and /replay."""

    @app_commands.command()
    async def review(self, interaction: Interaction) -> None:
        """Look back at your last finished game here, move by move."""
        await self.answer(interaction, review_here)

    @app_commands.command()
    async def share(self, interaction: Interaction) -> None:
        """Post how your last game here went, without its cards or moves."""
        await self.answer(interaction, preview_here)

    @app_commands.command()
    @app_commands.describe(file="A recorded game, such as you get from “Get the moves” in a review")
    async def replay(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Check a recorded game and step through it."""
        await self.answer(interaction, replay, file)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(ReviewCog(bot))
