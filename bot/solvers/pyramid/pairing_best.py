"""Exact minimum of cards left with unlimited passes: the pairing argument over the shapes that may stay.

What remains of the pyramid in the end is one of its shapes, and the others leave as if there were no more
than these: so `pairing` is applied to one shape after the other, smallest first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING, holds, popcount
from bot.solvers.pyramid.deal_tables import KING
from bot.solvers.pyramid.pairing import CANNOT, pairing

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.pyramid.shapes import Shapes


@kernel
def fewest(
    pyramid: NDArray[np.int8],
    outside: NDArray[np.int8],
    root: int,
    below: NDArray[np.uint64],
    shapes: Shapes,
    whole: bool,
    chosen: NDArray[np.int8],
) -> tuple[int, int, int]:
    """Return the fewest cards that can be left, the shape that stays, and how many pairs are made before.

    The arguments are those of `pairing`, and `root` is the shape of the pyramid. With `whole`, the cards of
    stock and waste count too; those without a partner then stay as well.
    """
    least, stays, pairs = 99, root, 0
    trial, leaving = chosen.copy(), np.zeros_like(pyramid)
    for shape in range(root + 1):
        left = shapes.left[shape]
        if left & ~shapes.left[root] != NOTHING:
            continue
        if popcount(left) >= least:
            break
        for place in range(len(pyramid)):
            leaving[place] = 0 if holds(left, place) else pyramid[place]
        made = pairing(leaving, outside, below, False, trial)
        cards = popcount(left) + (_outside_left(leaving, outside, made) if whole else 0)
        if made != CANNOT and cards < least:
            least, stays, pairs = cards, shape, made
            chosen[:] = trial
    return least, stays, pairs


@kernel
def _outside_left(leaving: NDArray[np.int8], outside: NDArray[np.int8], pairs: int) -> int:
    """Return how many cards of stock and waste stay when these cards of the pyramid leave."""
    partners = -2 * pairs
    for value in leaving:
        partners += 0 < value < KING
    return int(outside[1:KING].sum()) - partners
