"""Best-arm identification by sequential halving (Karnin, Koren and Somekh 2013) with common random numbers.

The arms are macros, and a pull is a rollout. All arms meet the same orders of the stock; half of them stay
for the next round, so that most games are played where the choice is close.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.states.napoleon import CARDS
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import random, shuffle
from bot.solvers.napoleon.rollout import roll_out
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
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    macros: NDArray[np.void],
    unseen: NDArray[np.int8],
    left: int,
    nodes: int,
    rollout_nodes: int,
) -> int:
    """Roll out games from all macros; return the best of them.

    `unseen` are the cards of which `left` are the stock; they are shuffled. A game looks at `nodes` tables at
    most between two cards of the stock, and all games together at about `rollout_nodes`.
    """
    chance = _seed(unseen, left)
    order = np.arange(len(macros))
    rounds = max(1, int(np.ceil(np.log2(len(macros)))))
    table = np.empty_like(macros[0].table)
    for number in range(rounds):
        alive = order[: 1 + (len(order) - 1 >> number)]
        played = 0
        while played < rollout_nodes // rounds:
            chance = shuffle(unseen, chance)
            for macro in alive:
                table[:] = macros[macro].table
                played += 1 + roll_out(slots, chains, transposition, weights, table, unseen[:left], nodes)
                _note(macros[macro], table[UP], number)
            if len(unseen) <= 1:
                break  # all games would be the same
        _sort(alive, macros)
    return int(order[0])


@kernel
def _note(macro: Record, up: int, number: int) -> None:
    """Note how a game ended."""
    macro.runs += 1
    macro.wins += up == CARDS
    macro.worth += (up == CARDS) + _COMFORT * (up / CARDS) ** 2
    macro.rounds = number


@kernel
def _seed(unseen: NDArray[np.int8], left: int) -> np.uint64:
    """Return the seed that belongs to what may be known of the stock."""
    total = random(np.uint64(left))
    for card in unseen:
        total += random(np.uint64(card & FACE))
    return total


@kernel
def _sort(order: NDArray[np.int64], macros: NDArray[np.void]) -> None:
    """Sort macros by what a game from there was worth on average, the best first."""
    for end in range(1, len(order)):
        place = end
        while place > 0 and _mean_worth(macros[order[place]]) > _mean_worth(macros[order[place - 1]]):
            order[place], order[place - 1] = order[place - 1], order[place]
            place -= 1


@kernel
def _mean_worth(macro: Record) -> float:
    return float(macro.worth / macro.runs)
