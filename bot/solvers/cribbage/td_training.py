"""TD(0) self-play training of the evaluation (Sutton 1988).

The value of the end of a turn is moved towards the points of the next turn plus the discounted value of what
that leaves. Games are played greedily by the current weights; one more random end of each turn is updated
too, so that the network also learns about ends that are never chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.cribbage.deal import NO_FAR, NO_NEAR, deal
from bot.solvers.cribbage.evaluation import evaluate, greedy_end, shape
from bot.solvers.cribbage.moves import FAR, NEAR, NEVER, TOTAL, begin, list_ends, new_turn
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import random

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.cribbage.moves import Turn

DISCOUNT = 0.92


@kernel
def train(seed: np.uint64, first: int, deals: int, step: float, values: NDArray[np.float32]) -> int:
    """Play numbered deals to their last card, update the weights in place, and return the points made.

    `values` is `[table, shape]` in points; `step` is the learning rate.
    """
    turn, ahead = new_turn(), new_turn()
    points = 0
    for number in range(first, first + deals):
        cards = deal(seed, number)
        near, far = NO_NEAR, NO_FAR
        for dealt in range(len(cards) - 1):
            begin(turn, near, far, cards[dealt], 0)
            count, _ = list_ends(turn, NEVER, False)
            best = greedy_end(turn.ends, count, 1.0, values)
            chance = random(np.uint64(number * len(cards) + dealt)) >> np.uint64(33)
            other = np.int64(chance) % count
            _update(turn.ends[best], cards[dealt + 1], step, values, ahead)
            if other != best:
                _update(turn.ends[other], cards[dealt + 1], step, values, ahead)
            near, far = turn.ends[best, NEAR], turn.ends[best, FAR]
            points += turn.ends[best, TOTAL]
    return points


@kernel
def _update(end: NDArray[np.int64], card: int, step: float, values: NDArray[np.float32], ahead: Turn) -> None:
    """Move the value of the end of a turn towards what the next card yields from it."""
    begin(ahead, end[NEAR], end[FAR], card, 0)
    count, _ = list_ends(ahead, NEVER, False)
    best = ahead.ends[greedy_end(ahead.ends, count, DISCOUNT, values)]
    came = best[TOTAL] + DISCOUNT * evaluate(best[NEAR], values)
    change = step / len(values) * (came - evaluate(end[NEAR], values))
    for place in range(len(values)):
        values[place, shape(end[NEAR], place)] += change
