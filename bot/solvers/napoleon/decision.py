"""A decision of the fair player, in one kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.napoleon.bucket_queue import new_queue
from bot.solvers.napoleon.evaluation_weights import fair_weights
from bot.solvers.napoleon.macro_moves import MOST_MOVES, MOVE, PLAN, PLANS, list_moves, make_plans, retrace
from bot.solvers.napoleon.sequential_halving import compare

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.napoleon.bucket_queue import Queue

_ROOM = 1000
"""Tables that are looked at for one plan, at most."""
_LOOK, _LOOK_LONG = 200, 2000
"""Tables that are played on for the plans of a move; the second where no stock is left."""
_LOOK_IN_GAMES = 60
"""The same between two cards of a game that is played out."""
_EFFORT = 40_000
"""The same in all games together that are played out for a decision."""
_FOR_ONE_PLAN = 6
"""By how much less it is where there is but one plan."""


class Desk(NamedTuple):
    """Room for a decision, and what came of it."""

    queue: Queue
    seen: NDArray[np.uint64]
    """(2048,): hashes of tables that were met."""
    weights: NDArray[np.float64]
    """(3, 9): the weights of the cost."""
    moves: NDArray[np.void]
    """(MOST_MOVES,): the legal moves, and their plans."""
    plans: NDArray[np.void]
    """(MOST_MOVES x PLANS,): the plans, and how games went on from there."""
    effort: int
    """How many tables may be played on in all games of a decision."""


def new_desk(effort: int = _EFFORT) -> Desk:
    """Make room for decisions."""
    return Desk(
        new_queue(_ROOM),
        np.zeros(2048, np.uint64),
        fair_weights(),
        np.zeros(MOST_MOVES, MOVE),
        np.zeros(MOST_MOVES * PLANS, PLAN),
        effort,
    )


@kernel
def decide(desk: Desk, table: NDArray[np.int8], unseen: NDArray[np.int8], left: int) -> int:
    """Weigh every legal move; return the best plan, or -1 where there is no move.

    `unseen` are the cards, sorted by face, of which `left` are the stock.
    """
    slots, chains, seen, weights = desk.queue.slots, desk.queue.chains, desk.seen, desk.weights
    moves = desk.moves[: list_moves(table, desk.moves, left > 0)]
    if len(moves) == 0:
        return -1
    count = make_plans(slots, chains, seen, weights, table, moves, desk.plans, _look(left))
    effort = desk.effort if count > 1 else desk.effort // _FOR_ONE_PLAN
    plans, order = desk.plans[:count], unseen.copy()
    return compare(slots, chains, seen, weights, plans, order, left, _LOOK_IN_GAMES, effort)


@kernel
def way_to(desk: Desk, table: NDArray[np.int8], move: int, plan: int, left: int) -> NDArray[np.int64]:
    """Return the moves after one of those that were weighed, by number, which lead to a plan, (n, 2)."""
    steps = np.empty((_ROOM, 2), np.int64)
    count = retrace(
        desk.queue.slots,
        desk.queue.chains,
        desk.seen,
        desk.weights,
        table,
        desk.moves[move],
        desk.plans[plan],
        _look(left),
        steps,
    )
    return steps[:count]


@kernel
def _look(left: int) -> int:
    return _LOOK if left else _LOOK_LONG
