"""Best-first search from one table without the stock, for the fair player and its training."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.engine.positions.napoleon import CARDS
from bot.solvers.jit import kernel
from bot.solvers.napoleon.bucket_queue import NONE, Queue, cheapest, clear, new_queue, take
from bot.solvers.napoleon.evaluation import player_weights
from bot.solvers.napoleon.expand import add_root, expand
from bot.solvers.napoleon.state import UP

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROOM = 1000
"""Capacity of a search, in tables."""
_PLACES = 2048


class Workspace(NamedTuple):
    """The arrays that successive searches reuse."""

    queue: Queue
    transposition: NDArray[np.uint64]
    """(_PLACES,): hashes of tables that were visited."""
    weights: NDArray[np.float64]
    """(3, 9): the weights of the evaluation."""


def new_workspace() -> Workspace:
    """Allocate a workspace."""
    return Workspace(new_queue(ROOM), np.zeros(_PLACES, np.uint64), player_weights())


@kernel
def play_greedily(space: Workspace, table: NDArray[np.int8], nodes: int) -> int:
    """Expand up to `nodes` tables without the stock; return how many, leaving the cheapest in `table`."""
    played = best_first_search(space, table, nodes)
    slots, chains = space.queue
    table[:] = slots[cheapest(slots, chains)].table
    return played


@kernel
def best_first_search(space: Workspace, table: NDArray[np.int8], nodes: int) -> int:
    """Expand up to `nodes` tables without the stock, until the game is won; return how many."""
    (slots, chains), transposition, weights = space
    clear(chains)
    transposition[:] = 0
    add_root(slots, chains, weights, table)
    played = 0
    while played < nodes:
        slot = take(slots, chains)
        if slot == NONE or slots[slot].table[UP] == CARDS:
            break
        expand(slots, chains, transposition, weights, 0, slot)
        played += 1
    return played
