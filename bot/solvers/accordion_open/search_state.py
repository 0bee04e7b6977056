"""Search state of one thread: move stack, transposition table and counters.

The move stack has one row per depth, from the root of a search to the current position: the row of cards, its
hash, the move made from it and the moves still to be tried.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.accordion_open.moves import KINDS, legal_moves
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import LONGEST, PLANES, keep
from bot.solvers.kernels.bits import ONE, bit, lowest_bit
from bot.solvers.kernels.rng import STEP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.accordion_open.moves import Game
    from bot.solvers.kernels.bit_planes import Planes

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
"""Eight megabytes, but few searches touch more than half a megabyte: see `transposition.part_for`."""


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
