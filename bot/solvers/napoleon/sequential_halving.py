"""Best-arm identification by sequential halving (Karnin, Koren and Somekh 2013) with common random numbers.

The arms are macros, and a pull is a rollout. All arms meet the same orders of the stock; half of them stay
for the next round, so that most games are played where the choice is close.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import random, shuffle
from bot.solvers.napoleon.rollout import roll_out
from bot.solvers.napoleon.state import FACE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.napoleon.best_first import Workspace
    from bot.solvers.napoleon.bucket_queue import Record

_WIN, _MEASURE = 0.7, 0.3
"""What a win is worth, and at most how far a game comes, lost or won."""


@kernel
def compare(
    space: Workspace,
    network: NDArray[np.float32],
    macros: NDArray[np.void],
    unseen: NDArray[np.int8],
    left: int,
    nodes: int,
) -> NDArray[np.int64]:
    """Roll out games from all macros; return their order, the best first.

    `unseen` are the cards of which `left` are the stock; they are shuffled. All games together expand about
    `nodes` tables.
    """
    chance = seed_of_unseen(unseen, left)
    order = np.arange(len(macros))
    rounds = max(1, int(np.ceil(np.log2(len(macros)))))
    for number in range(rounds):
        alive = order[: 1 + (len(order) - 1 >> number)]
        played = 0
        while played < nodes // rounds:
            chance = shuffle(unseen, chance)
            for macro in alive:
                played += 1 + pull(space, network, macros[macro], unseen, left)
            if len(unseen) <= 1:
                break  # all games would be the same
        _sort(alive, macros)
    return order


@kernel
def pull(
    space: Workspace,
    network: NDArray[np.float32],
    macro: Record,
    unseen: NDArray[np.int8],
    left: int,
) -> int:
    """Roll out one game from a macro, note what it came to, and return how many tables it expanded."""
    table = macro.table.copy()
    value = roll_out(space, network, table, unseen, left)
    macro.runs += 1
    macro.wins += value.wins
    macro.worth += _WIN * value.wins + _MEASURE * value.measure
    return value.nodes


@kernel
def seed_of_unseen(unseen: NDArray[np.int8], left: int) -> np.uint64:
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
