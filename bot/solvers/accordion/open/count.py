"""Win rate over a survey of random deals, all cards known."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.solvers.accordion.open.depth_first import UNDECIDED, WON, SearchState
from bot.solvers.accordion.open.moves import Game
from bot.solvers.accordion.open.restarts import lay_out, resume
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import STEP, deal_pack

_ENOUGH = 5_000_000
"""Nodes per deal, after which it is left undecided."""


@kernel
def count_wins(
    game: Game, search: SearchState, pack: NDArray[np.int8], row: int, seed: np.uint64, first: int, deals: int
) -> tuple[int, int]:
    """Count the deals of a survey, from number `first`, that can be won, and those left undecided.

    A deal has `row` cards of a pack.
    """
    won = undecided = 0
    for number in range(first, first + deals):
        deal_pack(pack, seed, number)
        search.salt[0] += STEP
        lay_out(game, search, pack[:row])
        answer = resume(game, search, _ENOUGH)
        won += answer == WON
        undecided += answer == UNDECIDED
    return won, undecided
