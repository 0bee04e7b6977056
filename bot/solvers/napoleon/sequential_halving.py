"""Plans compared by playing on from each, again and again, with the same orders of the stock for all.

Half of the plans stay for the next round, so that most games are played where the choice is close (sequential
halving: Karnin, Koren and Somekh 2013).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.states.napoleon import CARDS
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import random, shuffle
from bot.solvers.napoleon.rollout import play_out
from bot.solvers.napoleon.state import FACE, UP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.napoleon.bucket_queue import Record


_COMFORT = 0.2
"""What cards home are worth at most where the game is lost, if a win is worth 1."""


@kernel
def compare(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    seen: NDArray[np.uint64],
    weights: NDArray[np.float64],
    plans: NDArray[np.void],
    unseen: NDArray[np.int8],
    left: int,
    nodes: int,
    effort: int,
) -> int:
    """Play out games from all plans; return the best of them.

    `unseen` are the cards of which `left` are the stock; they are shuffled. A game looks at `nodes` tables at
    most between two cards of the stock, and all games together at about `effort`.
    """
    chance = _seed(unseen, left)
    order = np.arange(len(plans))
    rounds = max(1, int(np.ceil(np.log2(len(plans)))))
    table = np.empty_like(plans[0].table)
    for number in range(rounds):
        alive = order[: 1 + (len(order) - 1 >> number)]
        played = 0
        while played < effort // rounds:
            chance = shuffle(unseen, chance)
            for plan in alive:
                table[:] = plans[plan].table
                played += 1 + play_out(slots, chains, seen, weights, table, unseen[:left], nodes)
                _note(plans[plan], table[UP], number)
            if len(unseen) <= 1:
                break  # all games would be the same
        _sort(alive, plans)
    return int(order[0])


@kernel
def _note(plan: Record, up: int, number: int) -> None:
    """Note how a game ended."""
    plan.runs += 1
    plan.wins += up == CARDS
    plan.worth += (up == CARDS) + _COMFORT * (up / CARDS) ** 2
    plan.rounds = number


@kernel
def _seed(unseen: NDArray[np.int8], left: int) -> np.uint64:
    """Return the seed that belongs to what may be known of the stock."""
    total = random(np.uint64(left))
    for card in unseen:
        total += random(np.uint64(card & FACE))
    return total


@kernel
def _sort(order: NDArray[np.int64], plans: NDArray[np.void]) -> None:
    """Sort plans by what a game from there was worth on average, the best first."""
    for end in range(1, len(order)):
        place = end
        while place > 0 and _mean(plans[order[place]]) > _mean(plans[order[place - 1]]):
            order[place], order[place - 1] = order[place - 1], order[place]
            place -= 1


@kernel
def _mean(plan: Record) -> float:
    return float(plan.worth / plan.runs)
