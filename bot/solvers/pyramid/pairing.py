"""Whether a pyramid can be cleared with unlimited passes, decided at once without a search.

Every card of stock and waste comes to the top of the waste again and again, so neither its position nor the
time at which it is wanted matters. But it leaves only with a card of the pyramid, except a king. Take the
cards of two values that total 13: say the pyramid holds a of the one and b of the other, stock and waste s
and t. If k pairs are made within the pyramid, a - k cards of the one value still need a partner from outside,
so a - k <= t, and b - k <= s. Hence k is at least max(0, a - t, b - s); and more pairs than that are never
needed: instead of making one, each of its cards may leave with a partner from outside, whenever it is free.

So the pyramid can be cleared if and only if that many pairs can be chosen for each two values such that the
cards leave in some order, the two of a pair at the same moment: no card of a pair may lie over the other, not
even by way of other cards and pairs. That order is found greedily, for what is free stays free. Choices are
few, and are tried one after the other.

If all 52 cards must leave, every card outside needs a partner in the pyramid as well, so b - k = s and
a - k = t: k is the same, and the only new condition is s <= b and t <= a.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING, bit, holds
from bot.solvers.pyramid.deal_tables import KING
from bot.solvers.pyramid.shapes import GRID, ROW, ROW_AND_ONE

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_PAIRS = 14
"""The most pairs that a pyramid of 28 cards can hold."""
CANNOT = -1
_PAIRS_OF_A_CLASS = 16
_CLASSES = 6


@kernel
def pairing(
    pyramid: NDArray[np.int8],
    outside: NDArray[np.int8],
    below: NDArray[np.uint64],
    whole: bool,
    chosen: NDArray[np.int8],
) -> int:
    """Choose the pairs to make within the pyramid; return how many, or CANNOT if it cannot be cleared.

    `pyramid` holds the value of the card at each place (0 if it is gone), `outside[value]` how many cards
    of a value stock and waste hold, `below` is `covers()`, and `whole` says whether these must all leave too.
    The two places of each pair are written to `chosen[MOST_PAIRS, 2]`.
    """
    needed = np.zeros(_CLASSES, np.int64)
    for low in range(1, _CLASSES + 1):
        pairs = _pairs_needed(pyramid, outside, low, whole)
        if pairs == CANNOT:
            return CANNOT
        needed[low - 1] = pairs
    if needed.sum() == 0:
        return 0
    options = np.zeros((_CLASSES, _PAIRS_OF_A_CLASS, 2), np.int8)
    many = np.zeros(_CLASSES, np.int64)
    for index in range(_CLASSES):
        if needed[index] > 0:
            many[index] = _list_pairs(pyramid, below, index + 1, options[index])
            if many[index] < needed[index]:
                return CANNOT
    return _choose(pyramid, needed, options, many, chosen)


@kernel
def _pairs_needed(pyramid: NDArray[np.int8], outside: NDArray[np.int8], low: int, whole: bool) -> int:
    """Return how many pairs of `low` and its partner value must be made within the pyramid, or CANNOT."""
    lows = highs = 0
    for value in pyramid:
        lows += value == low
        highs += value == KING - low
    pairs = max(0, lows - outside[KING - low], highs - outside[low])
    if whole and (lows - pairs != outside[KING - low] or highs - pairs != outside[low]):
        return CANNOT
    return pairs if pairs <= min(lows, highs) else CANNOT


@kernel
def _list_pairs(
    pyramid: NDArray[np.int8], below: NDArray[np.uint64], low: int, options: NDArray[np.int8]
) -> int:
    """List the pairs in which neither card lies over the other; return how many there are."""
    many = 0
    for one in range(len(pyramid)):
        if pyramid[one] != low:
            continue
        for other in range(len(pyramid)):
            if pyramid[other] == KING - low and not (holds(below[one], other) or holds(below[other], one)):
                options[many, 0], options[many, 1] = one, other
                many += 1
    return many


@kernel
def _choose(
    pyramid: NDArray[np.int8],
    needed: NDArray[np.int64],
    options: NDArray[np.int8],
    many: NDArray[np.int64],
    chosen: NDArray[np.int8],
) -> int:
    """Try the choices, the class with the fewest first."""
    slots, of = _slots(needed, many)
    everything = NOTHING
    for place in range(len(pyramid)):
        if pyramid[place] != 0:
            everything |= bit(GRID[place])
    masks = np.zeros(MOST_PAIRS, np.uint64)
    tried = np.full(MOST_PAIRS, -1, np.int64)
    slot = 0
    while slot >= 0:
        if slot == slots:
            return slots
        index = of[slot]
        tried[slot] += 1
        if tried[slot] >= many[index]:
            slot -= 1
            continue
        one, other = options[index, tried[slot]]
        masks[slot] = bit(GRID[one]) | bit(GRID[other])
        chosen[slot, 0], chosen[slot, 1] = one, other
        if _fits(everything, masks, slot):
            slot += 1
            # Pairs of one class are chosen in list order, so that no choice comes up twice.
            if slot < slots:
                tried[slot] = tried[slot - 1] if of[slot] == index else -1
    return CANNOT


@kernel
def _slots(needed: NDArray[np.int64], many: NDArray[np.int64]) -> tuple[int, NDArray[np.int64]]:
    """Return how many pairs are needed, and the class of each, the one with the fewest choices first."""
    slots, of = 0, np.zeros(MOST_PAIRS, np.int64)
    for index in np.argsort(many):
        for _ in range(needed[index]):
            of[slots] = index
            slots += 1
    return slots, of


@kernel
def _fits(left: np.uint64, pairs: NDArray[np.uint64], last: int) -> bool:
    """Whether all can leave if the cards of each pair leave together and every other card when it is free."""
    paired = NOTHING
    for pair in pairs[:last]:
        if pair & pairs[last] != NOTHING:
            return False
        paired |= pair
    paired |= pairs[last]
    while left != NOTHING:
        free = left & ~((left >> ROW) | (left >> ROW_AND_ONE))
        leaving = free & ~paired
        for pair in pairs[: last + 1]:
            if pair & ~free == NOTHING:
                leaving |= pair
        if leaving == NOTHING:
            return False
        left ^= leaving
    return True
