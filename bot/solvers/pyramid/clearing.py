"""Exact answer for an information set with unlimited passes.

The order of the stock does not matter for this, only which cards it holds. If some lie face down, they are
among the unseen cards; if there are more of those than the stock holds, some of them have left, and the
answer must hold whichever they were.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.cards import PACK
from bot.solvers.protocols import Answer
from bot.solvers.pyramid.pairing import CANNOT, MOST_PAIRS, pairing
from bot.solvers.pyramid.shapes import covers
from bot.solvers.pyramid.state import counted, value_of, values_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.engine.positions.pyramid import Triangle


def answer(state: Triangle, *, whole: bool) -> Answer:
    """Return whether all can leave; unknown only if it depends on face-down cards."""
    pyramid = values_of(state)
    fewest, most = outside(state)
    if whole:
        # A surplus card stays just as surely as one without a partner.
        certain = np.array_equal(fewest, most)
        return _answer(pyramid, most, whole=certain) if certain else _unless_lost(pyramid, most)
    if _can_clear(pyramid, fewest, whole=False):
        return Answer.WON
    return _unless_lost(pyramid, most)


def outside(state: Triangle) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the minimum and maximum number of cards of each value in stock and waste."""
    known = counted(card for card in (*state.waste, *state.stock) if card is not None)
    hidden = state.stock.count(None)
    if hidden == 0:
        return known, known
    seen = {*state.places, *state.waste, *state.stock}
    unseen = [card for card in PACK if card not in seen]
    elsewhere = len(unseen) - hidden
    fewest, most = known.copy(), known.copy()
    for value, cards in Counter(map(value_of, unseen)).items():
        fewest[value] += max(0, cards - elsewhere)
        most[value] += min(cards, hidden)
    return fewest, most


def pairs_to_make(state: Triangle, *, whole: bool) -> list[tuple[int, int]]:
    """Return the places of the pairs to make in a pyramid proven to be clearable."""
    chosen = np.zeros((MOST_PAIRS, 2), np.int8)
    many = pairing(values_of(state), outside(state)[0], covers(), whole, chosen)
    return [(int(one), int(other)) for one, other in chosen[:many]]


def _unless_lost(pyramid: NDArray[np.int8], most: NDArray[np.int8]) -> Answer:
    return Answer.UNKNOWN if _can_clear(pyramid, most, whole=False) else Answer.LOST


def _answer(pyramid: NDArray[np.int8], held: NDArray[np.int8], *, whole: bool) -> Answer:
    return Answer.WON if _can_clear(pyramid, held, whole=whole) else Answer.LOST


def _can_clear(pyramid: NDArray[np.int8], held: NDArray[np.int8], *, whole: bool) -> bool:
    return pairing(pyramid, held, covers(), whole, np.zeros((MOST_PAIRS, 2), np.int8)) != CANNOT
