"""The table of Napoleon at St Helena: ten columns, the waste and eight foundations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.cards import SUITS, Card

if TYPE_CHECKING:
    from bot.engine.stock import Stock

COLUMNS = 10
WASTE = COLUMNS
"""The waste as a place of a move; the columns are 0 to 9."""
FOUNDATION = COLUMNS + 1
"""The foundations as a place of a move: the card determines which of the eight."""
PLACE_NAMES = (*(f"t{number}" for number in range(1, COLUMNS + 1)), "w", "f")
"""What players call the places of a move."""
CARDS = 104
FACE_UP = 40
"""Cards that are dealt into the columns; the rest form the stock."""
PACKS = 2


@dataclass(frozen=True)
class Layout:
    """A state of the game; columns and waste have their top card last."""

    columns: tuple[tuple[Card, ...], ...]
    waste: tuple[Card, ...] = ()
    foundations: tuple[tuple[int, int], ...] = ((0, 0),) * len(SUITS)
    """How many cards the two foundations of each suit hold, higher first: equal states compare equal."""
    stock: Stock = ()

    @property
    def up(self) -> int:
        """How many cards are on the foundations."""
        return sum(map(sum, self.foundations))

    def pile(self, place: int) -> tuple[Card, ...]:
        """Return a column or the waste."""
        return self.waste if place == WASTE else self.columns[place]


def foundation_tops(state: Layout) -> tuple[Card, ...]:
    """Return the top cards of the foundations that hold any, by suit, the higher one first."""
    return tuple(
        Card.of(suit, height - 1)
        for suit, heights in enumerate(state.foundations)
        for height in heights
        if height
    )
