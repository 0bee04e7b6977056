"""/play, /help and /about: where to begin."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.ui.answers import tell
from bot.ui.front_door import about_note, front_door, help_note
from bot.ui.presses import Interaction


class FrontDoorCog(commands.Cog):
    """/play, /help and /about."""

    @app_commands.command()
    async def play(self, interaction: Interaction) -> None:
        """Continue your game, play today's dailies, deal a game, or learn how."""
        await tell(interaction, await front_door(interaction))

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """See what Idle Year is, and every command by what you want to do."""
        await tell(interaction, help_note())

    @app_commands.command()
    async def about(self, interaction: Interaction) -> None:
        """Show what this bot is and how to start."""
        await tell(interaction, about_note())


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(FrontDoorCog())
