"""A quick way to play without knowing the stock: reach the table that costs least, then turn a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.jit import kernel
from bot.solvers.napoleon.bucket_queue import NONE, cheapest, clear, take
from bot.solvers.napoleon.expand import play_on, put_first
from bot.solvers.napoleon.moves import turn

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@kernel
def reach(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    seen: NDArray[np.uint64],
    weights: NDArray[np.float64],
    table: NDArray[np.int8],
    nodes: int,
) -> int:
    """Play up to so many tables on without the stock; return how many, and leave the cheapest in `table`."""
    played = look_ahead(slots, chains, seen, weights, table, nodes)
    table[:] = slots[cheapest(slots, chains)].table
    return played


@kernel
def look_ahead(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    seen: NDArray[np.uint64],
    weights: NDArray[np.float64],
    table: NDArray[np.int8],
    nodes: int,
) -> int:
    """Play up to so many tables on without the stock; return how many."""
    clear(chains)
    seen[:] = 0
    put_first(slots, chains, weights, table)
    played = 0
    while played < nodes:
        slot = take(slots, chains)
        if slot == NONE:
            break
        play_on(slots, chains, seen, weights, 0, slot)
        played += 1
    return played


@kernel
def play_out(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    seen: NDArray[np.uint64],
    weights: NDArray[np.float64],
    table: NDArray[np.int8],
    stock: NDArray[np.int8],
    nodes: int,
) -> int:
    """Play to the end, in place, beginning with a card of the stock; return how many tables that took."""
    played = 0
    for card in stock:
        turn(table, card)
        played += reach(slots, chains, seen, weights, table, nodes)
    return played
