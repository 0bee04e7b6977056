"""Bit sets of places in one word: bit n stands for place n of the row, counted from the left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING, ONE

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORD = 64
"""Places per set."""
ALL = ~NOTHING
MATCHING, MEETS, AFTER = range(3)
"""The properties of each place, as rows of an array: the places to its right that match it, those that it can
meet, and those that may follow a block that begins with it."""
RANK = np.arange(52, dtype=np.uint8) % np.uint8(13)
"""0..12 for each card."""
SUIT = np.arange(52, dtype=np.uint8) // np.uint8(13) + np.uint8(13)
"""13..16 for each card, so that one array can be indexed by rank and by suit."""


@kernel
def match(card: np.int8, other: np.int8) -> bool:
    """Whether two cards (0..51) share rank or suit."""
    return bool(RANK[card] == RANK[other] or SUIT[card] == SUIT[other])


@kernel
def first(places: np.uint64) -> np.uint64:
    """Return the leftmost place of a non-empty set."""
    return trailing_zeros(places)  # type: ignore[call-arg]  # Numba fills in its first argument


@kernel
def leftmost(places: np.uint64) -> int:
    """Return the leftmost place as a number for arithmetic; `first` serves only as an index.

    Numba would turn a sum of an unsigned and a signed number into a float.
    """
    return np.int64(first(places))  # type: ignore[return-value]  # an int, once it is compiled


@kernel
def all_met(meets: NDArray[np.uint64], places: np.uint64) -> np.uint64:
    """Return what any of some places can meet."""
    met = NOTHING
    while places:
        met |= meets[first(places)]
        places &= places - ONE
    return met
