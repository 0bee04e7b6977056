"""/stats and /year: what a player has done so far."""

from __future__ import annotations

import asyncio
import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.engine.games import ALL, find_game
from bot.render.chart import spread_chart, spread_in_words
from bot.render.stats import game_text, no_games_text, overview_text
from bot.ui.answers import tell
from bot.ui.choices import Choices, Name, variant_choices
from bot.ui.notes import Note
from bot.ui.presses import Interaction  # noqa: TC001  discord.py reads the annotations
from bot.ui.services import services_of
from bot.ui.styles import style_for

if TYPE_CHECKING:
    from bot.app import IdleYearBot
    from bot.engine.rules import AnyRules
    from bot.service.stats import GameStats

Year = app_commands.Range[int, 2020, 2100]
_ENOUGH_FOR_A_PICTURE = 5  # games
_FILE = "spread.png"


class StatsCog(commands.Cog):
    """/stats and /year."""

    @app_commands.command()
    @app_commands.describe(game="Which game; all of them by default")
    async def stats(self, interaction: Interaction, game: Name | None = None) -> None:
        """See your results in one game, or in all of them."""
        if game is None:
            await _tell_overview(interaction, None)
            return
        rules = find_game(game)
        await interaction.response.defer(ephemeral=True, thinking=True)
        found = await services_of(interaction).stats.of_game(interaction.user.id, rules, interaction.guild_id)
        if found is None:
            await tell(interaction, Note(no_games_text(rules)))
            return
        await _tell_game(interaction, rules, found)

    @stats.autocomplete("game")
    async def games(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer the games whose name, id or other name holds what was typed."""
        return variant_choices(ALL.values(), typed)

    @app_commands.command()
    @app_commands.describe(year="Which year; this one by default")
    async def year(
        self, interaction: Interaction, year: app_commands.Range[int, 2020, 2100] | None = None
    ) -> None:
        """Look back at your year in patience."""
        await _tell_overview(interaction, year or services_of(interaction).stats.this_year)


async def _tell_overview(interaction: Interaction, year: int | None) -> None:
    found = await services_of(interaction).stats.overview(interaction.user.id, year)
    style = await style_for(interaction, interaction.user.id)
    await tell(interaction, Note(overview_text(year, found, style)))


async def _tell_game(interaction: Interaction, rules: AnyRules, found: GameStats) -> None:
    """Answer with the figures, and with a picture of how the games ended once there are some."""
    style = await style_for(interaction, interaction.user.id)
    text = game_text(rules, found.tally, *found.wins, style)
    view = Note(text)
    view.stop()
    if sum(found.mine.values()) < _ENOUGH_FOR_A_PICTURE:
        await interaction.followup.send(view=view, ephemeral=True)
        return
    unit = rules.score(rules.start("a")).parts[0][0].replace("_", " ")
    mine, theirs = ({abs(left): count for left, count in each.items()} for each in (found.mine, found.theirs))
    says = spread_in_words(unit, mine, theirs)
    gallery: discord.ui.MediaGallery[Note] = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://{_FILE}", description=says)
    view.add_item(gallery)
    picture = await asyncio.to_thread(spread_chart, rules.name, unit, mine, theirs)
    file = discord.File(io.BytesIO(picture), _FILE, description=says)
    await interaction.followup.send(view=view, file=file, ephemeral=True)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(StatsCog())
