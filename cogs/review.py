"""/review, /share and /replay: look back at games that are over."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.ui.presses import Interaction
from bot.ui.review import replay_file, show_review
from bot.ui.services import seat_of, services_of
from bot.ui.share import show_preview


class ReviewCog(commands.Cog):
    """/review, /share and /replay."""

    @app_commands.command()
    async def review(self, interaction: Interaction) -> None:
        """Look back at your last finished game here, move by move."""
        game = await services_of(interaction).lookup.latest(seat_of(interaction))
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_review(interaction, game)

    @app_commands.command()
    async def share(self, interaction: Interaction) -> None:
        """Post how your last game here went, without its cards or moves."""
        game = await services_of(interaction).lookup.latest(seat_of(interaction))
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_preview(interaction, game)

    @app_commands.command()
    @app_commands.describe(file="A recorded game, such as you get from “Get the moves” in a review")
    async def replay(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Check a recorded game and step through it."""
        await replay_file(interaction, file)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(ReviewCog())
