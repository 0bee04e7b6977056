"""Exhaustive depth-first search: commuting moves are tried in one order, refuted rows are kept in a table.

The order is by partial-order reduction, with sleep sets (Godefroid 1990). Two moves that do not touch lead to
the same row in either order, so only one order is tried: after a move whose left pile stood at place p, no
move of two piles to the left of p. That move was available before and was tried: moves are tried by the place
of their right pile, so it came earlier, and all that follows from it is known to be lost.

The transposition table of refuted rows has four-way buckets of 64-bit hashes, salted for each search. Such
tables go back to Greenblatt, Eastlake and Crocker's chess program (1967). Every entry says the same thing,
that its row is exhausted, so an entry is just its hash. It does not use `kernels.transposition`: a row is
looked up before it is searched and stored only once refuted, so there are two steps instead of one. A bucket
is four adjacent slots, all compared at once, and the hash determines its slot: no slot need be free, and none
has to be searched for.

Rows whose top cards have more components than piles may be left are pruned: that count is an admissible lower
bound.

A thread has one search state, which dives and branch and bound use as well. Its move stack has one row per
depth, from the root of a search to the current position: the row of cards, its hash, the move made from it
and the moves still to be tried.
"""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.accordion.open.moves import (
    KINDS,
    Game,
    covered,
    distance,
    encoded,
    legal_moves,
    source_and_target,
)
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bit_planes import LONGEST, PLANES, Planes, keep, kept, key, merged
from idle_year.solvers.kernels.bits import ONE, bit, lowest_bit, popcount
from idle_year.solvers.kernels.card_components import components
from idle_year.solvers.kernels.rng import STEP

LOST, WON, UNDECIDED = 0, 1, 2
"""The answers of a kernel; UNDECIDED if its nodes ran out first."""
SLICE = 100_000
"""Nodes between clock checks: about five milliseconds."""
VISIBLE, KEY, MOVE, UNTRIED = PLANES, PLANES + 1, PLANES + 2, PLANES + 3
"""Columns of the move stack after the planes of the row: the set of its top cards, its hash, the encoded move
made from it and, from UNTRIED on, for each kind the mask of moves still to be tried."""
_COLUMNS = UNTRIED + KINDS
DEPTH, BASE, ATTEMPT, LEFT, NODES = range(5)
"""Indices of the counters: the current depth, the depth of the root, the number of the attempt, the nodes
that it has left, and those used in all."""
_TABLE = 1 << 20
"""Eight megabytes, but few searches touch more than half a megabyte: see `part_for`."""
_BUCKET = 4
"""Slots where a hash may lie."""


class SearchState(NamedTuple):
    """The arrays of one search; a thread has one state and reuses it."""

    stack: NDArray[np.uint64]
    """The move stack, shape (LONGEST, _COLUMNS), by depth."""
    table: NDArray[np.uint64]
    """The transposition table, shape (_TABLE,): hashes of rows with nothing more to find."""
    salt: NDArray[np.uint64]
    """Shape (1,): different for each search."""
    counters: NDArray[np.int64]
    """Shape (5,): see DEPTH."""

    @property
    def nodes(self) -> int:
        """The nodes used by the last search."""
        return int(self.counters[NODES])

    def clear(self) -> None:
        """Empty the transposition table."""
        self.salt[:] += STEP

    def line(self) -> list[int]:
        """Return the encoded moves down to the current position."""
        moves: list[int] = self.stack[: self.counters[DEPTH], MOVE].tolist()
        return moves


_own = threading.local()


def own_search_state() -> SearchState:
    """Return the search state of this thread."""
    if not hasattr(_own, "state"):
        stack, table = np.zeros((LONGEST, _COLUMNS), np.uint64), np.zeros(_TABLE, np.uint64)
        _own.state = SearchState(stack, table, np.zeros(1, np.uint64), np.zeros(5, np.int64))
    state: SearchState = _own.state
    return state


@kernel
def begin(game: Game, search: SearchState, depth: int, row: Planes, visible: np.uint64) -> None:
    """Lay out a row that was reached by `depth` moves; `search_on` continues from it."""
    search.counters[DEPTH] = search.counters[BASE] = depth
    push(game, search.stack, depth, row, visible, key(row), 0)


