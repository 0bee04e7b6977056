"""How the cards of a board lie in a picture: in lines, or as on a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.render.cards import EMPTY, laid_out
from bot.render.marks import Spot
from idle_year.engine.cards import Card
from idle_year.engine.rules import Pile, Table

BACK = "back"
"""What a card shows that lies face down."""
COVERED = 0.54
"""How much of a covered card shows, at its top: enough for its rank and suit side by side."""
_LINES = ((15, 5), (28, 7), (54, 9))
_MOST = 13
"""Up to so many cards, so many on a line: the fewest with which no screen shows a picture narrower."""


class Place(NamedTuple):
    """A card where it lies, by its upper left corner; a card and the gap around it measure 1."""

    left: float
    top: float
    shows: Card | str
    """A card, or the name of what is there instead."""
    spot: Spot | None = None
    covered: bool = False
    """Whether another card lies on all but its top."""


class Bar(NamedTuple):
    """Where the bar before a spot is drawn, from one end to the other."""

    left: float
    top: float
    right: float
    bottom: float


class Layout(NamedTuple):
    """The cards of a board, those that lie on others last."""

    across: int
    """How many cards lie side by side."""
    height: float
    places: list[Place]
    bars: dict[Spot, Bar]
    numbers: list[str]
    """What leads each line; empty as on a table."""


def in_lines(table: Table, across: int = 0) -> Layout:
    """Return cards in lines, each led by the number of its first; fewer cards are larger, unless told."""
    across = across or cards_a_line(table)
    places: list[Place] = []
    bars: dict[Spot, Bar] = {}
    numbers: list[str] = []
    for top, line in enumerate(laid_out(table, across)):
        numbers.append(line.label.strip())
        for left, (spot, pile) in enumerate(zip(line.spots, line.piles, strict=False)):
            places.append(Place(left, top, shown(pile), spot))
        bars |= {spot: upright(left, top) for left, spot in enumerate(line.spots) if spot not in bars}
    return Layout(across, len(numbers), places, bars, numbers)


def cards_a_line(table: Table) -> int:
    """Return how many cards a line of a picture has."""
    cards = max((len(row.piles) for row in table.rows), default=0)
    return next((across for most, across in _LINES if cards <= most), _MOST)


def upright(left: float, top: float, hidden: float = 0) -> Bar:
    """Return the bar at the left of a card, whose upper part may be hidden by the cards above."""
    return Bar(left, top + hidden, left, top + 1)


def shown(pile: Pile | None) -> Card | str:
    """Return what a place shows."""
    return EMPTY if pile is None else pile.top


def downwards(
    left: float, top: float, cards: tuple[Card | str, ...], spots: Sequence[Spot | None]
) -> Iterator[Place]:
    """Yield cards that overlap, the last one on top."""
    last = len(cards) - 1
    for number, (card, spot) in enumerate(zip(cards, spots, strict=True)):
        yield Place(left, top + number * COVERED, card, spot, covered=number < last)
