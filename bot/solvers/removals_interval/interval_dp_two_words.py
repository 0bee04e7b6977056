"""Interval dynamic programming for two packs: a set is two words, for the left 64 places and those beyond.

It is the algorithm explained in `interval_dp`, for blocks of one or two cards of any kind.
Arrays of sets are (2, 3, 128): by word, by what the sets mean, and by place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING, ONE, bit
from bot.solvers.removals_interval.place_sets import AFTER, MATCHING, MEETS, RANK, SUIT, WORD, leftmost

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WideSet: TypeAlias = "tuple[np.uint64, np.uint64]"


@kernel
def fill_wide(row: NDArray[np.int8], sizes: int, sets: NDArray[np.uint64], seen: NDArray[np.uint64]) -> None:
    """Fill the table for a row of at most 128 cards, 0..51; `sizes` is that of `Permit.any_cards`."""
    _find_matches(row, sets, seen)
    last = len(row) - 1
    sets[:, MEETS:, last] = NOTHING
    for place in range(last - 1, -1, -1):
        met = _met_by(place, sets)
        _put(sets, place, MEETS, met)
        after = met if sizes & 0b10 else (NOTHING, NOTHING)
        if sizes & 0b100:
            after = _union(after, _all_met(sets, met))
        _put(sets, place, AFTER, after)


@kernel
def _find_matches(row: NDArray[np.int8], sets: NDArray[np.uint64], seen: NDArray[np.uint64]) -> None:
    seen[:] = NOTHING
    for place in range(len(row) - 1, -1, -1):
        rank, suit = RANK[row[place]], SUIT[row[place]]
        for word in range(2):
            sets[word, MATCHING, place] = seen[word, rank] | seen[word, suit]
        seen[place // WORD, rank] |= bit(place % WORD)
        seen[place // WORD, suit] |= bit(place % WORD)


@kernel
def _met_by(place: int, sets: NDArray[np.uint64]) -> WideSet:
    """Return which places a place can meet, nearest first, as each may make others reachable."""
    matching = _get(sets, place, MATCHING)
    met, free = _with((NOTHING, NOTHING), place + 1), _get(sets, place + 1, AFTER)
    new = _new(matching, free, met)
    while new[0] | new[1]:
        nearest = _first(new)
        met, free = _with(met, nearest), _union(free, _get(sets, nearest, AFTER))
        new = _new(matching, free, met)
    return met


@kernel
def _all_met(sets: NDArray[np.uint64], places: WideSet) -> WideSet:
    """Return what any of some places can meet."""
    met = (NOTHING, NOTHING)
    for word in range(2):
        left = places[word]
        while left:
            met = _union(met, _get(sets, word * WORD + leftmost(left), MEETS))
            left &= left - ONE
    return met


@kernel
def _new(matching: WideSet, free: WideSet, met: WideSet) -> WideSet:
    """Return the places that match, are available, and were not met yet."""
    return matching[0] & free[0] & ~met[0], matching[1] & free[1] & ~met[1]


@kernel
def _get(sets: NDArray[np.uint64], place: int, column: int) -> WideSet:
    return sets[0, column, place], sets[1, column, place]


@kernel
def _put(sets: NDArray[np.uint64], place: int, column: int, places: WideSet) -> None:
    sets[0, column, place], sets[1, column, place] = places


@kernel
def _union(one: WideSet, other: WideSet) -> WideSet:
    return one[0] | other[0], one[1] | other[1]


@kernel
def _with(places: WideSet, place: int) -> WideSet:
    """Return a set with one more place."""
    if place < WORD:
        return places[0] | bit(place), places[1]
    return places[0], places[1] | bit(place - WORD)


@kernel
def _first(places: WideSet) -> int:
    """Return the leftmost place of a set that is not empty."""
    return leftmost(places[0]) if places[0] else leftmost(places[1]) + WORD
