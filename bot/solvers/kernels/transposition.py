"""Transposition table: an open-addressed hash set of words with a bounded number of probes (Peterson 1957).

A word is the hash of a state, all of whose bits are good, and never 0, which is a free place. Its low bits
tell the first of a few places where it may lie. Where all of these are taken, the word in the first makes
way: a state that is forgotten is only looked at once more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel
def add_if_new(table: NDArray[np.uint64], word: np.uint64, probes: int) -> bool:
    """Look for a word in so many places of a table, shape (a power of two,).

    Return whether it was not there; now it is.
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
