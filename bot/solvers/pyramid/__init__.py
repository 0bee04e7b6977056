"""Pyramid: a pairing argument if passes are unlimited, else rectangle search and branch and bound.

`pairing` and `pairing_best` are the argument, and `clearing` applies it to a layout. `shapes`, `deal_tables`,
`state`, `successors` and `lower_bound` serve both searches, `delete_relaxation` the one for short lines,
`sliced_search` runs them, and `lines` turns their results into moves. `rollout` and `player` play when the
stock lies face down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.games.pyramid import DEALS
from bot.solvers.protocols import Counted, Limit
from bot.solvers.pyramid.branch_and_bound import new_search
from bot.solvers.pyramid.count import count_won
from bot.solvers.pyramid.deal_tables import deal_of
from bot.solvers.pyramid.eligibility import is_eligible
from bot.solvers.pyramid.player import PyramidPlayer
from bot.solvers.pyramid.shapes import PLACES
from bot.solvers.pyramid.solver import PyramidSolver
from bot.solvers.pyramid.state import DECK

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.solvers.fair_play import AnyPlayer
    from bot.solvers.protocols import AnySolver

_NODES = 2_000_000
"""Nodes after which the count of a survey gives a deal up; most are won within twenty."""
_REMEMBERED = 1 << 17


def solver_for(rules: AnyRules) -> AnySolver | None:
    """Return a solver for a game, or None if this package has none."""
    return PyramidSolver(rules) if is_eligible(rules) else None


def player_for(rules: AnyRules) -> AnyPlayer | None:
    """Return a fair player for a game, or None if this package has none."""
    return PyramidPlayer(rules) if is_eligible(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Count the winnable deals among `deals` of a survey, from number `first`; None for other games."""
    if not is_eligible(rules):
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
