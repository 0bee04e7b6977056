"""From the states that a search went through to the moves between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.pyramid.deal_tables import KING
from bot.solvers.pyramid.replay import Hands
from bot.solvers.pyramid.shapes import shapes
from bot.solvers.pyramid.state import value_of
from bot.solvers.pyramid.state_key import parts_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.cards import Card
    from bot.engine.rules import Move
    from bot.engine.states.pyramid import Layout


def moves_through(state: Layout, keys: Iterable[np.uint64]) -> list[Move]:
    """Return the moves from a layout through states, each a removal, and kings, after the one before."""
    hands = Hands.of(state)
    deck = [card for card in (*state.waste, *state.stock) if card is not None]
    for key in keys:
        shape, mask, _, _ = parts_of(np.uint64(key))
        left = int(shapes().left[shape])
        leaving = {place for place in hands.pyramid if not left >> place & 1}
        gone = {card for place, card in enumerate(deck) if not int(mask) >> place & 1}
        _remove(hands, leaving, gone)
    return hands.moves


def _remove(hands: Hands, leaving: set[int], gone: set[Card]) -> None:
    """Remove a pair or a king, and the kings that leave with it."""
    while leaving or not gone.isdisjoint(hands.waste) or not gone.isdisjoint(hands.stock):
        pair = {place for place in leaving if value_of(hands.pyramid[place]) != KING}
        king = hands.free_king() if leaving != pair else None
        if len(pair) == 2:
            taken = pair
            hands.take(*pair)
        elif hands.top is not None and hands.top in gone:
            taken = set() if value_of(hands.top) == KING else pair
            hands.take(*taken, top=True)
        elif king is not None and king in leaving:
            taken = {king}
            hands.take(king)
        else:
            taken = set()
            hands.go_on()
        leaving -= taken
