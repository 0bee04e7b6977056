"""The goal card of Accordion's Revenge, which must end on top: what would lose it.

It must not be covered. Nor may it come to one of the first two places while more than one other pile is left:
the pile to its right would have to leap over it, but there are no longer two piles to its left to land on; it
could only be covered, and would never go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import lowest_bit

if TYPE_CHECKING:
    from bot.solvers.kernels.bit_planes import Planes

_SAFE = 2
"""The leftmost place, counted from 0, where the goal card may wait."""


@kernel
def is_lost(row: Planes, card: int) -> bool:
    """Whether the goal card cannot end on top, as far as one sees at once."""
    goal = _where(row, card)
    return not goal or bool(lowest_bit(goal) < _SAFE and row[0] >> np.uint64(2))


@kernel
def keeping(row: Planes, card: int, moves: np.uint64, distance: int) -> np.uint64:
    """Return which moves of a mask (see `game.moves`), leftward and so far each, keep the goal card."""
    goal = _where(row, card)
    moves &= ~(goal << np.uint64(distance))
    place = lowest_bit(goal)
    if row[0] >> np.uint64(3):
        if place - distance < _SAFE:
            moves &= ~goal
        if place == _SAFE:
            # Whatever goes from the left of it lets it close up.
            moves &= ~(goal - np.uint64(1))
    return moves


@kernel
def _where(row: Planes, card: int) -> np.uint64:
    """Return the place of a card as a mask, empty where it is not on top of a pile."""
    filled, suits_1, suits_2, ranks_1, ranks_2, ranks_4, ranks_8 = row
    suit, rank = card // 13, card % 13
    other = (suits_1 ^ _spread(suit)) | (suits_2 ^ _spread(suit >> 1))
    other |= (ranks_1 ^ _spread(rank)) | (ranks_2 ^ _spread(rank >> 1))
    other |= (ranks_4 ^ _spread(rank >> 2)) | (ranks_8 ^ _spread(rank >> 3))
    return filled & ~other


@kernel
def _spread(number: int) -> np.uint64:
    """Return a plane that holds the lowest bit of a number at every place."""
    return np.uint64(0) - np.uint64(number & 1)
