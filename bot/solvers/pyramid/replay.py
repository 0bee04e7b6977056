"""A game played on paper: what a search or a plan decided becomes moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.engine.notation.pyramid import removal
from bot.engine.rules import DEAL, REDEAL
from bot.engine.states.pyramid import COVERED_BY
from bot.solvers.pyramid.deal_tables import KING
from bot.solvers.pyramid.state import value_of

if TYPE_CHECKING:
    from bot.engine.cards import Card
    from bot.engine.rules import Move
    from bot.engine.states.pyramid import Layout


@dataclass
class Hands:
    """A layout whose cards are moved about, and the moves so far."""

    pyramid: dict[int, Card]
    """The cards of the pyramid by place."""
    stock: list[Card | None]
    waste: list[Card]
    moves: list[Move] = field(default_factory=list)

    @classmethod
    def of(cls, state: Layout) -> Hands:
        """Return the cards of a layout."""
        pyramid = {place: card for place, card in enumerate(state.places) if card is not None}
        return cls(pyramid, list(state.stock), list(state.waste))

    @property
    def top(self) -> Card | None:
        """The card on top of the waste."""
        return self.waste[-1] if self.waste else None

    def free(self) -> list[int]:
        """Return the places of the pyramid whose card is free."""
        return [
            place for place in self.pyramid if not any(over in self.pyramid for over in COVERED_BY[place])
        ]

    def take(self, *places: int, top: bool = False) -> None:
        """Let cards of the pyramid leave, with the top of the waste or without."""
        cards = [self.pyramid.pop(place) for place in places]
        if top:
            cards.append(self.waste.pop())
        self.moves.append(removal(cards))

    def go_on(self) -> bool:
        """Deal a card, or turn the waste over; return whether the card is known."""
        if not self.stock:
            self.moves.append(REDEAL)
            self.stock, self.waste = list(self.waste), []
        self.moves.append(DEAL)
        card = self.stock.pop(0)
        if card is not None:
            self.waste.append(card)
        return card is not None

    def free_king(self) -> int | None:
        """Return the place of a king that is free, or None."""
        return next((place for place in self.free() if value_of(self.pyramid[place]) == KING), None)
