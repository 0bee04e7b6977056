"""Pyramid: a pairing argument if passes are unlimited, else rectangle search and branch and bound.

`state` is a game in one word, and `pairing` the argument. `deal_tables`, `successors` and `lower_bound` serve
both searches, `rectangle_search` for short lines and `branch_and_bound` for the best end, and `lines` turns
their results into moves. `solver` chooses among them, `player` plays when the stock lies face down, and
`branch_and_bound` counts whole deals too.
"""

from __future__ import annotations

from typing import TypeGuard

import numpy as np

from idle_year.engine.games.pyramid import DEALS, Pyramid
from idle_year.engine.rules import AnyRules
from idle_year.solvers.fair_play import AnyPlayer
from idle_year.solvers.protocols import AnySolver, Counted, Limit
from idle_year.solvers.pyramid.branch_and_bound import count_won, new_search
from idle_year.solvers.pyramid.deal_tables import deal_of
from idle_year.solvers.pyramid.player import PyramidPlayer
from idle_year.solvers.pyramid.solver import PyramidSolver
from idle_year.solvers.pyramid.state import DECK, MOST_TURNS, PLACES

_NODES = 2_000_000
"""Nodes after which the count of a survey gives a deal up; most are won within twenty."""
_REMEMBERED = 1 << 17


def solver_for(rules: AnyRules) -> AnySolver | None:
    """Return a solver for a game, or None if this package has none."""
    return PyramidSolver(rules) if _is_eligible(rules) else None


def player_for(rules: AnyRules) -> AnyPlayer | None:
    """Return a fair player for a game, or None if this package has none."""
    return PyramidPlayer(rules) if _is_eligible(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Count the winnable deals among `deals` of a survey, from number `first`; None for other games."""
    if not _is_eligible(rules):
        return None
    deal = deal_of(np.zeros(PLACES, np.int8), np.zeros(DECK, np.int8), 0, whole=rules.whole_pack)
    turns = -1 if rules.passes is None else rules.passes - 1
    return Counted(*count_won(deal, new_search(_REMEMBERED), turns, _NODES, np.uint64(seed), first, deals))


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    for rules in DEALS:
        state, solver = rules.start("warm"), PyramidSolver(rules)
        solver.solve(state, Limit(nodes=50, seconds=60))
        solver.best(state, Limit(nodes=50, seconds=60))
        solver.judge(state, Limit(nodes=50, seconds=60))
        PyramidPlayer(rules).weigh(PyramidPlayer(rules).see(rules.view(state)))
        count_winnable(rules, 1, 0, 1)


def _is_eligible(rules: AnyRules) -> TypeGuard[Pyramid]:
    """Whether a state's key has room for the turns of the waste that a game grants."""
    return isinstance(rules, Pyramid) and (rules.passes is None or 1 <= rules.passes <= MOST_TURNS + 1)
