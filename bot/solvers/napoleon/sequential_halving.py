"""A decision in one kernel: macro moves, compared by sequential halving with common random numbers.

The arms are macros, and a pull is a rollout; all arms meet the same orders of the stock. A rollout is
truncated: best-first search for the cheapest table, then turn a card, and so on. A game that is not over
after a few turns is valued by a network: longer rollouts are not worth their cost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.engine.positions.napoleon import CARDS
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import random, shuffle
from bot.solvers.kernels.sequential_halving import halve, rounds_for
from bot.solvers.napoleon.best_first import ROOM, Workspace, best_first_search, new_workspace, play_greedily
from bot.solvers.napoleon.bucket_queue import Record
from bot.solvers.napoleon.macro_moves import MACRO, MACROS, make_macros, reset, trace
from bot.solvers.napoleon.moves import DEALT, carry, turn
from bot.solvers.napoleon.state import FACE, UP
from bot.solvers.napoleon.value_network import FEATURES, describe, estimate, learned_network

_MACRO_NODES, _MACRO_NODES_AT_THE_END = 800, 5000
"""Tables expanded to find the macros; the second if no stock is left."""
_NODES_AFTER_A_MOVE, _PULLS = 150, 8
"""Tables expanded after a move that begins no macro, and how many rollouts it gets."""
_ROLLOUT_NODES = 40_000
"""Tables expanded in all rollouts of a decision together."""
_TURNS = 8
"""Cards of the stock after which a rollout ends, if more than a few are left."""
_FEW = 4
_TURN_NODES, _LAST_TURN_NODES = 150, 5000
"""Tables expanded between two cards of a rollout; the second after the last card."""
_WIN, _MEASURE = 0.7, 0.3
"""The weight of a win, and the maximum weight of how far a game gets, lost or won."""


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


class _Value(NamedTuple):
    """The result of a rollout."""

    nodes: int
    """How many tables it expanded."""
    wins: float
    """The chance of winning, 0 to 1."""
    measure: float
    """How far the game got, 0 to 1; an estimate if it was not played out."""


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
    return int(_rank(search, count, unseen, left)[0]) if count > 1 else 0


@kernel
def rank_macros(
    search: SearchState, table: NDArray[np.int8], unseen: NDArray[np.int8], left: int
) -> NDArray[np.int64]:
    """Return all macros, best first; each has been rolled out."""
    return _rank(search, _make_macros(search, table, left), unseen, left)


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
    chance = _seed_of_unseen(unseen, left)
    for _ in range(_PULLS if len(unseen) > 1 else 1):
        chance = shuffle(order, chance)
        _pull(search.space, search.network, search.alone[0], order, left)


@kernel
def _make_macros(search: SearchState, table: NDArray[np.int8], left: int) -> int:
    return make_macros(search.space, table, search.macros, _node_limit(left))


@kernel
def _rank(search: SearchState, count: int, unseen: NDArray[np.int8], left: int) -> NDArray[np.int64]:
    macros, nodes = search.macros[:count], search.rollout_nodes
    return _compare(search.space, search.network, macros, unseen.copy(), left, nodes)


@kernel
def _node_limit(left: int) -> int:
    return _MACRO_NODES if left else _MACRO_NODES_AT_THE_END


@kernel
def _compare(
    space: Workspace,
    network: NDArray[np.float32],
    macros: NDArray[np.void],
    unseen: NDArray[np.int8],
    left: int,
    nodes: int,
) -> NDArray[np.int64]:
    """Roll out games from all macros; return their order, best first.

    `unseen` are the cards of which `left` are the stock; they are shuffled. All games together expand about
    `nodes` tables.
    """
    chance = _seed_of_unseen(unseen, left)
    alive = len(macros)
    order, worths, rounds = np.arange(alive), np.empty(alive), rounds_for(alive)
    for _ in range(rounds):
        played = 0
        while played < nodes // rounds:
            chance = shuffle(unseen, chance)
            for macro in order[:alive]:
                played += 1 + _pull(space, network, macros[macro], unseen, left)
            if len(unseen) <= 1:
                break  # all games would be the same
        for macro in order[:alive]:
            worths[macro] = macros[macro].worth / macros[macro].runs
        alive = halve(order, alive, worths)
    return order


@kernel
def _pull(
    space: Workspace,
    network: NDArray[np.float32],
    macro: Record,
    unseen: NDArray[np.int8],
    left: int,
) -> int:
    """Roll out one game from a macro, record the result, and return how many tables it expanded."""
    table = macro.table.copy()
    value = _roll_out(space, network, table, unseen, left)
    macro.runs += 1
    macro.wins += value.wins
    macro.worth += _WIN * value.wins + _MEASURE * value.measure
    return value.nodes


@kernel
def _seed_of_unseen(unseen: NDArray[np.int8], left: int) -> np.uint64:
    """Return the seed for what may be known of the stock."""
    total = random(np.uint64(left))
    for card in unseen:
        total += random(np.uint64(card & FACE))
    return total


@kernel
def _roll_out(
    space: Workspace,
    network: NDArray[np.float32],
    table: NDArray[np.int8],
    unseen: NDArray[np.int8],
    left: int,
) -> _Value:
    """Play on in place, beginning with a card of the stock: the first `left` of the unseen cards."""
    nodes = 0
    if left == 0:
        nodes += play_greedily(space, table, _LAST_TURN_NODES)
    for turned in range(left):
        if turned == _TURNS and left - turned > _FEW:
            features = np.empty(FEATURES, np.float32)
            describe(table, unseen[turned:], features)
            wins, measure = estimate(features, network)
            return _Value(nodes, wins, measure)
        turn(table, unseen[turned])
        limit = _TURN_NODES if turned < left - 1 else _LAST_TURN_NODES
        nodes += play_greedily(space, table, limit)
    up = table[UP] / CARDS
    return _Value(nodes, 1.0 if table[UP] == CARDS else 0.0, up * up * up)
