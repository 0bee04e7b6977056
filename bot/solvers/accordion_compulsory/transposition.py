"""Transposition table of visited states by their hashes, doubled as it fills."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING
from bot.solvers.kernels.transposition import add_if_new

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALLEST, LARGEST = 2**12, 2**20
"""Slots in a table; the largest takes 8 MB."""
_PROBES = 8


@kernel
def insert(table: NDArray[np.uint64], key: np.uint64) -> bool:
    """Insert a 64-bit hash into a table; return whether it was new.

    Among a million keys, two collide by chance once in 37 million searches.
    """
    return add_if_new(table, key, _PROBES)


@kernel
def grown(table: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a table of twice the size with the same keys, or the table itself if it is at its largest."""
    if len(table) >= LARGEST:
        return table
    larger = np.zeros(2 * len(table), np.uint64)
    for key in table:
        if key != NOTHING:
            insert(larger, key)
    return larger
