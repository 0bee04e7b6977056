"""Rests: the rows that a card may be dealt from, and every row when the stock is empty and nothing moves.

Between two deals nothing is hidden: so to choose a move is to choose a rest that can be reached.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.accordion_compulsory.moves import (
    NOTHING,
    Law,
    may_deal,
    next_shift,
    shifted,
    slides_and_leaps,
)
from bot.solvers.accordion_compulsory.transposition import first_met
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import LONGEST, PLANES, keep, kept, key

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.kernels.bit_planes import Planes

WIDEST = 64
"""Rests that are told apart at most."""
LOOKED, LEFT_OUT = range(2)
"""What is counted of the work."""
_LEVELS = 9
_MET = 512


class Desk(NamedTuple):
    """Where kernels work: one for each call, 40 kB."""

    rows: NDArray[np.uint64]
    """The rows on the way to the one that is looked at, shape (LONGEST, PLANES)."""
    open: NDArray[np.uint64]
    """Their slides and leaps that were not tried yet, shape (LONGEST, 2)."""
    met: NDArray[np.uint64]
    """The keys of the rows that were looked at."""
    rests: NDArray[np.uint64]
    """The rests that were found, one level for every depth of an ending; shape (levels, WIDEST, PLANES)."""
    work: NDArray[np.int64]
    """How many rows were looked at so far, by which work is shared out; and how often rests were left out."""


@kernel
def desk() -> Desk:
    """Return an empty desk."""
    return Desk(
        np.zeros((LONGEST, PLANES), np.uint64),
        np.zeros((LONGEST, 2), np.uint64),
        np.zeros(_MET, np.uint64),
        np.zeros((_LEVELS, WIDEST, PLANES), np.uint64),
        np.zeros(2, np.int64),
    )


@kernel
def find_rests(
    row: Planes, used: int, left: int, law: Law, most: int, desk: Desk, found: NDArray[np.uint64]
) -> int:
    """Write the rests that moves lead to from a row into an array of shape (WIDEST, PLANES); return how many.

    `used` is 1 where the grace is, `left` counts the cards in the stock. When `most` rows were looked at, it
    is left at what was found, if anything was.
    """
    slides, leaps = slides_and_leaps(row, law)
    desk.work[LOOKED] += 1
    if slides | leaps == NOTHING:
        keep(found, 0, row)
        return 1
    desk.met[:] = NOTHING
    rests = _note(row, slides | leaps, used, left, law, found, 0)
    _push(desk, 0, row, slides, leaps)
    depth, looked = 0, 1
    while depth >= 0 and rests < len(found) and (looked < most or rests == 0):
        source, distance = next_shift(desk.open[depth])
        if distance == 0:
            depth -= 1
            continue
        row = shifted(kept(desk.rows, depth), source, distance)
        if first_met(desk.met, key(row)):
            slides, leaps = slides_and_leaps(row, law)
            rests = _note(row, slides | leaps, 0, left, law, found, rests)
            depth, looked = depth + 1, looked + 1
            _push(desk, depth, row, slides, leaps)
    desk.work[LOOKED] += looked - 1
    desk.work[LEFT_OUT] += depth >= 0
    return rests


@kernel
def _push(desk: Desk, depth: int, row: Planes, slides: np.uint64, leaps: np.uint64) -> None:
    keep(desk.rows, depth, row)
    desk.open[depth, 0], desk.open[depth, 1] = slides, leaps


@kernel
def _note(
    row: Planes, shifts: np.uint64, used: int, left: int, law: Law, found: NDArray[np.uint64], rests: int
) -> int:
    """Write a row if it is a rest; return how many there are now."""
    if shifts == NOTHING or (left > 0 and may_deal(law, shifts, used)):
        keep(found, rests, row)
        return rests + 1
    return rests
