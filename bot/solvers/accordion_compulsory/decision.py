"""Every legal move weighed by the best of the rests that it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_compulsory.evaluation import promise
from bot.solvers.accordion_compulsory.expectimax import orders
from bot.solvers.accordion_compulsory.moves import DEALT, Law, shifted
from bot.solvers.accordion_compulsory.quiescent_rows import LEFT_OUT, WIDEST, Desk, desk, find_rests
from bot.solvers.accordion_compulsory.sequential_halving import (
    CANDIDATES,
    GAMES,
    WINS,
    WORTH,
    Choice,
    decide,
    no_choice,
)
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import keep, kept, key, lay

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.kernels.bit_planes import Planes

_LOOKED = 400
"""Rows that are looked at for the rests that one move leads to."""
_LONE = 20
"""How much less work is put into weighing a move when there is no other to choose."""


@kernel
def weigh_moves(
    law: Law,
    cards: NDArray[np.int8],
    used: int,
    moves: NDArray[np.int64],
    unseen: np.uint64,
    left: int,
    work: int,
) -> NDArray[np.float64]:
    """Return the sum of chances to win, over how many games, and the worth of every legal move, (moves, 3).

    Where a chance is exact, the games are 0 and it stands in place of the sum. `moves` are written as the
    hunt does: DEALT, or 4 x place + distance.
    """
    row = lay(cards)
    choice, here = no_choice(), desk()
    reached = np.zeros((len(moves), CANDIDATES), np.bool_)
    number = _gather(choice, reached, row, used, moves, unseen, left, law, here)
    if len(moves) == 1:
        work //= _LONE
    decide(choice, number, unseen, left, law, here, work, key(row) ^ unseen)
    weighed = np.zeros((len(moves), 3))
    found = np.zeros(len(moves), np.bool_)
    worth = np.inf
    for place in range(number):
        rest = choice.ranking[place]
        sums = choice.sums[rest]
        mean = sums[WORTH] / max(sums[GAMES], 1.0)
        # What went in an early round is worth no more than what stayed, even if its few games went well.
        worth = min(worth, mean)
        for move in range(len(moves)):
            if reached[move, rest] and not found[move]:
                found[move] = True
                weighed[move] = (sums[WINS], sums[GAMES], worth)
    if here.work[LEFT_OUT]:
        _doubt(weighed, orders(unseen, left))
    return weighed


@kernel
def _doubt(weighed: NDArray[np.float64], worked_out: int) -> None:
    """Make exact chances into counts over the orders worked out: there are ways to go on that were left out.

    A win that was found stays certain.
    """
    for move in range(len(weighed)):
        if weighed[move, 0] < 1 and weighed[move, 1] == 0:
            weighed[move, 0] *= worked_out
            weighed[move, 1] = worked_out


@kernel
def _gather(
    choice: Choice,
    reached: NDArray[np.bool_],
    row: Planes,
    used: int,
    moves: NDArray[np.int64],
    unseen: np.uint64,
    left: int,
    law: Law,
    desk: Desk,
) -> int:
    """Write the rests that moves lead to, the most promising of each move; return how many.

    `reached[move, candidate]` tells which moves lead to which.
    """
    share, number = CANDIDATES // len(moves), 0
    found, promises = desk.rests[0], np.empty(WIDEST)
    for move in range(len(moves)):
        rests = _rests_after(row, used, moves[move], left, law, desk, found)
        desk.work[LEFT_OUT] += rests > share
        for rest in range(rests):
            promises[rest] = promise(kept(found, rest), unseen, left)
        for _ in range(min(share, rests)):
            best = promises[:rests].argmax()
            promises[best] = -np.inf
            place = _place_of(choice, number, found[best])
            reached[move, place] = True
            number = max(number, place + 1)
    return number


@kernel
def _rests_after(
    row: Planes, used: int, move: int, left: int, law: Law, desk: Desk, found: NDArray[np.uint64]
) -> int:
    """Write the rests that a move leads to; to deal is to rest where one is."""
    if move == DEALT:
        keep(found, 0, row)
        return 1
    return find_rests(shifted(row, move >> 2, move & 3), 0, left, law, _LOOKED, desk, found)


@kernel
def _place_of(choice: Choice, number: int, rest: NDArray[np.uint64]) -> int:
    """Return the place of a rest among the candidates; it is written behind them if it is new."""
    for place in range(number):
        if (choice.rests[place] == rest).all():
            return place
    choice.rests[number] = rest
    return number
