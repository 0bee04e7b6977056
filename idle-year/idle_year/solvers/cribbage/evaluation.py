"""Static evaluation: an n-tuple network (Lucas 2008) that estimates the points of the next deals.

The value of a row is a sum of table entries: one for the last three piles, one for the three piles a place
further left, and so on. An entry depends on three ranks and on which suits are equal; self-play trained them.
"""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.cribbage.moves import NEAR, TOTAL, card_at
from idle_year.solvers.jit import kernel

SHAPES = 1 << 15
"""The number of shapes that three piles can have, as they are numbered."""
FILE = Path(__file__).with_name("values.npy")
_HORIZON = 6
"""With fewer cards left than this, not all of a row's value will be realized."""


@functools.cache
def learned_values() -> NDArray[np.float32]:
    """Load the weights: `[table, shape]`, in points."""
    tables: NDArray[np.float16] = np.load(FILE)
    return tables.astype(np.float32)


@kernel
def shape(near: int, place: int) -> int:
    """Return the number of the three piles starting at a place: their ranks, and which suits are equal."""
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
    """Return what fraction of its value a row keeps, 0 to 1, with `left` cards left."""
    return min(1.0, left / _HORIZON)


@kernel
def greedy_end(ends: NDArray[np.int64], count: int, part: float, values: NDArray[np.float32]) -> int:
    """Return the end of a turn with the most points plus `part` of its value, 0 to 1: the greedy policy."""
    best, most = 0, -1e9
    for number in range(count):
        worth = ends[number, TOTAL] + part * evaluate(ends[number, NEAR], values)
        if worth > most:
            best, most = number, worth
    return best
