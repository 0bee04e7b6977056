"""Macro moves (Korf 1985): everything played until the next card is turned, found by best-first search.

A macro is the table that it ends with. One search from the current table makes the macros of all moves: the
cheapest tables, then the cheapest of other kinds, so that they differ in more than the order of moves.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.positions.napoleon import WASTE
from idle_year.solvers.jit import kernel
from idle_year.solvers.napoleon.best_first import Workspace, best_first_search
from idle_year.solvers.napoleon.bucket_queue import NONE, Queue, Record, spare, used
from idle_year.solvers.napoleon.moves import DEALT, SIZE, UP, WASTED

MACRO = np.dtype(
    [
        ("worth", np.float64),
        ("wins", np.float64),
        ("table", np.int8, SIZE),
        ("runs", np.int32),
        ("slot", np.int32),
        ("source", np.int8),
        ("target", np.int8),
    ],
    align=True,
)
"""A table, the first move to it, and the results of rollouts from there: the sums of their worth and of their
winning chances. The move to the current table itself is to turn a card."""
MACROS = 24
"""The maximum number of macros."""
_CHEAPEST = 18
"""How many of them are simply the cheapest, whatever their kind."""
_OF_A_KIND = 2
"""How many of the others may agree in cards home and in the waste."""


@kernel
def make_macros(space: Workspace, table: NDArray[np.int8], macros: NDArray[np.void], nodes: int) -> int:
    """Make macros of the best among up to `nodes` expanded tables; return how many there are."""
    best_first_search(space, table, nodes)
    slots, count = space.queue.slots, 0
    for slot in by_price(space.queue):
        if count < _CHEAPEST or _count_kind(macros[:count], slots[slot].table) < _OF_A_KIND:
            reset(macros[count], slots[slot].table)
            macros[count].slot = slot
            _note_first_move(macros[count], slots)
            count += 1
            if count == len(macros):
                break
    return count


@kernel
def trace(slots: NDArray[np.void], slot: int, steps: NDArray[np.int64]) -> int:
    """Write the moves that led to a slot of a search into `steps`, (n, 2); return how many."""
    count, ancestor = 0, slot
    while slots[ancestor].parent != NONE:
        ancestor = slots[ancestor].parent
        count += 1
    for number in range(count - 1, -1, -1):
        steps[number, 0], steps[number, 1] = slots[slot].source, slots[slot].target
        slot = slots[slot].parent
    return count


@kernel
def _note_first_move(macro: Record, slots: NDArray[np.void]) -> None:
    """Record the first move of the way to a macro."""
    macro.source, macro.target = WASTE, DEALT
    slot = macro.slot
    while slots[slot].parent != NONE:
        macro.source, macro.target = slots[slot].source, slots[slot].target
        slot = slots[slot].parent


@kernel
def reset(macro: Record, table: NDArray[np.int8]) -> None:
    """Make a macro of a table, without any rollouts yet."""
    macro.table[:] = table
    macro.worth, macro.wins, macro.runs = 0.0, 0.0, 0


@kernel
def by_price(queue: Queue) -> NDArray[np.int64]:
    """Return the slots of all tables, cheapest first; of equal prices, oldest first."""
    slots, chains = queue
    prices = np.empty(used(chains) + 1, np.int64)
    for slot in range(len(prices)):
        prices[slot] = slots[slot].price
    order: NDArray[np.int64] = np.argsort(prices, kind="mergesort")
    cheapest: NDArray[np.int64] = order[order != spare(chains)]
    return cheapest


@kernel
def _count_kind(macros: NDArray[np.void], table: NDArray[np.int8]) -> int:
    """Return how many macros agree with a table in cards home and in the waste."""
    count = 0
    for macro in macros:
        count += macro.table[UP] == table[UP] and macro.table[WASTED] == table[WASTED]
    return count
