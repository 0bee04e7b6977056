"""/rules and /about: what the games and the bot are."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.engine.games import ALL, find_game
from bot.render.pages import rules_page
from bot.ui.answers import tell
from bot.ui.choices import Choices, Name, variant_choices
from bot.ui.notes import Note
from bot.ui.presses import Interaction  # noqa: TC001  discord.py reads the annotations
from bot.ui.services import game_here
from bot.ui.styles import style_for

if TYPE_CHECKING:
    from bot.app import IdleYearBot

_ABOUT = """\
### Idle Year
Accordion was first printed in 1883 as *The Idle Year*: with a well-shuffled pack it takes about that long \
to get it out. This bot deals it in the nine ways of books and programs, and its relatives.
- **/deal accordion** deals a game; the buttons and lists under the board play it, and so does **/move**.
- **/hint** says what is proven and what is a guess. **/rules** explains a game and where it comes from.
- **/daily play** deals one game a day, the same for everyone; your first attempt counts.
- Your game is saved after every move. The same seed deals the same cards to everyone.
- **/privacy** gives you all that is kept about you as a file, or deletes it.
-# Idle Year {version} · {games} games · it stores ids and games, no names and no messages"""


class AboutCog(commands.Cog):
    """/rules and /about."""

    @app_commands.command()
    @app_commands.describe(game="Which game; left out, the one you play here")
    async def rules(self, interaction: Interaction, game: Name | None = None) -> None:
        """Explain a game: its goal, deal, moves and source."""
        style = await style_for(interaction, interaction.user.id)
        await tell(interaction, Note(rules_page(find_game(game or await game_here(interaction)), style)))

    @rules.autocomplete("game")
    async def games(self, _interaction: Interaction, typed: str) -> Choices:
        """Offer the games whose name, id or other name holds what was typed."""
        return variant_choices(ALL.values(), typed)

    @app_commands.command()
    async def about(self, interaction: Interaction) -> None:
        """Say what this bot is and how to begin."""
        await tell(interaction, Note(_ABOUT.format(version=version("idle-year"), games=len(ALL))))


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(AboutCog())
