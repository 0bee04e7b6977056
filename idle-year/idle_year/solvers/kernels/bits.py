"""Sets of up to 64 places as masks of one word: population count, lowest bit, membership."""

from __future__ import annotations

import numpy as np

from idle_year.solvers.jit import kernel

ONE = np.uint64(1)
NOTHING = np.uint64(0)


@kernel
def bit(place: int) -> np.uint64:
    """Return the mask of one place."""
    return ONE << np.uint64(place)


@kernel
def holds(mask: np.uint64, place: int) -> bool:
    """Whether a mask holds a place."""
    return bool((mask >> np.uint64(place)) & ONE != NOTHING)


@kernel
def popcount(mask: np.uint64) -> int:
    """Return how many bits are set, by the parallel addition that LLVM recognizes as one instruction."""
    mask -= (mask >> ONE) & np.uint64(0x5555555555555555)
    mask = (mask & np.uint64(0x3333333333333333)) + ((mask >> np.uint64(2)) & np.uint64(0x3333333333333333))
    mask = (mask + (mask >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    # As Numba's default integer type: mixed types would become floats.
    return int(np.int64((mask * np.uint64(0x0101010101010101)) >> np.uint64(56)))


@kernel
def lowest_bit(mask: np.uint64) -> int:
    """Return the lowest place of a non-empty mask; `mask & (mask - 1)` removes it."""
    return popcount(~mask & (mask - ONE))
