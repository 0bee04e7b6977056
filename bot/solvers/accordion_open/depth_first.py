"""Search every way a row can go, so that what is not found is not there.

Depth first, moves from the left. Two moves that do not touch lead to the same row in either order, so only
one order is tried: after a move whose left pile stood at place p, no move of two piles to the left of p. That
could have been made before, and was: moves are tried by the place of their right pile, so it came earlier,
and all that follows from it is known to be lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_open.move_stack import KEY, STEP, UNTRIED, VISIBLE, enter, leftmost
from bot.solvers.accordion_open.moves import KINDS, covered, distance, ends, step
from bot.solvers.accordion_open.search_state import BASE, DEPTH, LOST, NODES, OPEN, WON
from bot.solvers.accordion_open.transposition import known, remember, room
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import kept, key, merged
from bot.solvers.kernels.bits import popcount
from bot.solvers.kernels.card_components import components

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.accordion_open.moves import Game
    from bot.solvers.accordion_open.search_state import Desk
    from bot.solvers.kernels.bit_planes import Planes

_ONE = np.uint64(1)


@kernel
def begin(game: Game, desk: Desk, depth: int, row: Planes, visible: np.uint64) -> None:
    """Lay out a row that was reached by `depth` moves; `search` goes on from it."""
    desk.counters[DEPTH] = desk.counters[BASE] = depth
    enter(game, desk.path, depth, row, visible, key(row), 0)


@kernel
def search(game: Game, desk: Desk, nodes: int) -> int:
    """Go on for at most this many nodes; say LOST, WON (by the moves up to the depth) or OPEN."""
    base, depth = desk.counters[BASE], desk.counters[DEPTH]
    done = room(desk.done, popcount(desk.path[base, 0]))
    answer, depth, used = _descend(game, desk.path, done, desk.salt[0], base, depth, nodes)
    desk.counters[DEPTH] = depth
    desk.counters[NODES] += used
    return answer


# The arrays come one by one: in a tuple, Numba would count the references to each of them at every node.
@kernel
def _descend(
    game: Game,
    path: NDArray[np.uint64],
    done: NDArray[np.uint64],
    salt: np.uint64,
    base: int,
    depth: int,
    nodes: int,
) -> tuple[int, int, int]:
    """Search on from a depth; return the answer, the depth reached and the nodes used."""
    answer = WON if popcount(path[depth, 0]) <= game.target else OPEN
    used = 0
    while answer == OPEN and used < nodes:
        kind, right = leftmost(path, depth)
        if kind == KINDS:
            remember(done, path[depth, KEY], salt)
            depth -= 1
            answer = LOST if depth < base else OPEN
            continue
        used += 1
        path[depth, UNTRIED + kind] ^= _ONE << np.uint64(right)
        row = kept(path, depth)
        source, target = ends(game, kind, right)
        visible = covered(row, path[depth, VISIBLE], target)
        if components(visible) <= game.target:
            row = merged(row, source, target)
            found = key(row)
            if not known(done, found, salt):
                path[depth, STEP] = step(kind, right)
                depth += 1
                enter(game, path, depth, row, visible, found, right - distance(game, kind))
                answer = WON if popcount(row[0]) <= game.target else OPEN
    return answer, depth, used
