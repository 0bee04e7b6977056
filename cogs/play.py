"""/play and /help: where to begin."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.ui.answers import tell
from bot.ui.front_door import front_door, help_note
from bot.ui.presses import Interaction


class PlayCog(commands.Cog):
    """/play and /help."""

    @app_commands.command()
    async def play(self, interaction: Interaction) -> None:
        """Continue your game, play today's dailies, deal a game, or learn how."""
        await tell(interaction, await front_door(interaction))

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """See what Idle Year is, and every command by what you want to do."""
        await tell(interaction, help_note())


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(PlayCog())
