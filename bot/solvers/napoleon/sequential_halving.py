"""Best-arm identification by sequential halving with common random numbers.

The arms are macros, and a pull is a rollout. All arms meet the same orders of the stock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import random, shuffle
from bot.solvers.kernels.sequential_halving import halve, rounds_for
from bot.solvers.napoleon.rollout import roll_out
from bot.solvers.napoleon.state import FACE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.napoleon.best_first import Workspace
    from bot.solvers.napoleon.bucket_queue import Record

_WIN, _MEASURE = 0.7, 0.3
"""The weight of a win, and the maximum weight of how far a game gets, lost or won."""


@kernel
def compare(
    space: Workspace,
    network: NDArray[np.float32],
    macros: NDArray[np.void],
    unseen: NDArray[np.int8],
    left: int,
    nodes: int,
) -> NDArray[np.int64]:
    """Roll out games from all macros; return their order, best first.

    `unseen` are the cards of which `left` are the stock; they are shuffled. All games together expand about
    `nodes` tables.
    """
    chance = seed_of_unseen(unseen, left)
    alive = len(macros)
    order, worths, rounds = np.arange(alive), np.empty(alive), rounds_for(alive)
    for _ in range(rounds):
        played = 0
        while played < nodes // rounds:
            chance = shuffle(unseen, chance)
            for macro in order[:alive]:
                played += 1 + pull(space, network, macros[macro], unseen, left)
            if len(unseen) <= 1:
                break  # all games would be the same
        for macro in order[:alive]:
            worths[macro] = macros[macro].worth / macros[macro].runs
        alive = halve(order, alive, worths)
    return order


@kernel
def pull(
    space: Workspace,
    network: NDArray[np.float32],
    macro: Record,
    unseen: NDArray[np.int8],
    left: int,
) -> int:
    """Roll out one game from a macro, record the result, and return how many tables it expanded."""
    table = macro.table.copy()
    value = roll_out(space, network, table, unseen, left)
    macro.runs += 1
    macro.wins += value.wins
    macro.worth += _WIN * value.wins + _MEASURE * value.measure
    return value.nodes


@kernel
def seed_of_unseen(unseen: NDArray[np.int8], left: int) -> np.uint64:
    """Return the seed for what may be known of the stock."""
    total = random(np.uint64(left))
    for card in unseen:
        total += random(np.uint64(card & FACE))
    return total
