"""The information set of a player: all deals that look the same to them, the true one included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.cards import PACK

if TYPE_CHECKING:
    from bot.engine.cards import Card
    from bot.engine.positions.cribbage import ClaimRow
    from bot.engine.rules import Pile


@dataclass(frozen=True)
class InformationSet:
    """What a player knows: the open cards, how many cards are left, and which cards they may be."""

    piles: tuple[Pile, ...]
    points: int
    fresh: frozenset[int]
    held: bool
    left: int
    unseen: frozenset[Card]
    """More than are left if the cards under the piles are not known."""

    @classmethod
    def of(cls, state: ClaimRow) -> InformationSet:
        """Return the open cards of a state, and the unseen ones without their order."""
        unseen = frozenset(card for card in state.stock if card is not None)
        if len(unseen) < len(state.stock):
            unseen = frozenset(PACK) - {pile.top for pile in state.piles}
        return cls(state.piles, state.points, state.fresh, state.held, len(state.stock), unseen)
