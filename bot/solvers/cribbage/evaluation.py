"""Static evaluation: an n-tuple network (Lucas 2008) that estimates the points of the next deals.

The value of a row is a sum of numbers from tables: one for the last three piles, one for those a place
further left, and so on. A table knows three ranks and which suits are alike; self-play trained it.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.cribbage.moves import NEAR, TOTAL
from bot.solvers.cribbage.state import card_at
from bot.solvers.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHAPES = 1 << 15
"""How many shapes three piles can have, as they are numbered."""
FILE = Path(__file__).with_name("values.npy")
_HORIZON = 6
"""With fewer cards left than this, not all of the value of a row will come."""


@functools.cache
def learned_values() -> NDArray[np.float32]:
    """Load the weights: `[table, shape]`, in points."""
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
def evaluate(near: int, values: NDArray[np.float32]) -> float:
    """Return the value of a row, in points, when many cards are left."""
    worth = 0.0
    for place in range(len(values)):
        worth += values[place, shape(near, place)]
    return worth


@kernel
def horizon_weight(left: int) -> float:
    """Return which part of its value a row keeps, 0 to 1, with so many cards left."""
    return min(1.0, left / _HORIZON)


@kernel
def greedy_end(ends: NDArray[np.int64], count: int, part: float, values: NDArray[np.float32]) -> int:
    """Return which end of a turn has the most points and such a part of its value: the greedy policy."""
    best, most = 0, -1e9
    for number in range(count):
        worth = ends[number, TOTAL] + part * evaluate(ends[number, NEAR], values)
        if worth > most:
            best, most = number, worth
    return best
