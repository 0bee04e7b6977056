"""Move decision in one kernel: macro moves are generated, then compared by sequential halving."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import shuffle
from bot.solvers.napoleon.best_first import ROOM, Workspace, best_first_search, new_workspace, play_greedily
from bot.solvers.napoleon.expand import DEALT
from bot.solvers.napoleon.macro_moves import MACRO, MACROS, make_macros, reset, trace
from bot.solvers.napoleon.moves import carry
from bot.solvers.napoleon.sequential_halving import compare, pull, seed_of_unseen
from bot.solvers.napoleon.value_network import learned_network

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NODES, _NODES_AT_THE_END = 800, 5000
"""Tables expanded to find the macros; the second if no stock is left."""
_NODES_AFTER_A_MOVE, _PULLS = 150, 8
"""Tables expanded after a move that begins no macro, and how many rollouts it gets."""
_ROLLOUT_NODES = 40_000
"""Tables expanded in all rollouts of a decision together."""


class SearchState(NamedTuple):
    """The work space of the search for macros, and its results."""

    space: Workspace
    network: NDArray[np.float32]
    """(n,): the weights of the value network."""
    macros: NDArray[np.void]
    """(MACROS,): the macros and the results of their rollouts."""
    alone: NDArray[np.void]
    """(1,): the table after a move that begins no macro, and the results of its rollouts."""
    rollout_nodes: int
    """How many tables may be expanded in all rollouts of a decision."""


def new_search_state(rollout_nodes: int = _ROLLOUT_NODES) -> SearchState:
    """Allocate the state for decisions."""
    return SearchState(
        new_workspace(),
        learned_network(),
        np.zeros(MACROS, MACRO),
        np.zeros(1, MACRO),
        rollout_nodes,
    )


@kernel
def decide(search: SearchState, table: NDArray[np.int8], unseen: NDArray[np.int8], left: int) -> int:
    """Return the best macro; the table itself is one, meaning to turn a card at once.

    `unseen` are the cards, sorted by face, of which `left` are the stock.
    """
    count = _make_macros(search, table, left)
    return int(_compare(search, count, unseen, left)[0]) if count > 1 else 0


@kernel
def rank_macros(
    search: SearchState, table: NDArray[np.int8], unseen: NDArray[np.int8], left: int
) -> NDArray[np.int64]:
    """Return all macros, best first; each has been rolled out."""
    return _compare(search, _make_macros(search, table, left), unseen, left)


@kernel
def steps_to_macro(search: SearchState, table: NDArray[np.int8], macro: int, left: int) -> NDArray[np.int64]:
    """Return the moves that lead from a table to one of the macros just ranked, (n, 2)."""
    steps = np.empty((ROOM, 2), np.int64)
    best_first_search(search.space, table, _node_limit(left))
    return steps[: trace(search.space.queue.slots, search.macros[macro].slot, steps)]


@kernel
def weigh_move(
    search: SearchState,
    table: NDArray[np.int8],
    unseen: NDArray[np.int8],
    left: int,
    source: int,
    target: int,
) -> None:
    """Roll out a few times from the best table after a move; the results go into `search.alone`."""
    after, order = table.copy(), unseen.copy()
    if target != DEALT:
        carry(after, source, target)
        play_greedily(search.space, after, _NODES_AFTER_A_MOVE)
    reset(search.alone[0], after)
    chance = seed_of_unseen(unseen, left)
    for _ in range(_PULLS if len(unseen) > 1 else 1):
        chance = shuffle(order, chance)
        pull(search.space, search.network, search.alone[0], order, left)


@kernel
def _make_macros(search: SearchState, table: NDArray[np.int8], left: int) -> int:
    return make_macros(search.space, table, search.macros, _node_limit(left))


@kernel
def _compare(search: SearchState, count: int, unseen: NDArray[np.int8], left: int) -> NDArray[np.int64]:
    macros, nodes = search.macros[:count], search.rollout_nodes
    return compare(search.space, search.network, macros, unseen.copy(), left, nodes)


@kernel
def _node_limit(left: int) -> int:
    return _NODES if left else _NODES_AT_THE_END
