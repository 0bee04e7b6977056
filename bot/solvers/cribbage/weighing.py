"""Every move of a turn weighed in one go: each is worth the best end of the turn that it can lead to."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.compiled import kernel
from bot.solvers.cribbage.arms import SQUARES, TRIALS, WINS, gather, try_arms, worth_of
from bot.solvers.cribbage.turns import TOTAL, new_turn

if TYPE_CHECKING:
    from numpy.typing import NDArray


_ENDS_EACH = 3
"""How many ends of a turn are tried for each of its moves."""


@kernel
def weigh(
    starts: NDArray[np.int64],
    enough: int,
    left: int,
    unseen: NDArray[np.int64],
    stream: np.uint64,
    values: NDArray[np.float32],
) -> NDArray[np.float64]:
    """Return the chance to win, its standard error and the worth of every move, `[move, 3]`.

    `starts` are the rows after the moves, in the columns of ends; before a deal nothing is fresh any more.
    """
    turn = new_turn()
    arms = gather(starts, _ENDS_EACH, enough, left, values, turn)
    try_arms(arms, enough, left, unseen, stream, values, turn)
    weighed = np.empty((len(starts), 3), np.float64)
    for start in range(len(starts)):
        best = -1
        for arm in range(len(arms.ends)):
            if arms.reach[start, arm] and (best < 0 or worth_of(arms, arm) > worth_of(arms, best)):
                best = arm
        sums = arms.sums[best]
        certain = left == 0 or arms.ends[best, TOTAL] >= enough
        weighed[start, 0] = sums[WINS] / sums[TRIALS]
        weighed[start, 1] = 0.0 if certain else _error(sums)
        weighed[start, 2] = worth_of(arms, best)
    return weighed


@kernel
def _error(sums: NDArray[np.float64]) -> float:
    """Return the standard error of a chance; trials that all went alike leave room for one that does not."""
    trials = sums[TRIALS]
    mean = sums[WINS] / trials
    variance = max(0.0, sums[SQUARES] / trials - mean * mean)
    return math.sqrt((variance + 1.0 / trials) / trials)
