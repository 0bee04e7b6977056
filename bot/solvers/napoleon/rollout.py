"""Rollout policy: best-first search for the table that costs least, then turn a card, to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.jit import kernel
from bot.solvers.napoleon.bucket_queue import NONE, cheapest, clear, take
from bot.solvers.napoleon.expand import add_root, expand
from bot.solvers.napoleon.moves import turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@kernel
def play_greedily(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    table: NDArray[np.int8],
    nodes: int,
) -> int:
    """Play up to so many tables on without the stock; return how many, and leave the cheapest in `table`."""
    played = best_first_search(slots, chains, transposition, weights, table, nodes)
    table[:] = slots[cheapest(slots, chains)].table
    return played


@kernel
def best_first_search(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    table: NDArray[np.int8],
    nodes: int,
) -> int:
    """Play up to so many tables on without the stock; return how many."""
    clear(chains)
    transposition[:] = 0
    add_root(slots, chains, weights, table)
    played = 0
    while played < nodes:
        slot = take(slots, chains)
        if slot == NONE:
            break
        expand(slots, chains, transposition, weights, 0, slot)
        played += 1
    return played


@kernel
def roll_out(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    table: NDArray[np.int8],
    stock: NDArray[np.int8],
    nodes: int,
) -> int:
    """Play to the end, in place, beginning with a card of the stock; return how many tables that took."""
    played = 0
    for card in stock:
        turn(table, card)
        played += play_greedily(slots, chains, transposition, weights, table, nodes)
    return played
