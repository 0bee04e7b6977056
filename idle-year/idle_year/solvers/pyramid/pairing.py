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

If some of the stock lie face down, they are among the unseen cards; if there are more of those than the stock
holds, some of them have left, and the answer must hold whichever they were.

What remains of a pyramid that cannot be cleared is one of its shapes, and the others leave as if there were
no more than these: so for the fewest cards left, the argument is applied to one shape after the other,
smallest first.
"""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import PACK
from idle_year.engine.games.pyramid import Pyramid
from idle_year.engine.positions.pyramid import Triangle
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import NOTHING, bit, holds, popcount
from idle_year.solvers.protocols import Answer
from idle_year.solvers.pyramid.state import (
    GRID,
    KING,
    ROW,
    ROW_AND_ONE,
    Shapes,
    counted,
    covers,
    shape_of,
    shapes,
    value_of,
    values_of,
)

MOST_PAIRS = 14
"""The most pairs that a pyramid of 28 cards can hold."""
CANNOT = -1
_PAIRS_OF_A_CLASS = 16
_CLASSES = 6


def unlimited_answer(state: Triangle, *, whole: bool) -> Answer:
    """Return whether all can leave; unknown only if it depends on face-down cards."""
    pyramid = values_of(state)
    fewest, most = _outside(state)
    if whole:
        # A surplus card stays just as surely as one without a partner.
        certain = np.array_equal(fewest, most)
        return _exact_answer(pyramid, most, whole=certain) if certain else _unless_lost(pyramid, most)
    if _can_clear(pyramid, fewest, whole=False):
        return Answer.WON
    return _unless_lost(pyramid, most)


def _outside(state: Triangle) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
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
    many = pairing(values_of(state), _outside(state)[0], covers(), whole, chosen)
    return [(int(one), int(other)) for one, other in chosen[:many]]


def fewest_left(rules: Pyramid, state: Triangle) -> int:
    """Return the fewest cards that can be left with unlimited passes."""
    return int(fewest_of(rules, state)[0])


def fewest_of(rules: Pyramid, state: Triangle) -> tuple[int, int, int, NDArray[np.int8]]:
    """Return the number of cards left, the shape that stays, the number of pairs made, and the pairs."""
    root = shape_of([card is not None for card in state.places])
    chosen = np.zeros((MOST_PAIRS, 2), np.int8)
    held, _ = _outside(state)
    found = fewest(values_of(state), held, root, covers(), shapes(), rules.whole_pack, chosen)
    return (*found, chosen)


def _unless_lost(pyramid: NDArray[np.int8], most: NDArray[np.int8]) -> Answer:
    return Answer.UNKNOWN if _can_clear(pyramid, most, whole=False) else Answer.LOST


def _exact_answer(pyramid: NDArray[np.int8], held: NDArray[np.int8], *, whole: bool) -> Answer:
    return Answer.WON if _can_clear(pyramid, held, whole=whole) else Answer.LOST


def _can_clear(pyramid: NDArray[np.int8], held: NDArray[np.int8], *, whole: bool) -> bool:
    return pairing(pyramid, held, covers(), whole, np.zeros((MOST_PAIRS, 2), np.int8)) != CANNOT


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


@kernel
def fewest(
    pyramid: NDArray[np.int8],
    outside: NDArray[np.int8],
    root: int,
    below: NDArray[np.uint64],
    shapes: Shapes,
    whole: bool,
    chosen: NDArray[np.int8],
) -> tuple[int, int, int]:
    """Return the fewest cards that can be left, the shape that stays, and how many pairs are made before.

    The arguments are those of `pairing`, and `root` is the shape of the pyramid. With `whole`, the cards of
    stock and waste count too; those without a partner then stay as well.
    """
    least, stays, pairs = 99, root, 0
    trial, leaving = chosen.copy(), np.zeros_like(pyramid)
    for shape in range(root + 1):
        left = shapes.left[shape]
        if left & ~shapes.left[root] != NOTHING:
            continue
        if popcount(left) >= least:
            break
        for place in range(len(pyramid)):
            leaving[place] = 0 if holds(left, place) else pyramid[place]
        made = pairing(leaving, outside, below, False, trial)
        cards = popcount(left) + (_outside_left(leaving, outside, made) if whole else 0)
        if made != CANNOT and cards < least:
            least, stays, pairs = cards, shape, made
            chosen[:] = trial
    return least, stays, pairs


@kernel
def _outside_left(leaving: NDArray[np.int8], outside: NDArray[np.int8], pairs: int) -> int:
    """Return how many cards of stock and waste stay when these cards of the pyramid leave."""
    partners = -2 * pairs
    for value in leaving:
        partners += 0 < value < KING
    return int(outside[1:KING].sum()) - partners
