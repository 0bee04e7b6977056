"""Transposition table: an open-addressed hash set of words with a bounded number of probes (Peterson 1957).

A word is the hash of a state, with well-mixed bits, and never 0, which marks a free slot. Its low bits
give the first of a few slots where it may lie. If all of these are taken, the word in the first is
replaced: a forgotten state merely gets searched again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import NOTHING


@kernel
def add_if_new(table: NDArray[np.uint64], word: np.uint64, probes: int) -> bool:
    """Insert a word into a table, shape (a power of two,), unless it is in one of its `probes` slots.

    Return whether it was new.
    """
    mask = np.uint64(len(table) - 1)
    for probe in range(probes):
        place = (word + np.uint64(probe)) & mask
        if table[place] == word:
            return False
        if table[place] == NOTHING:
            table[place] = word
            return True
    table[word & mask] = word
    return True
