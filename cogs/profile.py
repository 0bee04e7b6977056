"""/settings: how a player wants to see cards, and to be seen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from discord import app_commands
from discord.ext import commands

from bot.render.display_settings import settings_text
from bot.store import Cards, Colours
from bot.ui.answers import tell
from bot.ui.notes import Note
from bot.ui.presses import Interaction  # noqa: TC001  discord.py reads the annotations
from bot.ui.services import services_of
from bot.ui.styles import style_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.app import IdleYearBot
    from bot.store import Look

_CARDS = {
    "pictures": Cards.EMOJI,
    "large pictures": Cards.LARGE,
    "text": Cards.TEXT,
    "words, for a screen reader": Cards.WORDS,
}
_COLOURS = {"four, one a suit": Colours.FOUR, "two, red and black": Colours.TWO}


class ProfileCog(commands.Cog):
    """/settings."""

    @app_commands.command()
    @app_commands.describe(
        cards="Cards as small or large pictures, as text such as 8♠, or everything in words",
        colours="The colours of the pictures",
        line="How many cards on a line; ten fit on a phone",
        leaderboards="Whether leaderboards show you",
    )
    async def settings(
        self,
        interaction: Interaction,
        cards: Literal["pictures", "large pictures", "text", "words, for a screen reader"] | None = None,
        colours: Literal["four, one a suit", "two, red and black"] | None = None,
        line: Literal[5, 8, 10, 13] | None = None,
        leaderboards: Literal["show me", "hide me"] | None = None,
    ) -> None:
        """Choose how cards look and who sees you; without options, see what's chosen."""
        services = services_of(interaction)
        look = await services.display_settings.of(interaction.user.id)
        wanted = replace(
            look,
            cards=_CARDS[cards] if cards else look.cards,
            colours=_COLOURS[colours] if colours else look.colours,
            a_line=line or look.a_line,
        )
        if wanted != look:
            await services.display_settings.change(interaction.user.id, wanted)
        if leaderboards:
            await services.ranks.set_hidden(interaction.user.id, hidden=leaderboards == "hide me")
        hidden = await services.ranks.hides(interaction.user.id)
        await tell(interaction, Note(_summary(wanted, services.card_emoji.texts, hidden=hidden)))


def _summary(look: Look, emoji: Mapping[str, str], *, hidden: bool) -> str:
    """Return what is chosen, in the words of the options."""
    cards = next(name for name, value in _CARDS.items() if value is look.cards)
    colours = next(name for name, value in _COLOURS.items() if value is look.colours)
    return settings_text(cards, colours, style_of(look, emoji), hidden=hidden)


async def setup(bot: IdleYearBot) -> None:
    """Load the extension."""
    await bot.add_cog(ProfileCog())
