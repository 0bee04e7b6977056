"""Candidates of a beam stage: transpositions merged in a hash table, then selected by the evaluation."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.cribbage.evaluation import evaluate, horizon_weight
from bot.solvers.cribbage.moves import COLUMNS, FAR, FRESH, NEAR, PATH, TOTAL, fresh_after_deal
from bot.solvers.cribbage.state import dealt
from bot.solvers.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

PARENT = COLUMNS
"""The column after those of an end: the row of the previous stage that this one comes from."""
_MIXER = 0x9E3779B97F4A7C15 >> 1  # odd, and as large as possible


@kernel
def add_candidate(
    candidates: NDArray[np.int64],
    count: int,
    slots: NDArray[np.int32],
    end: NDArray[np.int64],
    card: int,
    parent: int,
    every: bool,
) -> tuple[int, bool]:
    """Deal onto the end of a turn and add the row; return the number of rows, and whether there was room.

    `slots` is an open hash table of places among the candidates, -1 if free; its size is a power of 2. A row
    already present with the same points is not added again, and unless `every` score counts, neither is one
    with other points.
    """
    near, far = dealt(end[NEAR], end[FAR], card)
    fresh, points = fresh_after_deal(end[NEAR]), end[TOTAL]
    slot = _hash(near, far, points if every else 0) & (len(slots) - 1)
    while slots[slot] >= 0:
        row = candidates[slots[slot]]
        alike = row[NEAR] == near and row[FAR] == far and row[FRESH] == fresh
        if alike and (row[TOTAL] == points or not every):
            if row[TOTAL] < points:
                row[TOTAL], row[PATH], row[PARENT] = points, end[PATH], parent
            return count, True
        slot = (slot + 1) & (len(slots) - 1)
    if count == len(candidates):
        return count, False
    slots[slot] = count
    row = candidates[count]
    row[NEAR], row[FAR], row[FRESH] = near, far, fresh
    row[TOTAL], row[PATH], row[PARENT] = points, end[PATH], parent
    return count + 1, True


@kernel
def _hash(near: int, far: int, points: int) -> int:
    mixed = (near ^ (near >> 29) ^ (far * 31) ^ (points << 7)) * _MIXER
    return mixed >> 20


@kernel
def keep_best(
    candidates: NDArray[np.int64], count: int, rows: NDArray[np.int64], left: int, values: NDArray[np.float32]
) -> int:
    """Copy the best candidates to `rows`, as many as fit, and return their number."""
    if count <= len(rows):
        rows[:count] = candidates[:count]
        return count
    scores = np.empty(count, np.float64)
    for number in range(count):
        row = candidates[number]
        scores[number] = row[TOTAL] + horizon_weight(left) * evaluate(row[NEAR], values)
    bar = np.partition(scores, count - len(rows))[count - len(rows)]
    kept = _copy(candidates, scores > bar, rows, 0)
    return _copy(candidates, scores == bar, rows, kept)


@kernel
def _copy(
    candidates: NDArray[np.int64], chosen: NDArray[np.bool_], rows: NDArray[np.int64], kept: int
) -> int:
    """Append chosen rows to those kept, while there is room, and return how many are then kept."""
    for number in range(len(chosen)):
        if chosen[number] and kept < len(rows):
            rows[kept] = candidates[number]
            kept += 1
    return kept
