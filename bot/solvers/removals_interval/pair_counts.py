"""Dynamic programming over chains: blocks of adjacent pairs, built card by card from the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING, ONE
from bot.solvers.removals_interval.eligibility import LONGEST
from bot.solvers.removals_interval.place_sets import first

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@kernel
def count_pairs(place: int, meets: np.uint64, matching: np.uint64, chains: NDArray[np.uint64]) -> None:
    """Fill in the row of `chains` for a place k, given the rows to the right of it.

    `chains[k, m]` is the set of places that may follow a chain of m cards that begins with k, each meeting
    the next, divided into pairs from its right end: if m is even k is the first of a pair, and matches the
    second; if m is odd k is the second of a pair. So chains[k, m] is the union of chains[l, m - 1] over
    the l that k meets and, for even m, matches.
    """
    chain = chains[place]
    chain[:] = NOTHING
    chain[1] = meets
    while meets:
        other = chains[first(meets)]
        matches = meets & (~meets + ONE) & matching
        for size in range(2, LONGEST + 1):
            if matches or size % 2:
                chain[size] |= other[size - 1]
        meets &= meets - ONE


@kernel
def after_pairs(place: int, sizes: int, chains: NDArray[np.uint64]) -> np.uint64:
    """Return which places may follow a block of pairs of a permitted size that begins at a place."""
    after = NOTHING
    for size in range(2, LONGEST + 1, 2):
        if sizes >> size & 1:
            after |= chains[place, size]
    return after