@kernel
def search_on(game: Game, search: SearchState, nodes: int) -> int:
    """Continue for at most `nodes` nodes; return LOST, WON (by the moves up to the depth) or UNDECIDED."""
    base, depth = search.counters[BASE], search.counters[DEPTH]
    table = part_for(search.table, popcount(search.stack[base, 0]))
    answer, depth, used = _descend(game, search.stack, table, search.salt[0], base, depth, nodes)
    search.counters[DEPTH] = depth
    search.counters[NODES] += used
    return answer


# The arrays are passed singly: in a tuple, Numba would count references to each at every node.
@kernel
def _descend(
    game: Game,
    stack: NDArray[np.uint64],
    table: NDArray[np.uint64],
    salt: np.uint64,
    base: int,
    depth: int,
    nodes: int,
) -> tuple[int, int, int]:
    """Continue the search from a depth; return the answer, the depth reached and the nodes used."""
    answer = WON if popcount(stack[depth, 0]) <= game.target else UNDECIDED
    used = 0
    while answer == UNDECIDED and used < nodes:
        kind, right = next_move(stack, depth)
        if kind == KINDS:
            store(table, stack[depth, KEY], salt)
            depth -= 1
            answer = LOST if depth < base else UNDECIDED
            continue
        used += 1
        stack[depth, UNTRIED + kind] ^= bit(right)
        row = kept(stack, depth)
        source, target = source_and_target(game, kind, right)
        visible = covered(row, stack[depth, VISIBLE], target)
        if components(visible) <= game.target:
            row = merged(row, source, target)
            row_key = key(row)
            if not contains(table, row_key, salt):
                stack[depth, MOVE] = encoded(kind, right)
                depth += 1
                push(game, stack, depth, row, visible, row_key, right - distance(game, kind))
                answer = WON if popcount(row[0]) <= game.target else UNDECIDED
    return answer, depth, used


@kernel
def push(
    game: Game,
    stack: NDArray[np.uint64],
    depth: int,
    row: Planes,
    visible: np.uint64,
    row_key: np.uint64,
    first: int,
) -> None:
    """Push a row, with the moves whose right pile is not to the left of place `first`."""
    keep(stack, depth, row)
    stack[depth, VISIBLE], stack[depth, KEY] = visible, row_key
    earlier = bit(first) - ONE
    for kind in range(KINDS):
        stack[depth, UNTRIED + kind] = legal_moves(game, row, kind) & ~earlier


@kernel
def next_move(stack: NDArray[np.uint64], depth: int) -> tuple[int, int]:
    """Return kind and right place of the leftmost untried move; the kind is KINDS if there is none."""
    near, far = stack[depth, UNTRIED], stack[depth, UNTRIED + 1]
    every = near | far | stack[depth, UNTRIED + 2] | stack[depth, UNTRIED + 3]
    if not every:
        return KINDS, 0
    first = every & (~every + ONE)
    kind = 0
    while not stack[depth, UNTRIED + kind] & first:
        kind += 1
    return kind, lowest_bit(every)


@kernel
def contains(table: NDArray[np.uint64], row_key: np.uint64, salt: np.uint64) -> bool:
    """Whether a hash was stored in this search.

    Two rows in one slot, which is 20 of the 64 bits, may share the others: at a hundred million nodes the
    chance of a wrong answer is 6 in a million.
    """
    first, salted = _bucket_of(table, row_key), row_key ^ salt
    return bool(
        (table[first] == salted)
        | (table[first + 1] == salted)
        | (table[first + 2] == salted)
        | (table[first + 3] == salted)
    )


@kernel
def store(table: NDArray[np.uint64], row_key: np.uint64, salt: np.uint64) -> None:
    """Store a hash in its bucket, always replacing what is in its slot.

    The salt distinguishes one search from the next, so nothing need be cleared between them. It does not
    affect the slot, so what a search forgets does not depend on earlier ones.
    """
    table[_bucket_of(table, row_key) + np.int64(row_key & np.uint64(_BUCKET - 1))] = row_key ^ salt


@kernel
def part_for(table: NDArray[np.uint64], piles: int) -> NDArray[np.uint64]:
    """Return the part of the table that suits a search from `piles` piles.

    The half megabyte of a small search stays in the processor's cache, which makes it twice as fast; a large
    search would forget too much in it.
    """
    return table[: 1 << min(max(piles - 14, 16), 20)]


@kernel
def _bucket_of(table: NDArray[np.uint64], row_key: np.uint64) -> int:
    """Return where the bucket of a hash begins."""
    buckets = np.uint64(len(table) // _BUCKET - 1)
    return int(np.int64((row_key >> np.uint64(20)) & buckets)) * _BUCKET
