"""How cards are shown on a board: as small or large pictures, as text, or in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.render.cards.pictures import EMPTY, picture_name
from bot.render.cards.suits import suits_as_text
from bot.render.cards.words import cards_spoken, spoken

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.engine.cards import Card


def _symbol(card: Card | None) -> str:
    return "—" if card is None else card.symbol


@dataclass(frozen=True)
class Style:
    """How a player sees a board."""

    face: Callable[[Card | None], str] = _symbol
    """How to write a card, or an empty place (None)."""
    a_line: int = 10
    """Cards on a line of a numbered row."""
    spoken: bool = False
    """Whether everything is said in plain words, for a screen reader; `face` is unused then."""
    large: bool = False
    """Whether the cards of a board are one picture, between its texts."""
    two_colours: bool = False
    """Whether that picture has its suits in two colours instead of four."""

    @property
    def without_pictures(self) -> Style:
        """The same style with cards as text, which takes far less room."""
        return replace(self, face=_symbol)

    def picture(self, card: Card) -> str | None:
        """Return the emoji of a card, or None if cards are text."""
        face = self.face(card)
        return None if self.spoken or face == _symbol(card) else face

    def say(self, text: str) -> str:
        """Return a text in this style: in plain words if they are wanted, else with suits as text."""
        return spoken(text) if self.spoken else suits_as_text(text)

    def explain(self, text: str) -> str:
        """Return a text that shows what to type: as `say` does, but with moves left as they are typed."""
        return cards_spoken(text) if self.spoken else suits_as_text(text)


def picture_style(emoji: Mapping[str, str], a_line: int, *, two_colours: bool) -> Style:
    """Return a style of small pictures; `emoji` maps each name to the text of its emoji."""

    def face(card: Card | None) -> str:
        return emoji[EMPTY if card is None else picture_name(card, two_colours=two_colours)]

    return Style(face, a_line)
