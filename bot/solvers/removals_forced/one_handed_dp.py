"""Dynamic programming over left neighbours: One-Handed Solitaire with the stock known, exactly.

It takes microseconds, with sets of places as bit boards. The argument:

Every line of play is determined by which card lies next to which. A card's left neighbour changes only while
the card itself is on top, and whether it changes then or when the card is on top again makes no difference to
what lies above. So three sets belong to each place d that has been on top: the places that can come to lie
one, two and three steps to its left. Place 0 is the bottom of the hand, and the place after the last card is
the end.

- On top of d a card is dealt, which finds d on its left.
- If d and the card three steps to its left share the suit, the two between them can leave: the third card
  becomes a neighbour of d. From right to left, one pass finds all of these.
- If they share the rank, all four can leave, and what lay left of the fourth is on top again, with all that
  was dealt before. So `tops`, the places that can be on top when the next card is dealt, follows from the
  cards that are on top already; from right to left, one pass finds all of these as well.

Cards that lay in the hand from the start keep their old neighbour while they stay buried: until they
are on top for the first time, nothing can leave from their left. So each set has two halves, for places that
have since been exposed and for places still buried; what lies left of a buried one is one bit lower.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import ONE, bit

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PLACES = 54
"""The bottom, 52 cards and the end."""
_EXPOSED, _BURIED = range(2)
_ONE, _TWO, _THREE = range(3)
"""Steps to the left of a place."""


@kernel
def fewest_left(cards: NDArray[np.int8], hand: int) -> int:
    """Return the fewest cards that can be left of a hand and a stock.

    `cards` (int8, 0..51) are those of the hand, from the bottom, then the stock; `hand` is how many of them
    are in the hand.
    """
    sets = np.zeros((2, 3, _PLACES), dtype=np.uint64)
    fewest = np.zeros(_PLACES, dtype=np.int64)
    tops, end = bit(0), len(cards) + 1
    for place in range(1, hand + 1):
        sets[_BURIED, _ONE, place] = bit(place - 1)
        _complete(cards, sets, place)
        fewest[place] = 1 + _least(fewest, sets, place)
        tops = bit(place)
    for place in range(hand + 1, end):
        sets[_EXPOSED, _ONE, place] = _exposed_by_fours(cards, sets, tops, place - 1)
        _complete(cards, sets, place)
        fewest[place] = 1 + _least(fewest, sets, place)
        tops = bit(place)
    sets[_EXPOSED, _ONE, end] = _exposed_by_fours(cards, sets, tops, len(cards))
    return _least(fewest, sets, end)


@kernel
def _complete(cards: NDArray[np.int8], sets: NDArray[np.uint64], place: int) -> None:
    """Add what comes to lie next to a card once two others have left, and what lies beyond."""
    exposed, buried = sets[_EXPOSED], sets[_BURIED]
    suit = cards[place - 1] // 13
    for left in range(place - 1, -1, -1):
        mask = bit(left)
        if left > 0 and cards[left - 1] // 13 == suit:
            exposed[_ONE, place] |= exposed[_THREE, place] & mask
            buried[_ONE, place] |= buried[_THREE, place] & mask
        if exposed[_ONE, place] & mask:
            exposed[_TWO, place] |= exposed[_ONE, left]
            exposed[_THREE, place] |= exposed[_TWO, left]
            buried[_TWO, place] |= buried[_ONE, left]
            buried[_THREE, place] |= buried[_TWO, left]
        if buried[_ONE, place] & mask:
            buried[_TWO, place] |= mask >> ONE
            buried[_THREE, place] |= mask >> np.uint64(2)


@kernel
def _exposed_by_fours(
    cards: NDArray[np.int8], sets: NDArray[np.uint64], tops: np.uint64, highest: int
) -> np.uint64:
    """Return the places that can be on top once any number of fours have left."""
    for place in range(highest, 3, -1):
        if tops & bit(place):
            rank = cards[place - 1] % 13
            for fourth in range(1, place - 2):
                if cards[fourth - 1] % 13 == rank:
                    if sets[_EXPOSED, _THREE, place] & bit(fourth):
                        tops |= sets[_EXPOSED, _ONE, fourth] | sets[_BURIED, _ONE, fourth]
                    if sets[_BURIED, _THREE, place] & bit(fourth):
                        tops |= bit(fourth - 1)
    return tops


@kernel
def _least(fewest: NDArray[np.int64], sets: NDArray[np.uint64], place: int) -> int:
    """Return the fewest cards that can lie left of a place; if it is buried, all below it are still there."""
    least = _PLACES
    for left in range(place):
        if sets[_EXPOSED, _ONE, place] & bit(left):
            least = min(least, fewest[left])
        if sets[_BURIED, _ONE, place] & bit(left):
            least = min(least, left)
    return least
