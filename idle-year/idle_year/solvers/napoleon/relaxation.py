"""Proof of loss by relaxation: an easier game is searched exhaustively, and even there no column is emptied.

In the easier game each suit has one height, and the top card of any pile leaves for good as soon as its rank
is at most that height; if it equals the height, the height rises by one. All else follows the rules.

Anyone who can win the true game can win the easier one by the same moves, for after each of them

- a height is no less than the higher foundation of its suit: a card that goes up in the true game is on top
  here too, or has left before;
- a pile is the remainder of the true one: the true top is on top here, or has left. If a card is carried
  onto another, the host ranks one higher in the same suit. If the host has left here, the height is above the
  moved card, which has then left too; if not, it is on top, and the move is legal here as well;
- so a column that is empty in the true game is empty here.

A win empties the columns one by one. If no state of the easier game ever has so many columns empty at once,
and every state has been searched, the true game is lost. The search goes stage by stage: a stage holds all
that can be reached before the next card of the stock is turned.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.positions.napoleon import COLUMNS, WASTE, Columns
from idle_year.solvers.jit import kernel
from idle_year.solvers.napoleon.moves import (
    FACE,
    HEIGHTS,
    NOTHING,
    PILES,
    RANK,
    SIZE,
    SUIT_SHIFT,
    TOPS,
    WASTED,
    empty_column,
    fits,
    hash_of,
    lay,
    link,
    turn,
)
from idle_year.solvers.protocols import Budget, Limit

STAGE, COUNT, EXPANDED, NODES = range(4)
"""The counters: the stage, its states, how many of them were expanded, and how many in all stages."""
UNDECIDED, LOST, OPEN = range(3)
"""The results of a search: it is not over; the game is lost; it may be won, as far as this can tell."""
_CAP = 50_000
"""States per stage: 16 MB for two stages."""
_SLICE = 5000
"""States between clock checks: a few milliseconds."""
_PLACES_OF_A_STATE = 4
"""Slots of the transposition table for each state that a stage may have."""


class Relaxation(NamedTuple):
    """A search through the easier game, and its progress."""

    states: NDArray[np.int8]
    """(2, cap, SIZE): the tables of the stages with even and with odd numbers."""
    hashes: NDArray[np.uint64]
    """(2, cap): their hashes."""
    transposition: NDArray[np.uint64]
    """(a power of two,): the hashes of states that were visited."""
    stamps: NDArray[np.uint8]
    """(the same,): the stage, counted from 1, that stored each hash; entries of older stages are void."""
    counts: NDArray[np.int64]
    """(4,): see STAGE."""


def new_relaxation(cap: int) -> Relaxation:
    """Return a search that gives up if a stage has more states than `cap`."""
    places = 1 << (_PLACES_OF_A_STATE * cap).bit_length()
    return Relaxation(
        np.zeros((2, cap, SIZE), np.int8),
        np.zeros((2, cap), np.uint64),
        np.zeros(places, np.uint64),
        np.zeros(places, np.uint8),
        np.zeros(4, np.int64),
    )


@kernel
def begin_relaxed(search: Relaxation, table: NDArray[np.int8]) -> None:
    """Start a new search from a table of the true game."""
    root = search.states[0, 0]
    root[:] = table
    for suit in range(4):
        root[HEIGHTS + 2 * suit + 1] = root[HEIGHTS + 2 * suit]
    search.hashes[0, 0] = _clear_tops(root, hash_of(root))
    search.counts[COUNT] = 1
    _is_visited(search, search.hashes[0, 0])


@kernel
def search_relaxed(search: Relaxation, stock: NDArray[np.int8], empty: int, nodes: int) -> int:
    """Search up to `nodes` more states: LOST if none ever has `empty` columns empty, OPEN if one has.

    UNDECIDED means that the search pauses. Reaching the cap counts as OPEN: nothing is known then.
    """
    counts = search.counts
    if counts[NODES] == 0 and _count_empty(search.states[0, 0]) >= empty:
        return OPEN
    enough = counts[NODES] + nodes
    while True:
        here = counts[STAGE] % 2
        while counts[EXPANDED] < counts[COUNT]:
            if counts[NODES] >= enough:
                return UNDECIDED
            if not _expand(search, here, empty):
                return OPEN
            counts[EXPANDED] += 1
            counts[NODES] += 1
        if counts[STAGE] == len(stock):
            return LOST
        if not _turn_all(search, here, stock[counts[STAGE]], empty):
            return OPEN


@kernel
def _expand(search: Relaxation, here: int, empty: int) -> bool:
    """Add a state's successors within its stage; return whether the search may go on."""
    table = search.states[here, search.counts[EXPANDED]]
    key = search.hashes[here, search.counts[EXPANDED]]
    free = empty_column(table)
    for source in range(PILES):
        card = table[TOPS + source]
        if card == NOTHING:
            continue
        for column in range(COLUMNS):
            onto_empty = column == free and (source == WASTE or table[card] != NOTHING)
            if (onto_empty or fits(table, card, column)) and not _carry(
                search, here, table, key, source, column, empty
            ):
                return False
    return True


