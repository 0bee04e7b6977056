"""Transposition table of visited states: an open-addressed hash set that is doubled as it fills."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALLEST, LARGEST = 2**12, 2**20
"""Places in a table: the largest takes 8 MB."""
_PROBES = 8


@kernel
def insert(table: NDArray[np.uint64], key: np.uint64) -> bool:
    """Put a 64-bit hash into a table; return whether it was not there.

    Where all its places are taken, it takes the first: what is forgotten is only looked at once more.
    Of a million keys, two are the same by mistake once in 37 million searches.
    """
    last = len(table) - 1
    home = np.int64(key & np.uint64(last))
    for probe in range(_PROBES):
        place = (home + probe) & last
        if table[place] == key:
            return False
        if table[place] == NOTHING:
            table[place] = key
            return True
    table[home] = key
    return True


@kernel
def grown(table: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a table of twice the size with the same keys, or the table itself if it may grow no more."""
    if len(table) >= LARGEST:
        return table
    larger = np.zeros(2 * len(table), np.uint64)
    for key in table:
        if key != NOTHING:
            insert(larger, key)
    return larger
