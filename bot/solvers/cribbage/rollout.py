"""Truncated rollout: greedy on the evaluation for a few deals, then a fitted chance of winning."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from bot.engine.games.cribbage import GAME_POINTS
from bot.solvers.cribbage.evaluation import evaluate, greedy_end, horizon_weight
from bot.solvers.cribbage.moves import FAR, NEAR, TOTAL, begin, list_ends
from bot.solvers.jit import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bot.solvers.cribbage.moves import Turn

DEALS = 6
"""How many deals are rolled out; beyond that, the quality of the row hardly matters."""
_RATE, _SPREAD, _USUAL = 1.7, 4.5, 14.0
"""The mean points per deal, the standard deviation, and the value of a typical row.

They are fitted to games of the fair player, so that chances are calibrated. Points come in clusters, and good
rows stay good, so the spread is wider than that of one deal.
"""


@kernel
def roll_out(
    near: int,
    far: int,
    points: int,
    cards: NDArray[np.int64],
    left: int,
    values: NDArray[np.float32],
    turn: Turn,
) -> tuple[float, int]:
    """Play the next cards greedily; return the chance of winning after them, and the points.

    `cards` are packed, the next one first; `left` of them count.
    """
    for number in range(min(left, DEALS)):
        left -= 1
        begin(turn, near, far, cards[number], points)
        count, _ = list_ends(turn, GAME_POINTS, False)
        end = turn.ends[greedy_end(turn.ends, count, horizon_weight(left), values)]
        near, far, points = end[NEAR], end[FAR], end[TOTAL]
        if points >= GAME_POINTS:
            return 1.0, points
    return _win_probability(near, points, left, values), points


@kernel
def _win_probability(near: int, points: int, left: int, values: NDArray[np.float32]) -> float:
    """Return the chance of winning with `left` cards left, modelling points as normally distributed."""
    if left == 0:
        return 0.0
    expected = points + _RATE * left + horizon_weight(left) * (evaluate(near, values) - _USUAL)
    lead = (expected - (GAME_POINTS - 0.5)) / (_SPREAD * math.sqrt(left))
    return 0.5 * math.erfc(-lead / math.sqrt(2.0))
