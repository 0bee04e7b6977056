"""Best-arm identification by sequential halving with common random numbers.

The arms are the ends of a turn, and a pull is a rollout. Every arm meets the same cards in the same order, so
that luck favours none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.engine.games.cribbage import GAME_POINTS
from bot.solvers.cribbage.evaluation import evaluate, horizon_weight
from bot.solvers.cribbage.moves import COLUMNS, FAR, NEAR, TOTAL, list_ends
from bot.solvers.cribbage.rollout import DEALS, roll_out
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import STEP, random
from bot.solvers.kernels.sequential_halving import half_of, rounds_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.cribbage.moves import Turn

_TRIALS = 4000
_FEW_TRIALS = 100
"""Trials if there is only one arm, whose chance must still be reported."""
_POINTS_COUNT = 0.01
"""What 61 points are worth relative to a win: something, so that no game is given up."""
WINS, POINTS, TRIALS = range(3)
"""Columns of the results of trials: sums of chances and of points, and the number of trials."""


class Arms(NamedTuple):
    """Ends of turns that are worth a try."""

    ends: NDArray[np.int64]
    """`[arm, COLUMNS]`, as in `Turn`."""
    reach: NDArray[np.bool_]
    """`[start, arm]`: whether the end can be reached from that start of a turn."""
    sums: NDArray[np.float64]
    """`[arm, 3]`: see WINS."""
    complete: bool
    """Whether every end was considered."""


@kernel
def candidate_arms(
    starts: NDArray[np.int64],
    each: int,
    enough: int,
    left: int,
    values: NDArray[np.float32],
    turn: Turn,
) -> Arms:
    """Return the best-evaluated ends, `each` from every start of one turn."""
    room = each * len(starts)
    ends = np.empty((room, COLUMNS), np.int64)
    reach = np.zeros((len(starts), room), np.bool_)
    arms, complete = 0, True
    for start in range(len(starts)):
        turn.ends[0] = starts[start]
        count, all_of_them = list_ends(turn, enough, False)
        complete = complete and all_of_them
        scores = np.empty(count, np.float64)
        for number in range(count):
            end = turn.ends[number]
            scores[number] = end[TOTAL] + horizon_weight(left) * evaluate(end[NEAR], values)
        for _ in range(each):
            best = scores.argmax()
            if scores[best] == -np.inf:
                break
            # The same row with fewer points or other fresh links is not a separate choice.
            scores[turn.ends[:count, NEAR] == turn.ends[best, NEAR]] = -np.inf
            arm = _find(ends, arms, turn.ends[best])
            ends[arm] = turn.ends[best]
            reach[start, arm] = True
            arms = max(arms, arm + 1)
    return Arms(ends[:arms], reach[:, :arms], np.zeros((arms, 3), np.float64), complete)


@kernel
def _find(ends: NDArray[np.int64], arms: int, end: NDArray[np.int64]) -> int:
    """Return the arm with the row and points of an end, or the next free one."""
    for arm in range(arms):
        if ends[arm, NEAR] == end[NEAR] and ends[arm, TOTAL] == end[TOTAL]:
            return arm
    return arms


@kernel
def sequential_halving(
    arms: Arms,
    enough: int,
    left: int,
    unseen: NDArray[np.int64],
    stream: np.uint64,
    values: NDArray[np.float32],
    turn: Turn,
) -> None:
    """Roll out from every arm, dropping the worse half after each round.

    `left` cards, drawn from the unseen ones, still count, and `enough` points win.
    """
    alive = np.arange(len(arms.ends))
    rounds = rounds_for(len(alive))
    budget = _TRIALS // rounds if len(alive) > 1 else _FEW_TRIALS
    cards, trials = unseen.copy(), 0
    for _ in range(rounds):
        for _ in range(max(1, budget // len(alive))):
            if left:
                stream = _draw(unseen, trials, min(left, DEALS), cards, stream)
            trials += 1
            for arm in alive:
                _sample(arms, int(arm), enough, left, cards, values, turn)
        worths = np.array([worth_of(arms, int(arm)) for arm in alive])
        # Quicksort, unlike `halve`, is not stable, and ties are common at the end of a game. Which of them
        # survive affects what players read: with the other sort, hints would change.
        alive = alive[np.argsort(-worths)[: half_of(len(alive))]]


@kernel
def _draw(
    unseen: NDArray[np.int64], trial: int, wanted: int, cards: NDArray[np.int64], stream: np.uint64
) -> np.uint64:
    """Draw the next cards at random; each unseen card comes first in turn (stratified sampling)."""
    cards[:] = unseen
    first = trial % len(cards)
    cards[0], cards[first] = cards[first], cards[0]
    for place in range(1, wanted):
        other = place + np.int64(random(stream) >> np.uint64(33)) % (len(cards) - place)
        stream += STEP
        cards[place], cards[other] = cards[other], cards[place]
    return stream


@kernel
def _sample(
    arms: Arms,
    arm: int,
    enough: int,
    left: int,
    cards: NDArray[np.int64],
    values: NDArray[np.float32],
    turn: Turn,
) -> None:
    """Roll out from one arm with the cards in their given order."""
    end, sums = arms.ends[arm], arms.sums[arm]
    chance, points = 1.0, end[TOTAL]
    if points < enough:
        chance, points = roll_out(end[NEAR], end[FAR], points, cards, left, values, turn)
    sums[WINS] += chance
    sums[POINTS] += points
    sums[TRIALS] += 1.0


@kernel
def worth_of(arms: Arms, arm: int) -> float:
    """Return the mean worth of an arm over its trials: wins, plus a little for points."""
    sums = arms.sums[arm]
    return float((sums[WINS] + _POINTS_COUNT * sums[POINTS] / GAME_POINTS) / sums[TRIALS])
