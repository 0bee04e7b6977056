"""The states that a search has met: exact, because whatever is left keeps the order it was dealt in.

So a state is the set of the places that are left (at most 104), and how many cards were dealt: two numbers of
64 bits. No hash can take one state for another. The table has a fixed size: what is met last stays, and
losing a state costs time only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import random

if TYPE_CHECKING:
    from numpy.typing import NDArray

SLOTS = 1 << 16
"""Rows of a table: shape (SLOTS, 2), 1 MB."""
_HALF = 52
_PROBES = 4
SEARCHES = 1 << 12
"""How many searches, numbered from 1, may share one table that was empty before them."""


@kernel
def enter(met: NDArray[np.uint64], row: NDArray[np.int8], size: int, dealt: int, search: int) -> bool:
    """Enter a state into the table; return whether it was not there yet."""
    low, high = np.uint64(dealt) << np.uint64(_HALF), np.uint64(search) << np.uint64(_HALF)
    for place in row[:size]:
        if place < _HALF:
            low |= np.uint64(1) << np.uint64(place)
        else:
            high |= np.uint64(1) << np.uint64(place - _HALF)
    first = random(low ^ random(high))
    slot = first % np.uint64(SLOTS)
    for probe in range(_PROBES):
        at = (first + np.uint64(probe)) % np.uint64(SLOTS)
        if met[at, 0] == low and met[at, 1] == high:
            return False
        if met[at, 1] >> np.uint64(_HALF) != np.uint64(search):
            slot = at
            break
    met[slot, 0], met[slot, 1] = low, high
    return True
