"""Transposition table of the states that a search has visited: open addressing, four probes, newest stays.

Keys are exact, not hashes: the remaining cards keep the order in which they were dealt, so a state is the set
of the places left (at most 104) and how many cards were dealt, two words of 64 bits. No state is mistaken for
another. The table has a fixed size, and overwriting a state costs only time. Each search marks its entries
with its generation, so that many searches share one table without clearing it.

It does not use `kernels.transposition`, which stores single words: a key of two words would have to be hashed
to fit. It also defines a free slot differently: any entry of an older generation.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import bit
from bot.solvers.kernels.rng import random

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SLOTS = 1 << 16
"""Slots of a table, 1 MB."""
_HALF = 52
_PROBES = 4
GENERATIONS = 1 << 12
"""Generations count from 1 and stay below this; then the table has to be cleared."""


def new_table() -> NDArray[np.uint64]:
    """Return an empty table, shape (_SLOTS, 2): low and high word of a key; 0 if a slot is free."""
    return np.zeros((_SLOTS, 2), dtype=np.uint64)


@kernel
def add_if_new(
    table: NDArray[np.uint64], row: NDArray[np.int8], size: int, dealt: int, generation: int
) -> bool:
    """Add a state to the table; return whether it was new in this generation."""
    low, high = np.uint64(dealt) << np.uint64(_HALF), np.uint64(generation) << np.uint64(_HALF)
    for place in row[:size]:
        if place < _HALF:
            low |= bit(place)
        else:
            high |= bit(place - _HALF)
    first = random(low ^ random(high))
    slot = first % np.uint64(_SLOTS)
    for probe in range(_PROBES):
        at = (first + np.uint64(probe)) % np.uint64(_SLOTS)
        if table[at, 0] == low and table[at, 1] == high:
            return False
        if table[at, 1] >> np.uint64(_HALF) != np.uint64(generation):
            slot = at
            break
    table[slot, 0], table[slot, 1] = low, high
    return True
