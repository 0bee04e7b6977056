"""Truncated rollout: best-first search for the table that costs least, then turn a card, and so on.

A game that is not over after a few turns is valued by a network: longer rollouts cost more than they tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.engine.states.napoleon import CARDS
from bot.solvers.jit import kernel
from bot.solvers.napoleon.bucket_queue import NONE, cheapest, clear, take
from bot.solvers.napoleon.expand import add_root, expand
from bot.solvers.napoleon.features import FEATURES, describe
from bot.solvers.napoleon.moves import turn
from bot.solvers.napoleon.state import UP
from bot.solvers.napoleon.value_network import estimate

if TYPE_CHECKING:
    from numpy.typing import NDArray

_TURNS = 8
"""After how many cards of the stock a rollout ends, if more than a few are left."""
_FEW = 4
_NODES, _NODES_AT_THE_END = 150, 5000
"""Tables that are expanded between two cards of a rollout; the second after the last card."""


class Value(NamedTuple):
    """What a rollout came to."""

    nodes: int
    """How many tables it expanded."""
    wins: float
    """The chance to win, 0 to 1."""
    measure: float
    """How far the game came, 0 to 1; what is expected of it, where it was not played out."""


@kernel
def roll_out(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    network: NDArray[np.float32],
    table: NDArray[np.int8],
    unseen: NDArray[np.int8],
    left: int,
) -> Value:
    """Play on, in place, beginning with a card of the stock: the first `left` of those that are unseen."""
    nodes = 0
    if left == 0:
        nodes += play_greedily(slots, chains, transposition, weights, table, _NODES_AT_THE_END)
    for turned in range(left):
        if turned == _TURNS and left - turned > _FEW:
            features = np.empty(FEATURES, np.float32)
            describe(table, unseen[turned:], features)
            wins, measure = estimate(features, network)
            return Value(nodes, wins, measure)
        turn(table, unseen[turned])
        limit = _NODES if turned < left - 1 else _NODES_AT_THE_END
        nodes += play_greedily(slots, chains, transposition, weights, table, limit)
    up = table[UP] / CARDS
    return Value(nodes, 1.0 if table[UP] == CARDS else 0.0, up * up * up)


@kernel
def play_greedily(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    table: NDArray[np.int8],
    nodes: int,
) -> int:
    """Play up to so many tables on without the stock; return how many, and leave the cheapest in `table`."""
    played = best_first_search(slots, chains, transposition, weights, table, nodes)
    table[:] = slots[cheapest(slots, chains)].table
    return played


@kernel
def best_first_search(
    slots: NDArray[np.void],
    chains: NDArray[np.int32],
    transposition: NDArray[np.uint64],
    weights: NDArray[np.float64],
    table: NDArray[np.int8],
    nodes: int,
) -> int:
    """Play up to so many tables on without the stock, until it is won; return how many."""
    clear(chains)
    transposition[:] = 0
    add_root(slots, chains, weights, table)
    played = 0
    while played < nodes:
        slot = take(slots, chains)
        if slot == NONE or slots[slot].table[UP] == CARDS:
            break
        expand(slots, chains, transposition, weights, 0, slot)
        played += 1
    return played
