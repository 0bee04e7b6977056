"""Transposition table: an open-addressed hash set of words with a bounded number of probes (Peterson 1957).

A word stands for a state: an exact key or a hash of one, but never 0, which is a free place. Each lies in one
of a few places from its home on. Where all of these are taken, another word makes way: a state that is
forgotten is only looked at once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel
def add_if_new(
    table: NDArray[np.uint64], home: np.uint64, word: np.uint64, probes: int, replaced: int
) -> bool:
    """Add a word to a table, shape (a power of two,), unless it is there; return whether it was not.

    The low bits of `home` tell the first of so many `probes` places; where all of them are taken, the one
    that stands `replaced` places behind the first is overwritten.
    """
    mask = np.uint64(len(table) - 1)
    for probe in range(probes):
        place = (home + np.uint64(probe)) & mask
        if table[place] == word:
            return False
        if table[place] == NOTHING:
            table[place] = word
            return True
    table[(home + np.uint64(replaced)) & mask] = word
    return True
