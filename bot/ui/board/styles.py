"""Turn a player's settings into the style in which a board is drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import Style, picture_style
from bot.store import Cards, Colours
from bot.ui.services import services_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.store import Look
    from bot.ui.components.presses import Interaction


async def style_for(interaction: Interaction, player: int) -> Style:
    """Return how a player's boards are drawn: a game looks as its owner wants, whoever is watching."""
    services = services_of(interaction)
    return style_of(await services.display_settings.of(player), services.card_emoji.texts)


def style_of(look: Look, emoji: Mapping[str, str]) -> Style:
    """Return the style of a look; cards are text until all emoji are there."""
    if look.cards is Cards.EMOJI and emoji:
        return picture_style(emoji, look.a_line, two_colours=look.colours is Colours.TWO)
    return Style(
        a_line=look.a_line,
        spoken=look.cards is Cards.WORDS,
        large=look.cards is Cards.LARGE,
        two_colours=look.colours is Colours.TWO,
    )
