"""The table of Pyramid: seven rows, each covering the one above, the stock and the waste."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.engine.cards import Card
    from bot.engine.stock import Stock

ROWS = tuple(range(row * (row + 1) // 2, (row + 1) * (row + 2) // 2) for row in range(7))
"""The places of each row of the pyramid, counted from 0 at the top."""
COVERED_BY: tuple[tuple[int, ...], ...] = tuple(
    (place + row + 1, place + row + 2) if row < len(ROWS) - 1 else ()
    for row, places in enumerate(ROWS)
    for place in places
)
"""For each place, the places of the next row whose cards cover it."""


@dataclass(frozen=True)
class Layout:
    """A state of Pyramid."""

    places: tuple[Card | None, ...]
    """The 28 places, row by row from the top; None is a card that is gone."""
    stock: Stock = ()
    waste: tuple[Card, ...] = ()
    """The cards turned up, the top one last."""
    passes: int = 1
    """The number of the current pass through the stock."""

    @property
    def rows(self) -> list[tuple[Card | None, ...]]:
        """The rows from the top to the last one that holds a card; always at least the first."""
        rows = [self.places[row.start : row.stop] for row in ROWS]
        while len(rows) > 1 and rows[-1].count(None) == len(rows[-1]):
            rows.pop()
        return rows

    def covers(self, place: int) -> list[Card]:
        """Return the cards that still cover a place."""
        lower = (self.places[other] for other in COVERED_BY[place])
        return [card for card in lower if card is not None]
