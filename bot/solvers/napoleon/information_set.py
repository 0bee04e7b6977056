"""The information set of a player: all deals that look the same to them, the true one included."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.cards import PACK, Card
from bot.engine.positions.napoleon import PACKS, Columns

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class InformationSet:
    """The table, and which cards are not on it; there is no place for the order of the stock."""

    columns: tuple[tuple[Card, ...], ...]
    waste: tuple[Card, ...]
    foundations: tuple[tuple[int, int], ...]
    unseen: tuple[Card, ...]
    """The cards among which the stock is, sorted: the stock itself, or a superset if cards are missing."""
    left: int
    """How many cards the stock holds."""

    @classmethod
    def of(cls, state: Columns) -> InformationSet:
        """Return what a state reveals to its player, whether or not it knows the stock."""
        known = [card for card in state.stock if card is not None]
        unseen = known if len(known) == len(state.stock) else _not_seen(state)
        return cls(state.columns, state.waste, state.foundations, tuple(sorted(unseen)), len(state.stock))

    @property
    def table(self) -> Columns:
        """The state as its player sees it."""
        return Columns(self.columns, self.waste, self.foundations, (None,) * self.left)


def _not_seen(state: Columns) -> Iterable[Card]:
    """Return the cards of two packs that are neither on the table nor on a foundation."""
    seen = Counter(card for pile in (*state.columns, state.waste) for card in pile)
    for suit, heights in enumerate(state.foundations):
        seen.update(Card.of(suit, rank) for height in heights for rank in range(height))
    return (Counter(PACK * PACKS) - seen).elements()
