"""Win rate over a survey of random deals."""

from __future__ import annotations

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import deal_pack
from bot.solvers.marriage.pairs.depth_first import (
    CARDS,
    SEARCHES,
    UNDECIDED,
    WON,
    SearchState,
    dive,
    full,
    match,
    search_on,
)

_ENOUGH = 1_000_000
"""Nodes after which a deal is left undecided."""


@kernel
def count_wins(search: SearchState, goal: int, seed: int, first: int, deals: int) -> tuple[int, int]:
    """Count the numbered deals of a survey that can be won, and those left undecided."""
    cards, won, undecided = np.empty(CARDS, dtype=np.int8), 0, 0
    for number in range(first, first + deals):
        in_table = 1 + number % (SEARCHES - 1)
        if in_table == 1:
            search.table[:] = 0
        deal_pack(cards, np.uint64(seed), number)
        match(cards, search.matches)
        answer, _ = dive(search, in_table, full(CARDS), goal, _ENOUGH)
        if answer == UNDECIDED:
            answer, _ = search_on(search, in_table, goal, _ENOUGH)
        won += answer == WON
        undecided += answer == UNDECIDED
    return won, undecided
