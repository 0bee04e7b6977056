"""One decision: every legal move is weighed by the best quiescent row that it leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_compulsory.evaluation import evaluate
from bot.solvers.accordion_compulsory.expectimax import orders
from bot.solvers.accordion_compulsory.moves import DEALT, Game, Stock, shifted
from bot.solvers.accordion_compulsory.quiescent_rows import (
    LEFT_OUT,
    WIDEST,
    Workspace,
    find_quiescent,
    new_workspace,
)
from bot.solvers.accordion_compulsory.sequential_halving import (
    MOST,
    SAMPLES,
    WINS,
    WORTH,
    Candidates,
    compare,
    no_candidates,
)
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import keep, kept, key, lay

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.kernels.bit_planes import Planes

_NODES = 400
"""Rows examined to find the quiescent rows reachable after one move."""
_LONE = 20
"""The factor by which the work is cut if there is only one move to weigh."""


@kernel
def weigh_moves(
    game: Game,
    cards: NDArray[np.int8],
    used: int,
    moves: NDArray[np.int64],
    unseen: np.uint64,
    left: int,
    work: int,
) -> NDArray[np.float64]:
    """Return each move's sum of winning chances, its number of samples, and its worth, shape (moves, 3).

    If a chance is exact, samples is 0 and the chance replaces the sum. `moves` are DEALT, or
    4 x place + distance; `unseen` is a mask of cards of which `left` are in the stock; `work` is in nodes.
    """
    row, stock = lay(cards), Stock(unseen, left)
    candidates, space = no_candidates(), new_workspace(game)
    reached = np.zeros((len(moves), MOST), np.bool_)
    number = _gather(candidates, reached, row, used, moves, stock, space)
    if len(moves) == 1:
        work //= _LONE
    compare(candidates, number, stock, space, work, key(row) ^ unseen)
    weighed = np.zeros((len(moves), 3))
    found = np.zeros(len(moves), np.bool_)
    worth = np.inf
    for place in range(number):
        candidate = candidates.ranking[place]
        sums = candidates.sums[candidate]
        mean = sums[WORTH] / max(sums[SAMPLES], 1.0)
        # An arm eliminated early is worth no more than a survivor, even if its few samples went well.
        worth = min(worth, mean)
        for move in range(len(moves)):
            if reached[move, candidate] and not found[move]:
                found[move] = True
                weighed[move] = (sums[WINS], sums[SAMPLES], worth)
    if space.counters[LEFT_OUT]:
        _doubt(weighed, orders(stock))
    return weighed


@kernel
def _doubt(weighed: NDArray[np.float64], worked_out: int) -> None:
    """Turn exact chances into counts over the orders tried, since some continuations were left out.

    A win that was found stays certain.
    """
    for move in range(len(weighed)):
        if weighed[move, 0] < 1 and weighed[move, 1] == 0:
            weighed[move, 0] *= worked_out
            weighed[move, 1] = worked_out


@kernel
def _gather(
    candidates: Candidates,
    reached: NDArray[np.bool_],
    row: Planes,
    used: int,
    moves: NDArray[np.int64],
    stock: Stock,
    space: Workspace,
) -> int:
    """Write the quiescent rows that moves lead to, the best evaluated of each move; return their number.

    `reached[move, candidate]` says which moves lead to which candidates.
    """
    share, number = MOST // len(moves), 0
    found, evaluations = space.quiescent[0], np.empty(WIDEST)
    for move in range(len(moves)):
        rows = _quiescent_after(row, used, moves[move], stock.left, space, found)
        space.counters[LEFT_OUT] += rows > share
        for each in range(rows):
            evaluations[each] = evaluate(kept(found, each), stock)
        for _ in range(min(share, rows)):
            best = evaluations[:rows].argmax()
            evaluations[best] = -np.inf
            place = _place_of(candidates, number, found[best])
            reached[move, place] = True
            number = max(number, place + 1)
    return number


@kernel
def _quiescent_after(
    row: Planes, used: int, move: int, left: int, space: Workspace, found: NDArray[np.uint64]
) -> int:
    """Write the quiescent rows that a move leads to; a row about to be dealt onto is itself one."""
    if move == DEALT:
        keep(found, 0, row)
        return 1
    return find_quiescent(shifted(row, move >> 2, move & 3), 0, left, _NODES, space, found)


@kernel
def _place_of(candidates: Candidates, number: int, row: NDArray[np.uint64]) -> int:
    """Return the place of a row among the candidates, appending it if it is new."""
    for place in range(number):
        if (candidates.rows[place] == row).all():
            return place
    candidates.rows[number] = row
    return number
