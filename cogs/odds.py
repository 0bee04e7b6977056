"""/odds: how often a game can be won, and the player's own record."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.engine.games import ALL, find_game
from bot.ui.options import Choices, Name, variant_choices
from bot.ui.pages import show_odds
from bot.ui.presses import Interaction
from bot.ui.services import game_here


class OddsCog(commands.Cog):
    """/odds."""

    @app_commands.command()
    @app_commands.describe(game="Which game; by default, the one you're playing here")
    async def odds(self, interaction: Interaction, game: Name | None = None) -> None:
        """See how often a game can be won, as printed and as counted, and your own record."""
        await show_odds(interaction, find_game(game or await game_here(interaction)))

    @odds.autocomplete("game")
    async def games(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer the games whose name, id or alias contains what was typed."""
        return variant_choices(ALL.values(), typed)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(OddsCog())
