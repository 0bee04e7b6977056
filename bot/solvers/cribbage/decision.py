"""Move evaluation by one bandit for all moves: each is worth the best end of the turn that it can lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.cribbage.moves import TOTAL, new_turn
from bot.solvers.cribbage.sequential_halving import TRIALS, WINS, candidate_arms, sequential_halving, worth_of
from bot.solvers.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray


_ENDS_EACH = 3
"""How many ends of the turn are tried per move."""


@kernel
def weigh(
    starts: NDArray[np.int64],
    enough: int,
    left: int,
    unseen: NDArray[np.int64],
    stream: np.uint64,
    values: NDArray[np.float32],
) -> NDArray[np.float64]:
    """Return each move's sum of winning chances, its number of trials, and its worth, `[move, 3]`.

    If a chance is certain, trials is 0 and the chance replaces the sum. `starts` are the rows after
    the moves, in the columns of ends; before a deal nothing is fresh any more.
    """
    turn = new_turn()
    arms = candidate_arms(starts, _ENDS_EACH, enough, left, values, turn)
    sequential_halving(arms, enough, left, unseen, stream, values, turn)
    weighed = np.empty((len(starts), 3), np.float64)
    for start in range(len(starts)):
        best = -1
        for arm in range(len(arms.ends)):
            if arms.reach[start, arm] and (best < 0 or worth_of(arms, arm) > worth_of(arms, best)):
                best = arm
        sums = arms.sums[best]
        certain = arms.ends[best, TOTAL] >= enough or (left == 0 and arms.complete)
        weighed[start, 0] = sums[WINS] / sums[TRIALS] if certain else sums[WINS]
        weighed[start, 1] = 0.0 if certain else sums[TRIALS]
        weighed[start, 2] = worth_of(arms, best)
    return weighed
