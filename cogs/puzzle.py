"""/puzzle: find the moves that keep the win."""

from __future__ import annotations

from discord import app_commands

from bot.app import IdleYearBot
from bot.client.options import Interaction
from bot.ui.options import Choices, Name, variant_choices
from bot.ui.puzzle import deal_daily_puzzle, deal_puzzle, go_on_run, try_failed
from cogs import Cog
from idle_year.engine.games import find_game
from idle_year.puzzles import GAMES


class PuzzleCog(Cog):
    """/puzzle play, daily, run and again."""

    puzzle = app_commands.Group(name="puzzle", description="Find the moves that keep the win")

    @puzzle.command()
    @app_commands.describe(game="Which game; by default, the one you're playing here, if it has puzzles")
    async def play(self, interaction: Interaction, game: Name | None = None) -> None:
        """Play a puzzle you haven't had, or carry on with yours."""
        await self.answer(interaction, deal_puzzle, game)

    @puzzle.command()
    async def daily(self, interaction: Interaction) -> None:
        """Play today's puzzle, the same for everybody; you have one try."""
        await self.answer(interaction, deal_daily_puzzle)

    @puzzle.command()
    async def run(self, interaction: Interaction) -> None:
        """Play puzzles that get harder, until your first mistake."""
        await self.answer(interaction, go_on_run)

    @puzzle.command()
    @app_commands.describe(game="Which game; by default, the one you're playing here, if it has puzzles")
    async def again(self, interaction: Interaction, game: Name | None = None) -> None:
        """Play a puzzle once more that you failed, as practice."""
        await self.answer(interaction, try_failed, game)

    @play.autocomplete("game")
    @again.autocomplete("game")
    async def games(self, interaction: Interaction, typed: str) -> Choices:
        """Offer the games that have puzzles whose name, id or alias contains what was typed."""
        games = map(find_game, sorted(GAMES))
        return await self.offer(interaction, lambda: variant_choices(games, typed))


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(PuzzleCog(bot))
