"""The information set of a player: all deals that look the same to them, the true one included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.cards import PACK, Card
from bot.engine.positions.pyramid import Triangle

if TYPE_CHECKING:
    from bot.engine.games.pyramid import Pyramid


@dataclass(frozen=True)
class InformationSet:
    """What may be known of a state."""

    places: tuple[Card | None, ...]
    waste: tuple[Card, ...]
    passes: int
    known: tuple[Card, ...]
    """The stock, if all of it has been seen before."""
    unseen: frozenset[Card]
    """The cards that may be in the stock, if it has not been seen."""
    hidden: int
    """How many of them are in the stock."""

    @property
    def layout(self) -> Triangle:
        """The cards on the table."""
        return Triangle(self.places, self.known or (None,) * self.hidden, self.waste, self.passes)

    @property
    def is_counted(self) -> bool:
        """Whether it is known which cards the stock holds."""
        return len(self.unseen) == self.hidden


def see(rules: Pyramid, state: Triangle) -> InformationSet:
    """Return what may be known: the cards of a stock not yet seen, but not their order."""
    known = [card for card in state.stock if card is not None]
    if not rules.hides(state):
        return InformationSet(state.places, state.waste, state.passes, tuple(known), frozenset(), 0)
    unseen = frozenset(known)
    if len(known) < len(state.stock):
        unseen = frozenset(PACK).difference((*state.waste, *state.places))
    return InformationSet(state.places, state.waste, state.passes, (), unseen, len(state.stock))
