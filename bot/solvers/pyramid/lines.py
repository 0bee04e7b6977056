"""Line reconstruction: from the states of a search, or pairs to make, to moves of the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.positions.pyramid import COVERED_BY, removal
from bot.engine.rules import DEAL, REDEAL
from bot.solvers.pyramid.deal_tables import KING
from bot.solvers.pyramid.shapes import shapes
from bot.solvers.pyramid.state import parts_of, value_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.cards import Card
    from bot.engine.positions.pyramid import Triangle
    from bot.engine.rules import Move


@dataclass
class Replay:
    """A layout whose cards are moved about, and the moves so far."""

    pyramid: dict[int, Card]
    """The cards of the pyramid by place."""
    stock: list[Card | None]
    waste: list[Card]
    moves: list[Move] = field(default_factory=list)

    @classmethod
    def of(cls, state: Triangle) -> Replay:
        """Return a replay starting from a layout."""
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
        """Remove cards from the pyramid, with or without the top of the waste."""
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


def moves_through(state: Triangle, keys: Iterable[np.uint64]) -> list[Move]:
    """Return the moves from a layout through states, each a removal, plus any kings, after the one before."""
    replay = Replay.of(state)
    deck = [card for card in (*state.waste, *state.stock) if card is not None]
    for key in keys:
        shape, mask, _, _ = parts_of(np.uint64(key))
        left = int(shapes().left[shape])
        leaving = {place for place in replay.pyramid if not left >> place & 1}
        gone = {card for place, card in enumerate(deck) if not int(mask) >> place & 1}
        _remove(replay, leaving, gone)
    return replay.moves


def _remove(replay: Replay, leaving: set[int], gone: set[Card]) -> None:
    """Remove a pair or a king, and the kings that leave with it."""
    while leaving or not gone.isdisjoint(replay.waste) or not gone.isdisjoint(replay.stock):
        pair = {place for place in leaving if value_of(replay.pyramid[place]) != KING}
        king = replay.free_king() if leaving != pair else None
        if len(pair) == 2:
            taken = pair
            replay.take(*pair)
        elif replay.top is not None and replay.top in gone:
            taken = set() if value_of(replay.top) == KING else pair
            replay.take(*taken, top=True)
        elif king is not None and king in leaving:
            taken = {king}
            replay.take(king)
        else:
            taken = set()
            replay.go_on()
        leaving -= taken
