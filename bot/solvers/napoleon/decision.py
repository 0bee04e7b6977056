"""Move decision in one kernel: macro moves are generated, then compared by sequential halving."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.napoleon.bucket_queue import new_queue
from bot.solvers.napoleon.evaluation import player_weights
from bot.solvers.napoleon.macro_moves import (
    MACRO,
    MACROS,
    MOST_MOVES,
    MOVE,
    list_moves,
    make_macros,
    reconstruct,
)
from bot.solvers.napoleon.sequential_halving import compare

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.napoleon.bucket_queue import Queue

_ROOM = 1000
"""Tables that a search for macros has room for."""
_NODES, _NODES_AT_THE_END = 200, 2000
"""Tables that are expanded for the macros of a move; the second where no stock is left."""
_NODES_IN_ROLLOUT = 60
"""The same between two cards of a rollout."""
_ROLLOUT_NODES = 40_000
"""The same in all rollouts of a decision together."""
_FOR_ONE_MACRO = 6
"""By what it is divided where there is but one macro."""


class SearchState(NamedTuple):
    """What the search for macros works on, and what came of it."""

    queue: Queue
    transposition: NDArray[np.uint64]
    """(2048,): hashes of tables that were visited."""
    weights: NDArray[np.float64]
    """(3, 9): the weights of the evaluation."""
    moves: NDArray[np.void]
    """(MOST_MOVES,): the legal moves, and their macros."""
    macros: NDArray[np.void]
    """(MOST_MOVES x MACROS,): the macros, and how games went on from there."""
    rollout_nodes: int
    """How many tables may be expanded in all rollouts of a decision."""


def new_search_state(rollout_nodes: int = _ROLLOUT_NODES) -> SearchState:
    """Make room for decisions."""
    return SearchState(
        new_queue(_ROOM),
        np.zeros(2048, np.uint64),
        player_weights(),
        np.zeros(MOST_MOVES, MOVE),
        np.zeros(MOST_MOVES * MACROS, MACRO),
        rollout_nodes,
    )


@kernel
def decide(search: SearchState, table: NDArray[np.int8], unseen: NDArray[np.int8], left: int) -> int:
    """Weigh every legal move; return the best macro, or -1 where there is no move.

    `unseen` are the cards, sorted by face, of which `left` are the stock.
    """
    (slots, chains), seen, weights = search.queue, search.transposition, search.weights
    moves = search.moves[: list_moves(table, search.moves, left > 0)]
    if len(moves) == 0:
        return -1
    count = make_macros(slots, chains, seen, weights, table, moves, search.macros, _node_limit(left))
    rollout_nodes = search.rollout_nodes if count > 1 else search.rollout_nodes // _FOR_ONE_MACRO
    macros, order = search.macros[:count], unseen.copy()
    return compare(slots, chains, seen, weights, macros, order, left, _NODES_IN_ROLLOUT, rollout_nodes)


@kernel
def moves_to_macro(
    search: SearchState, table: NDArray[np.int8], move: int, macro: int, left: int
) -> NDArray[np.int64]:
    """Return the moves after one of those that were weighed, by number, which lead to a macro, (n, 2)."""
    steps = np.empty((_ROOM, 2), np.int64)
    count = reconstruct(
        search.queue.slots,
        search.queue.chains,
        search.transposition,
        search.weights,
        table,
        search.moves[move],
        search.macros[macro],
        _node_limit(left),
        steps,
    )
    return steps[:count]


@kernel
def _node_limit(left: int) -> int:
    return _NODES if left else _NODES_AT_THE_END
