"""How a player has chosen to see cards and to be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.cards import Card

if TYPE_CHECKING:
    from bot.render.style import Style

_SOME = tuple(Card.read(text) for text in ("8S", "QH", "TD", "AC"))


def settings_text(cards: str, colours: str, style: Style, *, hidden: bool) -> str:
    """Return what is chosen, with a few cards as they will look; choices are named as people make them."""
    return (
        f"**Cards:** {cards}\n**Colours:** {colours}\n**On a line:** {style.a_line} cards\n{_sample(style)}\n"
        f"**Leaderboards:** {'you are hidden' if hidden else 'you are shown'}\n"
        "-# Boards that are already open change with their next move."
    )


def _sample(style: Style) -> str:
    """Show what cards look like; a large picture is the whole board, which /settings does not show."""
    if style.large:
        return "-# On a phone, fewer cards on a line are larger. Tap the board to see it larger still."
    if style.spoken:
        return ", ".join(card.words for card in _SOME)
    return style.say(" ".join(map(style.face, _SOME)))
