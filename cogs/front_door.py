"""/play, /help and /about, and an answer to whoever just writes: where to begin."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.ui.answers import tell
from bot.ui.front_door import Doorkeeper, about_note, front_door, help_note
from bot.ui.presses import Interaction
from bot.ui.services import seat_of, services_of


class FrontDoorCog(commands.Cog):
    """/play, /help and /about, and an answer to direct messages."""

    def __init__(self, bot: IdleYearBot) -> None:
        self._doorkeeper = Doorkeeper(bot, bot.services)

    @app_commands.command()
    async def play(self, interaction: Interaction) -> None:
        """Continue your game, play today's dailies, deal a game, or learn how."""
        await tell(interaction, await front_door(services_of(interaction), seat_of(interaction)))

    @app_commands.command()
    async def help(self, interaction: Interaction) -> None:
        """See what Idle Year is, and every command by what you want to do."""
        await tell(interaction, help_note())

    @app_commands.command()
    async def about(self, interaction: Interaction) -> None:
        """Show what this bot is and how to start."""
        await tell(interaction, about_note())

    @commands.Cog.listener()
    async def on_direct_message(self, channel: int, person: int) -> None:
        """Show the front door to somebody who has written to the bot."""
        await self._doorkeeper.show(channel, person)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(FrontDoorCog(bot))
