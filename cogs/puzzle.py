"""/puzzle: find the moves that keep the win."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import IdleYearBot
from bot.engine.games import find_game
from bot.render.names import read_game
from bot.service.puzzle import GAMES
from bot.ui.options import Choices, Name, variant_choices
from bot.ui.presses import Interaction
from bot.ui.puzzle import deal_daily_puzzle, deal_puzzle


class PuzzleCog(commands.Cog):
    """/puzzle play and daily."""

    puzzle = app_commands.Group(name="puzzle", description="Find the moves that keep the win")

    @puzzle.command()
    @app_commands.describe(game="Which game; by default, the one you're playing here, if it has puzzles")
    async def play(self, interaction: Interaction, game: Name | None = None) -> None:
        """Play a puzzle you haven't had, or carry on with yours."""
        await deal_puzzle(interaction, None if game is None else read_game(game))

    @puzzle.command()
    async def daily(self, interaction: Interaction) -> None:
        """Play today's puzzle, the same for everybody; you have one try."""
        await deal_daily_puzzle(interaction)

    @play.autocomplete("game")
    async def games(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer the games that have puzzles whose name, id or alias contains what was typed."""
        return variant_choices(map(find_game, sorted(GAMES)), typed)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(PuzzleCog())
