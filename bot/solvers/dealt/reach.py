"""One-Handed Solitaire with the stock known: without a search, in microseconds.

`reach[j]` is the set of the cards i that can come to lie next to a later card j, because all between them can
leave by the time j is the last card dealt. What left last is either

- two cards k and l, while i and j share the suit: k lay next to i, l to k, and j to l; or
- four cards a, k, l and d, where a and d share the rank: j was dealt after d, and a lay next to i.

So every set follows from earlier ones, and a set is one number of 64 bits. Place 0 stands for the bottom of
the hand, and the place after the last card for the end of the game; neither matches anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.compiled import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PLACES = 54
"""The bottom, 52 cards and the end."""
_REACH, _ONWARD, _TWICE = range(3)
"""Rows of an array of sets: the cards that may lie next to a place on its left, and on its right; and those
that are two such steps to its left."""


@kernel
def fewest_left(cards: NDArray[np.int8], buried: int) -> int:
    """Return how few cards can be left if nothing happens while one of the first cards lies uppermost.

    `cards` are those in the hand, then the stock. If those buried are all in the hand but the uppermost, so
    few can be reached; if none are, as though the hand were dealt again, no fewer can be.
    """
    sets = np.zeros((3, _PLACES), dtype=np.uint64)
    fewest = np.zeros(_PLACES, dtype=np.int64)
    for last in range(1, len(cards) + 2):
        sets[_REACH, last] = _bit(last - 1)
        if last - 1 > buried:
            _add_over_four(cards, sets, last)
        _add_over_two(cards, sets, last, last > buried and last <= len(cards))
        fewest[last] = 1 + _least(fewest, sets[_REACH, last], last)
    return int(fewest[len(cards) + 1]) - 1


@kernel
def _add_over_four(cards: NDArray[np.int8], sets: NDArray[np.uint64], last: int) -> None:
    """Add what `last` lies next to if it was dealt after four cards had left."""
    outer = last - 1
    for other in range(1, outer):
        if cards[other - 1] % 13 == cards[outer - 1] % 13 and sets[_ONWARD, other] & sets[_TWICE, outer]:
            sets[_REACH, last] |= sets[_REACH, other]


@kernel
def _add_over_two(cards: NDArray[np.int8], sets: NDArray[np.uint64], last: int, may_leave: bool) -> None:
    """Add what `last` lies next to once two cards have left, as often as may be; then the set is complete."""
    for left in range(last - 1, -1, -1):
        near = sets[_REACH, last] & _bit(left) != 0
        if not near and may_leave and left > 0 and cards[left - 1] // 13 == cards[last - 1] // 13:
            near = sets[_ONWARD, left] & sets[_TWICE, last] != 0
        if near:
            sets[_REACH, last] |= _bit(left)
            sets[_ONWARD, left] |= _bit(last)
            sets[_TWICE, last] |= sets[_REACH, left]


@kernel
def _least(fewest: NDArray[np.int64], places: np.uint64, end: int) -> int:
    """Return the least number that belongs to a place of a set."""
    least = _PLACES
    for place in range(end):
        if places & _bit(place):
            least = min(least, fewest[place])
    return least


@kernel
def _bit(place: int) -> np.uint64:
    return np.uint64(1) << np.uint64(place)
