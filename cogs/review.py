"""/review, /share and /replay: look back at games that are over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.presses import Interaction  # noqa: TC001  discord.py reads the annotations
from bot.ui.records import replay_file
from bot.ui.reviews import show_review
from bot.ui.services import lookup_of, seat_of
from bot.ui.shares import preview

if TYPE_CHECKING:
    from bot.app import IdleYearBot


class ReviewCog(commands.Cog):
    """/review, /share and /replay."""

    @app_commands.command()
    async def review(self, interaction: Interaction) -> None:
        """Look back at your last game here, once it is over: where it could still be won."""
        game = await lookup_of(interaction).latest(seat_of(interaction))
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_review(interaction, game)

    @app_commands.command()
    async def share(self, interaction: Interaction) -> None:
        """Tell others here how your last game went, with neither its cards nor its moves."""
        game = await lookup_of(interaction).latest(seat_of(interaction))
        await interaction.response.defer(ephemeral=True, thinking=True)
        await preview(interaction, game)

    @app_commands.command()
    @app_commands.describe(file="A recorded game, such as “Get the moves” under a review gives you")
    async def replay(self, interaction: Interaction, file: discord.Attachment) -> None:
        """Step through a recorded game; its result is checked first."""
        await replay_file(interaction, file)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(ReviewCog())
