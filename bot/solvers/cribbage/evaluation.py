"""What the end of a row promises: points over the next deals, as self-play has taught.

The value of a row is a sum of numbers from tables: one for the last three piles, one for those a place
further left, and so on (an n-tuple network; Lucas 2008). A table knows three ranks and which suits are alike.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.cribbage.moves import NEAR, TOTAL
from bot.solvers.cribbage.row_tail import card_at
from bot.solvers.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHAPES = 1 << 15
"""How many shapes three piles can have, as they are numbered."""
FILE = Path(__file__).with_name("values.npy")
_FADING = 6
"""With fewer cards left than this, what a row promises will not all come."""


@functools.cache
def learned() -> NDArray[np.float32]:
    """Load the tables: `[table, shape]`, in points."""
    tables: NDArray[np.float16] = np.load(FILE)
    return tables.astype(np.float32)


@kernel
def shape(near: int, place: int) -> int:
    """Return the number of the three piles from a place on: their ranks, and which suits are alike."""
    one, two, three = card_at(near, place), card_at(near, place + 1), card_at(near, place + 2)
    number = one & 15 | (two & 15) << 4 | (three & 15) << 8
    if one >> 4 == two >> 4:
        number |= 1 << 12
    if two >> 4 == three >> 4:
        number |= 1 << 13
    if one >> 4 == three >> 4:
        number |= 1 << 14
    return number


@kernel
def value(near: int, values: NDArray[np.float32]) -> float:
    """Return what a row promises, in points, when many cards are left."""
    worth = 0.0
    for place in range(len(values)):
        worth += values[place, shape(near, place)]
    return worth


@kernel
def weight(left: int) -> float:
    """Return which part of its promise a row still keeps with so many cards left."""
    return min(1.0, left / _FADING)


@kernel
def best_end(ends: NDArray[np.int64], count: int, part: float, values: NDArray[np.float32]) -> int:
    """Return which end of a turn has the most points with that part of what it promises."""
    best, most = 0, -1e9
    for number in range(count):
        worth = ends[number, TOTAL] + part * value(ends[number, NEAR], values)
        if worth > most:
            best, most = number, worth
    return best
