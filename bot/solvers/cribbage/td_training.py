"""Lessons for the tables of values: games that set right what rows promise by what came of them.

Each end of a turn should promise the points of the next turn and what that leaves, discounted (temporal
differences; Sutton 1988). Games are played by the tables as they are; one more end of each turn, at random,
is set right too, so that what is never chosen is known as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.cribbage.count import NO_FAR, NO_NEAR, deal
from bot.solvers.cribbage.evaluation import best_end, shape, value
from bot.solvers.cribbage.moves import FAR, NEAR, TOTAL, begin, list_ends, new_turn
from bot.solvers.cribbage.state import NEVER
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.cribbage.moves import Turn

DISCOUNT = 0.92


@kernel
def teach(seed: np.uint64, first: int, deals: int, step: float, values: NDArray[np.float32]) -> int:
    """Play deals of a survey to their last card, set the values right, and return the points made."""
    turn, ahead = new_turn(), new_turn()
    points = 0
    for number in range(first, first + deals):
        cards = deal(seed, number)
        near, far = NO_NEAR, NO_FAR
        for dealt in range(len(cards) - 1):
            begin(turn, near, far, cards[dealt], 0)
            count, _ = list_ends(turn, NEVER, False)
            best = best_end(turn.ends, count, 1.0, values)
            chance = random(np.uint64(number * len(cards) + dealt)) >> np.uint64(33)
            other = np.int64(chance) % count
            _correct(turn.ends[best], cards[dealt + 1], step, values, ahead)
            if other != best:
                _correct(turn.ends[other], cards[dealt + 1], step, values, ahead)
            near, far = turn.ends[best, NEAR], turn.ends[best, FAR]
            points += turn.ends[best, TOTAL]
    return points


@kernel
def _correct(
    end: NDArray[np.int64], card: int, step: float, values: NDArray[np.float32], ahead: Turn
) -> None:
    """Move what the end of a turn promises towards what the next card makes of it."""
    begin(ahead, end[NEAR], end[FAR], card, 0)
    count, _ = list_ends(ahead, NEVER, False)
    best = ahead.ends[best_end(ahead.ends, count, DISCOUNT, values)]
    came = best[TOTAL] + DISCOUNT * value(best[NEAR], values)
    change = step / len(values) * (came - value(end[NEAR], values))
    for place in range(len(values)):
        values[place, shape(end[NEAR], place)] += change
