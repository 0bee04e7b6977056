"""Exhaustive depth-first search with partial-order reduction: commuting moves are tried in one order.

The reduction is that of sleep sets (Godefroid 1990). Two moves that do not touch lead to the same row in
either order, so only one order is tried: after a move whose left pile stood at place p, no move of two piles
to the left of p. That move was available before and was tried: moves are tried by the place of their right
pile, so it came earlier, and all that follows from it is known to be lost.

Refuted rows are stored in a transposition table. Rows whose top cards have more components than piles may be
left are pruned: that count is an admissible lower bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.accordion_open.moves import KINDS, covered, distance, encoded, source_and_target
from bot.solvers.accordion_open.search_state import (
    BASE,
    DEPTH,
    KEY,
    LOST,
    MOVE,
    NODES,
    UNDECIDED,
    UNTRIED,
    VISIBLE,
    WON,
    next_move,
    push,
)
from bot.solvers.accordion_open.transposition import contains, part_for, store
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import kept, key, merged
from bot.solvers.kernels.bits import bit, popcount
from bot.solvers.kernels.card_components import components

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bot.solvers.accordion_open.moves import Game
    from bot.solvers.accordion_open.search_state import SearchState
    from bot.solvers.kernels.bit_planes import Planes


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
