"""Truncated rollout: best-first search for the cheapest table, then turn a card, and so on.

A game that is not over after a few turns is valued by a network: longer rollouts are not worth their cost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.engine.positions.napoleon import CARDS
from bot.solvers.jit import kernel
from bot.solvers.napoleon.best_first import play_greedily
from bot.solvers.napoleon.features import FEATURES, describe
from bot.solvers.napoleon.moves import turn
from bot.solvers.napoleon.state import UP
from bot.solvers.napoleon.value_network import estimate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.napoleon.best_first import Workspace

_TURNS = 8
"""Cards of the stock after which a rollout ends, if more than a few are left."""
_FEW = 4
_NODES, _NODES_AT_THE_END = 150, 5000
"""Tables expanded between two cards of a rollout; the second after the last card."""


class Value(NamedTuple):
    """The result of a rollout."""

    nodes: int
    """How many tables it expanded."""
    wins: float
    """The chance of winning, 0 to 1."""
    measure: float
    """How far the game got, 0 to 1; an estimate if it was not played out."""


@kernel
def roll_out(
    space: Workspace,
    network: NDArray[np.float32],
    table: NDArray[np.int8],
    unseen: NDArray[np.int8],
    left: int,
) -> Value:
    """Play on in place, beginning with a card of the stock: the first `left` of the unseen cards."""
    nodes = 0
    if left == 0:
        nodes += play_greedily(space, table, _NODES_AT_THE_END)
    for turned in range(left):
        if turned == _TURNS and left - turned > _FEW:
            features = np.empty(FEATURES, np.float32)
            describe(table, unseen[turned:], features)
            wins, measure = estimate(features, network)
            return Value(nodes, wins, measure)
        turn(table, unseen[turned])
        limit = _NODES if turned < left - 1 else _NODES_AT_THE_END
        nodes += play_greedily(space, table, limit)
    up = table[UP] / CARDS
    return Value(nodes, 1.0 if table[UP] == CARDS else 0.0, up * up * up)
