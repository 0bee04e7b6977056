"""Train the evaluation of Cribbage: `python -m lab.training.cribbage` rewrites its weights.

It takes some minutes. The method is self-play, TD(0) (Sutton 1988): the value of the end of a turn is moved
towards the points of the next turn plus the discounted value of what that leaves. Games are played greedily
by the current weights; one more random end of each turn is updated too, so that the network also learns about
ends that are never chosen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.cribbage.count import NO_FAR, NO_NEAR, deal
from idle_year.solvers.cribbage.evaluation import FILE, SHAPES, evaluate, greedy_end, shape
from idle_year.solvers.cribbage.moves import FAR, NEAR, NEVER, TOTAL, Turn, begin, list_ends, new_turn
from idle_year.solvers.kernels.rng import random
from lab.training.jit import kernel

_TABLES, _ROUNDS, _DEALS, _SEED = 3, 24, 40_000, 11
_POINTS_A_DEAL = 1.44
_DISCOUNT = 0.92
_STEP, _LAST_STEP = 0.1, 0.0005
"""The initial and the final learning rate."""


def main() -> None:
    """Train new weights, and write them where the solvers read theirs."""
    values = np.zeros((_TABLES, SHAPES), np.float32)
    values[0] = _POINTS_A_DEAL / (1 - _DISCOUNT)
    for done in range(_ROUNDS):
        step = _STEP * (1 - done / _ROUNDS) ** 2 + _LAST_STEP
        points = train(np.uint64(_SEED), done * _DEALS, _DEALS, step, values)
        print(f"{done + 1} of {_ROUNDS}: {points / _DEALS:.2f} points a game", flush=True)
    np.save(FILE, values.astype(np.float16))


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
    best = ahead.ends[greedy_end(ahead.ends, count, _DISCOUNT, values)]
    came = best[TOTAL] + _DISCOUNT * evaluate(best[NEAR], values)
    change = step / len(values) * (came - evaluate(end[NEAR], values))
    for place in range(len(values)):
        values[place, shape(end[NEAR], place)] += change


if __name__ == "__main__":
    main()
