"""The shortest winning line, for measuring how short the others are; finding it takes time and memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from idle_year.solvers import lines
from idle_year.solvers.protocols import Budget
from idle_year.solvers.pyramid.deal_tables import root_from
from idle_year.solvers.pyramid.lines import moves_through
from idle_year.solvers.pyramid.rectangle_search import EXHAUSTED, GOAL, RUNNING, begin, frontier, search
from idle_year.solvers.pyramid.successors import settle

if TYPE_CHECKING:
    from idle_year.engine.games.pyramid import Pyramid
    from idle_year.engine.positions.pyramid import Triangle
    from idle_year.engine.rules import Move
    from idle_year.solvers.protocols import Limit

STATES = 1 << 20
"""As many as fit into 28 MB: enough for 199 deals of 200."""


def shortest_line(
    rules: Pyramid, state: Triangle, limit: Limit, states: int = STATES
) -> tuple[Move, ...] | None:
    """Return a shortest line; None if there is none, or not enough time or memory.

    All cards of the state must be known, and stock and waste may hold at most DECK.
    """
    front, root, budget, result = frontier(states), root_from(rules, state), Budget(limit), RUNNING
    begin(front, root.deal, np.uint64(settle(root.deal, root.key, root.deal.whole)))
    for nodes in budget.slices(2000):
        result = search(front, root.deal, root.lap, nodes)
        if result != RUNNING:
            break
    keys, goal = [], int(front.counters[GOAL]) if result == EXHAUSTED else -1
    while goal >= 0:
        keys.append(front.keys[goal])
        goal = int(front.parents[goal])
    return lines.won(rules, state, moves_through(state, keys[::-1]), budget.used).line if keys else None
