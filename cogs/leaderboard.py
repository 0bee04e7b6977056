"""/leaderboard: the best results of a server."""

from __future__ import annotations

from typing import Literal

from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.engine.games import ALL, find_game
from bot.service.ranks import Period
from bot.ui.options import Choices, Name, variant_choices
from bot.ui.pages import show_leaderboard
from bot.ui.presses import Interaction
from bot.ui.services import game_here

When = Literal["today", "this month", "all time"]
_PERIODS = {"today": Period.TODAY, "this month": Period.MONTH, "all time": Period.ALL}


class LeaderboardCog(commands.Cog):
    """/leaderboard."""

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(
        game="Which game; by default, the one you're playing here", when="By UTC; this month by default"
    )
    async def leaderboard(
        self, interaction: Interaction, game: Name | None = None, when: When = "this month"
    ) -> None:
        """See this server's best results, and your rank."""
        rules = find_game(game or await game_here(interaction))
        await show_leaderboard(interaction, rules, _PERIODS[when])

    @leaderboard.autocomplete("game")
    async def games(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer the games whose name, id or alias contains what was typed."""
        return variant_choices(ALL.values(), typed)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(LeaderboardCog())
