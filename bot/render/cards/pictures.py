"""The pictures of the cards: one PNG for each, named as a screen reader should read it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from bot.engine.cards import SUIT_WORDS

if TYPE_CHECKING:
    from bot.engine.cards import Card

_FOLDER = Path(__file__).parent / "art" / "cards"
_RANKS = "ace 2 3 4 5 6 7 8 9 10 jack queen king".split()
EMPTY = "card_empty"
"""The picture of an empty place."""


@cache
def picture_name(card: Card, *, two_colours: bool = False) -> str:
    """Return `8_spades`; in two colours `8_clubs_2c`, if the suit is drawn in another colour then."""
    suit = SUIT_WORDS[card.suit]
    repainted = two_colours and suit in ("clubs", "diamonds")
    return f"{_RANKS[card.rank]}_{suit}" + ("_2c" if repainted else "")


def picture(name: str) -> bytes:
    """Return the picture of that name."""
    return (_FOLDER / f"{name}.png").read_bytes()


def pictures() -> dict[str, bytes]:
    """Return every picture by its name."""
    return {path.stem: path.read_bytes() for path in sorted(_FOLDER.glob("*.png"))}
