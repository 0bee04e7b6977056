"""/rules, /odds, /leaderboard, /stats and /year: pages to read about a game, a server and oneself."""

from __future__ import annotations

from typing import Literal

from discord import app_commands

from bot.app import IdleYearBot
from bot.client.options import Interaction
from bot.service.ranks import Period
from bot.ui.options import Choices, Name, board_choices, variant_choices
from bot.ui.pages import odds_of_game, rules_of_game, show_year, stats_of_game
from bot.ui.ranks import show_board
from cogs import Cog
from idle_year.engine.games import ALL

When = Literal["today", "this month", "all time"]
Year = app_commands.Range[int, 2020, 2100]

_PERIODS = {"today": Period.TODAY, "this month": Period.MONTH, "all time": Period.ALL}
_WHICH = "Which game; by default, the one you're playing here"


class PagesCog(Cog):
    """/rules, /odds, /leaderboard, /stats and /year."""

    @app_commands.command()
    @app_commands.describe(game=_WHICH)
    async def rules(self, interaction: Interaction, game: Name | None = None) -> None:
        """Explain a game: its goal, deal and moves, and where its rules come from."""
        await self.answer(interaction, rules_of_game, game)

    @app_commands.command()
    @app_commands.describe(game=_WHICH)
    async def odds(self, interaction: Interaction, game: Name | None = None) -> None:
        """See how often a game can be won, as printed and as counted, and your own record."""
        await self.answer(interaction, odds_of_game, game)

    @app_commands.command()
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.describe(
        game="Which game, or puzzles; all games, this month, by default", when="By UTC; this month by default"
    )
    async def leaderboard(
        self, interaction: Interaction, game: Name | None = None, when: When | None = None
    ) -> None:
        """See this server's best results, and your rank."""
        await self.answer(interaction, show_board, game, _PERIODS[when] if when else None)

    @app_commands.command()
    @app_commands.describe(game="Which game; all of them by default")
    async def stats(self, interaction: Interaction, game: Name | None = None) -> None:
        """See your results in one game, or in all of them."""
        await self.answer(interaction, stats_of_game, game)

    @app_commands.command()
    @app_commands.describe(year="Which year; this one by default")
    async def year(self, interaction: Interaction, year: Year | None = None) -> None:
        """Look back at your year in patience."""
        await self.answer(interaction, show_year, year)

    @rules.autocomplete("game")
    @odds.autocomplete("game")
    @stats.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> Choices:
        """Offer the games whose name, id or alias contains what was typed."""
        return await self.offer(interaction, lambda: variant_choices(ALL.values(), typed))

    @leaderboard.autocomplete("game")
    async def boards(self, interaction: Interaction, typed: str) -> Choices:
        """Offer the boards of puzzles and of games whose name contains what was typed."""
        return await self.offer(interaction, lambda: board_choices(ALL.values(), typed))


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(PagesCog(bot))
