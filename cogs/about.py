"""/rules and /about: what the games and the bot are."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.engine.games import ALL, find_game
from bot.ui.answers import tell
from bot.ui.front_door import about_note
from bot.ui.options import Choices, Name, variant_choices
from bot.ui.pages import show_rules
from bot.ui.presses import Interaction
from bot.ui.services import game_here


class AboutCog(commands.Cog):
    """/rules and /about."""

    @app_commands.command()
    @app_commands.describe(game="Which game; by default, the one you're playing here")
    async def rules(self, interaction: Interaction, game: Name | None = None) -> None:
        """Explain a game: its goal, deal and moves, and where its rules come from."""
        await show_rules(interaction, find_game(game or await game_here(interaction)))

    @rules.autocomplete("game")
    async def games(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer the games whose name, id or alias contains what was typed."""
        return variant_choices(ALL.values(), typed)

    @app_commands.command()
    async def about(self, interaction: Interaction) -> None:
        """Show what this bot is and how to start."""
        await tell(interaction, about_note())


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(AboutCog())
