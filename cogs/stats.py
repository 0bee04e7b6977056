"""/stats and /year: a player's results so far."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.engine.games import ALL, find_game
from bot.ui.options import Choices, Name, variant_choices
from bot.ui.pages import show_overview, show_stats
from bot.ui.presses import Interaction
from bot.ui.services import services_of

Year = app_commands.Range[int, 2020, 2100]


class StatsCog(commands.Cog):
    """/stats and /year."""

    @app_commands.command()
    @app_commands.describe(game="Which game; all of them by default")
    async def stats(self, interaction: Interaction, game: Name | None = None) -> None:
        """See your results in one game, or in all of them."""
        if game is None:
            await show_overview(interaction, None)
        else:
            await show_stats(interaction, find_game(game))

    @stats.autocomplete("game")
    async def games(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer the games whose name, id or alias contains what was typed."""
        return variant_choices(ALL.values(), typed)

    @app_commands.command()
    @app_commands.describe(year="Which year; this one by default")
    async def year(self, interaction: Interaction, year: Year | None = None) -> None:
        """Look back at your year in patience."""
        await show_overview(interaction, year or services_of(interaction).stats.this_year)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(StatsCog())
