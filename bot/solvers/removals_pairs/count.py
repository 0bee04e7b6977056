"""Counting over many deals how many can be won."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import shuffle, stream
from bot.solvers.removals_pairs.depth_first import FOUND, SEARCHES, TIRED, hunt, try_all
from bot.solvers.removals_pairs.moves import MOST, full, match

if TYPE_CHECKING:
    from bot.solvers.removals_pairs.depth_first import Search

_ENOUGH = 1_000_000
"""States after which a deal counts as not won."""


@kernel
def count_won(search: Search, goal: int, seed: int, first: int, deals: int) -> int:
    """Count the numbered deals of a survey that can be won."""
    cards, won = np.empty(MOST, dtype=np.int8), 0
    for number in range(first, first + deals):
        in_table = 1 + number % (SEARCHES - 1)
        if in_table == 1:
            search.met[:] = 0
        for place in range(MOST):
            cards[place] = place
        shuffle(cards, stream(np.uint64(seed), np.uint64(number)))
        match(cards, search.matches)
        why, _ = hunt(search, in_table, full(MOST), goal, _ENOUGH)
        if why == TIRED:
            why, _ = try_all(search, in_table, goal, _ENOUGH)
        won += why == FOUND
    return won