@kernel
def _carry(
    search: Relaxation,
    here: int,
    table: NDArray[np.int8],
    key: np.uint64,
    source: int,
    column: int,
    empty: int,
) -> bool:
    """Add the state after a move to its stage; return whether the search may go on."""
    count = search.counts[COUNT]
    if count == search.states.shape[1]:
        return False
    child, card = search.states[here, count], table[TOPS + source]
    child[:] = table
    key += link(card, table[TOPS + column], column) - link(card, table[card], source)
    child[TOPS + source] = table[card]
    child[card] = table[TOPS + column]
    child[TOPS + column] = card
    if source == WASTE:
        child[WASTED] -= 1
    return _add(search, here, count, key, empty)


@kernel
def _turn_all(search: Relaxation, here: int, card: int, empty: int) -> bool:
    """Turn a card in every state of a stage; return whether the search may go on."""
    before = search.counts[COUNT]
    search.counts[STAGE] += 1
    search.counts[COUNT] = search.counts[EXPANDED] = 0
    for number in range(before):
        count = search.counts[COUNT]
        child = search.states[1 - here, count]
        child[:] = search.states[here, number]
        key = search.hashes[here, number] + link(card, child[TOPS + WASTE], WASTE)
        turn(child, card)
        if not _add(search, 1 - here, count, key, empty):
            return False
    return True


@kernel
def _add(search: Relaxation, here: int, count: int, key: np.uint64, empty: int) -> bool:
    """Keep the state made in the next place if it is new; return whether the search may go on."""
    child = search.states[here, count]
    key = _clear_tops(child, key)
    if _is_visited(search, key):
        return True
    search.hashes[here, count] = key
    search.counts[COUNT] += 1
    return _count_empty(child) < empty


@kernel
def _clear_tops(table: NDArray[np.int8], key: np.uint64) -> np.uint64:
    """Remove every top card that may leave; return the resulting hash."""
    source = 0
    while source < PILES:
        card = table[TOPS + source]
        height = HEIGHTS + 2 * ((card & FACE) >> SUIT_SHIFT)
        if card == NOTHING or card & RANK > table[height]:
            source += 1
            continue
        key -= link(card, table[card], source)
        table[TOPS + source] = table[card]
        if card & RANK == table[height]:
            table[height] += 1
            source = 0
    return key


@kernel
def _count_empty(table: NDArray[np.int8]) -> int:
    count = 0
    for column in range(COLUMNS):
        count += table[TOPS + column] == NOTHING
    return count


@kernel
def _is_visited(search: Relaxation, key: np.uint64) -> bool:
    """Whether a hash was visited in this stage (an open-addressed table); mark it as visited.

    It does not use `kernels.transposition`: stamps clear this table for each stage, and there is always room,
    so that no state is forgotten and expanded twice.
    """
    stamp, mask = search.counts[STAGE] + 1, np.uint64(len(search.transposition) - 1)
    place = key & mask
    while search.stamps[place] == stamp:
        if search.transposition[place] == key:
            return True
        place = (place + np.uint64(1)) & mask
    search.transposition[place], search.stamps[place] = key, stamp
    return False


def is_proven_lost(state: Columns, limit: Limit) -> tuple[bool, int]:
    """Whether no play can ever empty one more column, as a win must; and how many states were expanded.

    The stock of the state is known. False proves nothing: the search gives up at the limit, and if more
    than 50,000 states belong to one stage.
    """
    budget, (table, stock) = Budget(limit), lay(state)
    empty = min(COLUMNS, 1 + sum(not column for column in state.columns))
    search, said = new_relaxation(_CAP), UNDECIDED
    begin_relaxed(search, table)
    while said == UNDECIDED and (nodes := budget.slice(_SLICE)):
        said = search_relaxed(search, stock, empty, nodes)
        budget.used = int(search.counts[NODES])
    return said == LOST, budget.used
