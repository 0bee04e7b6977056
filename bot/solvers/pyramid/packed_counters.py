"""Sixteen counters of four bits each, packed into one word: the number of cards of each value."""

from __future__ import annotations

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING, ONE

_FOUR = np.uint64(4)
_FIFTEEN = np.uint64(15)


@kernel
def one_of(value: int) -> np.uint64:
    """Return packed counters (four bits for each value 0 to 15) that are 1 for one value and else 0."""
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
