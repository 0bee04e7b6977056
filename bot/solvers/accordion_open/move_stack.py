"""The way from the first row of a search down to where it is: one line of an array for each depth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_open.moves import KINDS, moves
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import PLANES, keep
from bot.solvers.kernels.bits import lowest_bit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.accordion_open.moves import Game
    from bot.solvers.kernels.bit_planes import Planes

VISIBLE, KEY, STEP, UNTRIED = PLANES, PLANES + 1, PLANES + 2, PLANES + 3
"""Columns after the planes of the row: the set of its top cards, its hash, the move made from it, as in
`game.step`, and from UNTRIED on, for each kind, the moves that are still to be tried."""
COLUMNS = UNTRIED + KINDS
_ONE = np.uint64(1)


@kernel
def enter(
    game: Game,
    path: NDArray[np.uint64],
    depth: int,
    row: Planes,
    visible: np.uint64,
    found: np.uint64,
    first: int,
) -> None:
    """Put a row on the way, with the moves whose right pile does not stand to the left of place `first`."""
    keep(path, depth, row)
    path[depth, VISIBLE], path[depth, KEY] = visible, found
    earlier = (_ONE << np.uint64(first)) - _ONE
    for kind in range(KINDS):
        path[depth, UNTRIED + kind] = moves(game, row, kind) & ~earlier


@kernel
def leftmost(path: NDArray[np.uint64], depth: int) -> tuple[int, int]:
    """Return kind and right place of the leftmost move still to be tried; the kind is KINDS without one."""
    near, far = path[depth, UNTRIED], path[depth, UNTRIED + 1]
    every = near | far | path[depth, UNTRIED + 2] | path[depth, UNTRIED + 3]
    if not every:
        return KINDS, 0
    first = every & (~every + _ONE)
    kind = 0
    while not path[depth, UNTRIED + kind] & first:
        kind += 1
    return kind, lowest_bit(every)
