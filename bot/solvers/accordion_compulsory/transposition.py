"""States that were met before: a set of 64-bit keys that begins small and is doubled as it fills."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALLEST, LARGEST = 2**12, 2**20
"""Places in a set: the largest takes 8 MB."""
_PROBES = 8
_NOBODY = np.uint64(0)


@kernel
def first_met(met: NDArray[np.uint64], key: np.uint64) -> bool:
    """Put a key into a set; return whether it was not there.

    Where all its places are taken, it takes the first: what is forgotten is only looked at once more.
    Of a million keys, two are the same by mistake once in 37 million searches.
    """
    last = len(met) - 1
    home = np.int64(key & np.uint64(last))
    for probe in range(_PROBES):
        place = (home + probe) & last
        if met[place] == key:
            return False
        if met[place] == _NOBODY:
            met[place] = key
            return True
    met[home] = key
    return True


@kernel
def roomier(met: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a set of twice the size with the same keys, or the set itself if it is as large as may be."""
    if len(met) >= LARGEST:
        return met
    larger = np.zeros(2 * len(met), np.uint64)
    for key in met:
        if key != _NOBODY:
            first_met(larger, key)
    return larger
