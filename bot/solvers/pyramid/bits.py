"""Sets as masks of 64 bits, and four-bit counters packed into one number."""

from __future__ import annotations

import numpy as np

from bot.solvers.jit import kernel

ONE = np.uint64(1)
NOTHING = np.uint64(0)
_FOUR = np.uint64(4)
_FIFTEEN = np.uint64(15)
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_TOP_SIX = np.uint64(58)
# A number that holds every run of six bits once: times a power of two, its top six bits tell which power.
_PLACE = np.zeros(64, np.int64)
for _bit in range(64):
    _PLACE[((int(_DE_BRUIJN) << _bit) & (2**64 - 1)) >> 58] = _bit


@kernel
def bit(place: int) -> np.uint64:
    """Return the mask of one place."""
    return ONE << np.uint64(place)


@kernel
def holds(mask: np.uint64, place: int) -> bool:
    """Whether a mask holds a place."""
    return bool((mask >> np.uint64(place)) & ONE != NOTHING)


@kernel
def lowest(mask: np.uint64) -> int:
    """Return the lowest place of a mask that is not empty (de Bruijn's sequence; Leiserson et al. 1998)."""
    return int(_PLACE[((mask & (~mask + ONE)) * _DE_BRUIJN) >> _TOP_SIX])


@kernel
def size(mask: np.uint64) -> int:
    """Return how many places a mask holds."""
    many = 0
    while mask != NOTHING:
        mask &= mask - ONE
        many += 1
    return many


@kernel
def one_of(value: int) -> np.uint64:
    """Return packed counters (four bits for each value 0 to 15) that are 1 for a value and else 0."""
    return ONE << (np.uint64(value) * _FOUR)


@kernel
def count_of(counters: np.uint64, value: int) -> int:
    """Return the counter of a value."""
    return int(np.int64((counters >> (np.uint64(value) * _FOUR)) & _FIFTEEN))


@kernel
def total(counters: np.uint64) -> int:
    """Return the sum of all counters."""
    many = 0
    while counters != NOTHING:
        many += int(np.int64(counters & _FIFTEEN))
        counters >>= _FOUR
    return many
