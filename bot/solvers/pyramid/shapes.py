"""Enumeration of the order ideals of the pyramid: its 1,430 shapes, as bit boards and a transition table.

A shape is a set of places in which no card is gone from under another. Shapes are numbered by size, so that 0
is the empty pyramid and any removal leads to a lower number.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.engine.positions.pyramid import COVERED_BY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

PLACES = len(COVERED_BY)
SHAPES = 1430
"""The number of shapes (the eighth Catalan number)."""
ROW, ROW_AND_ONE = np.uint64(7), np.uint64(8)
"""On the grid, the two cards covering a place are offset by this many bits."""
GRID = np.array([7 * row + column for row in range(7) for column in range(row + 1)], np.uint64)
"""The bit of each place if every row has seven."""


class Shapes(NamedTuple):
    """The properties of each shape by number; sets of places are masks, bit p for place p."""

    left: NDArray[np.uint64]
    """The places that hold a card."""
    free: NDArray[np.uint64]
    """Those of them that no card covers."""
    after: NDArray[np.int16]
    """`after[shape, place]`: the shape once the card of a free place has left."""
    grid: NDArray[np.uint64]
    """The places that hold a card, as bits of the grid."""


@functools.cache
def shapes() -> Shapes:
    """Return the one table of shapes."""
    masks = _all_masks()
    number = {mask: shape for shape, mask in enumerate(masks)}
    after = np.zeros((SHAPES, PLACES), np.int16)
    for shape, mask in enumerate(masks):
        for place in _free(mask):
            after[shape, place] = number[mask & ~(1 << place)]
    free = [sum(1 << place for place in _free(mask)) for mask in masks]
    return Shapes(np.array(masks, np.uint64), np.array(free, np.uint64), after, _on_grid(masks))


@functools.cache
def covers() -> NDArray[np.uint64]:
    """Return for each place the places that must be clear before it is free, as masks."""
    below = [0] * PLACES
    for place in reversed(range(PLACES)):
        for other in COVERED_BY[place]:
            below[place] |= below[other] | 1 << other
    return np.array(below, np.uint64)


def shape_of(filled: Sequence[bool]) -> int:
    """Return the number of the shape in which these places are filled."""
    return _numbers()[sum(1 << place for place, holds in enumerate(filled) if holds)]


@functools.cache
def _numbers() -> dict[int, int]:
    return {int(mask): shape for shape, mask in enumerate(shapes().left)}


def _all_masks() -> list[int]:
    full = (1 << PLACES) - 1
    seen, waiting = {full}, [full]
    while waiting:
        mask = waiting.pop()
        smaller = {mask & ~(1 << place) for place in _free(mask)} - seen
        seen |= smaller
        waiting += smaller
    return sorted(seen, key=lambda mask: (mask.bit_count(), mask))


def _on_grid(masks: list[int]) -> NDArray[np.uint64]:
    return np.array(
        [sum(1 << int(GRID[place]) for place in range(PLACES) if mask >> place & 1) for mask in masks],
        np.uint64,
    )


def _free(mask: int) -> list[int]:
    return [
        place
        for place in range(PLACES)
        if mask >> place & 1 and not any(mask >> other & 1 for other in COVERED_BY[place])
    ]
