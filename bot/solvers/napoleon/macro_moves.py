"""Macro moves (Korf 1985): sequences that end with the next card of the stock, found by best-first search.

A macro is the table that it ends with; macros of different moves may end with the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.states.napoleon import COLUMNS, FOUNDATION, WASTE
from bot.solvers.jit import kernel
from bot.solvers.napoleon.bucket_queue import NONE, PRICES, cheapest, spare
from bot.solvers.napoleon.expand import DEALT
from bot.solvers.napoleon.moves import carry, fits, goes_up
from bot.solvers.napoleon.rollout import best_first_search
from bot.solvers.napoleon.state import NOTHING, SIZE, TOPS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.napoleon.bucket_queue import Record

MACRO = np.dtype(
    [
        ("hash", np.uint64),
        ("worth", np.float64),
        ("table", np.int8, SIZE),
        ("runs", np.int32),
        ("wins", np.int32),
        ("rounds", np.int32),
    ],
    align=True,
)
"""A table, and how often a game that went on from there was played out and won; see `rollouts`."""
MACROS = 12
"""How many macros are made for a move."""
MOVE = np.dtype(
    [("source", np.int8), ("target", np.int8), ("macro", np.int16, MACROS), ("steps", np.int16, MACROS)]
)
"""A move, its macros (or NONE) and how many further moves each takes."""
MOST_MOVES = 64
"""More than there ever are: eleven cards, each to at most two columns, an empty one and a foundation."""


@kernel
def list_moves(table: NDArray[np.int8], moves: NDArray[np.void], stock: bool) -> int:
    """List the moves by what they come from, dealing last; return how many."""
    count = 0
    for source in (WASTE, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9):
        card = table[TOPS + source]
        if card == NOTHING:
            continue
        if goes_up(table, card):
            count = _list(moves, count, source, FOUNDATION)
        for target in range(COLUMNS):
            onto_empty = table[TOPS + target] == NOTHING and (source == WASTE or table[card] != NOTHING)
            if onto_empty or fits(table, card, target):
                count = _list(moves, count, source, target)
    return _list(moves, count, WASTE, DEALT) if stock else count


@kernel
def _list(moves: NDArray[np.void], count: int, source: int, target: int) -> int:
    moves[count].source, moves[count].target = source, target
    return count + 1


@kernel
def make_macros(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    table: NDArray[np.int8],
    moves: NDArray[np.void],
    macros: NDArray[np.void],
    nodes: int,
) -> int:
    """Make the macros of every move, expanding up to so many tables each; return how many differ."""
    count = 0
    after = np.empty_like(table)
    for move in moves:
        after[:] = table
        _search_after(slots, chains, transposition, weights, after, move.source, move.target, nodes)
        for choice in range(MACROS):
            # The first is to leave it at the move: that table came first.
            slot = cheapest(slots, chains) if choice else 0
            move.macro[choice], move.steps[choice] = NONE, 0
            if slot != NONE:
                place = _find(macros, count, slots[slot].hash)
                if place == count:
                    _add(macros[place], slots[slot])
                    count += 1
                move.macro[choice], move.steps[choice] = place, _steps_to(slots, slot)
                slots[slot].price = PRICES
    return count


@kernel
def reconstruct(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    table: NDArray[np.int8],
    move: Record,
    macro: Record,
    nodes: int,
    steps: NDArray[np.int64],
) -> int:
    """Write the moves that lead from a move of a table to a macro into `steps`, (n, 2); return how many.

    They are found as they were when the macro was made, with the same number of nodes.
    """
    after = table.copy()
    _search_after(slots, chains, transposition, weights, after, move.source, move.target, nodes)
    slot = 0
    while slots[slot].hash != macro.hash or slot == spare(chains):
        slot += 1
    count = number = _steps_to(slots, slot)
    while number:
        number -= 1
        steps[number, 0], steps[number, 1] = slots[slot].source, slots[slot].target
        slot = slots[slot].parent
    return count


@kernel
def _search_after(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    table: NDArray[np.int8],
    source: int,
    target: int,
    nodes: int,
) -> None:
    """Make a move in place and search what further ones lead to; after a deal, none of them."""
    if target == DEALT:
        best_first_search(slots, chains, transposition, weights, table, 0)
    else:
        carry(table, source, target)
        best_first_search(slots, chains, transposition, weights, table, nodes)


@kernel
def _add(macro: Record, slot: Record) -> None:
    """Make a macro of a table."""
    macro.hash, macro.worth = slot.hash, 0.0
    macro.table[:] = slot.table
    macro.runs, macro.wins, macro.rounds = 0, 0, 0


@kernel
def _find(macros: NDArray[np.void], count: int, key: np.uint64) -> int:
    """Return the macro that ends with a table of this hash, or the next to be made."""
    for place in range(count):
        if macros[place].hash == key:
            return place
    return count


@kernel
def _steps_to(slots: NDArray[np.void], slot: int) -> int:
    steps = 0
    while slots[slot].parent != NONE:
        slot = slots[slot].parent
        steps += 1
    return steps
