"""/play, /help and /about, and an answer to people who just write: where to begin."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.client.options import Interaction
from bot.ui.front_door import Doorkeeper, show_about, show_door, show_help
from cogs import Cog


class FrontDoorCog(Cog):
    """/play, /help and /about, and an answer to direct messages."""

    def __init__(self, bot: IdleYearBot) -> None:
        super().__init__(bot)
        self._doorkeeper = Doorkeeper(bot, bot.services)

    @app_commands.command()
    async def play(self, interaction: Interaction) -> None:
        """Continue your game, play today's dailies, deal a game, or learn how."""
        await self.answer(interaction, show_door)

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """See what Idle Year is, and every command by what you want to do."""
        await self.answer(interaction, show_help)

    @app_commands.command()
    async def about(self, interaction: Interaction) -> None:
        """Show what this bot is and how to start."""
        await self.answer(interaction, show_about)

    @commands.Cog.listener()
    async def on_direct_message(self, channel: int, person: int) -> None:
        """Show the front door to somebody who has written to the bot."""
        await self._doorkeeper.show(channel, person)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(FrontDoorCog(bot))
