"""Cribbage Solitaire: iteratively widened beam search, and a Monte Carlo player over an n-tuple network.

`state`, `claims` and `moves` play the game; `evaluation` is the network, `td_training` trains it. On these
are built the solver (`beam`, `beam_candidates`, `beam_lines`) and the fair player (`rollout`,
`sequential_halving`, `decision`); `count` plays whole deals with either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.games.cribbage import DEALS
from bot.solvers.cribbage.count import count_fair, count_won
from bot.solvers.cribbage.eligibility import is_eligible
from bot.solvers.cribbage.evaluation import learned_values
from bot.solvers.cribbage.player import CribbagePlayer
from bot.solvers.cribbage.solver import CribbageSolver
from bot.solvers.protocols import Counted, Limit

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


def solver_for(rules: AnyRules) -> CribbageSolver | None:
    """Return the solver for a game of the family, or None for another game."""
    return CribbageSolver(rules) if is_eligible(rules) else None


def player_for(rules: AnyRules) -> CribbagePlayer | None:
    """Return the fair player for a game of the family, or None for another game."""
    return CribbagePlayer(rules) if is_eligible(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Count the deals in part of a survey for which a win is found with all cards known."""
    if not is_eligible(rules):
        return None
    return Counted(*count_won(np.uint64(seed), first, deals, rules.late_win, learned_values()))


def count_fair_wins(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Count the deals in part of a survey that the fair player wins."""
    if not is_eligible(rules):
        return None
    return count_fair(np.uint64(seed), first, deals, rules.late_win, learned_values())


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    rules, *_ = DEALS
    state = rules.start("warm")
    CribbageSolver(rules).solve(state, Limit())
    fair = CribbagePlayer(rules)
    fair.weigh(fair.see(state))
    count_winnable(rules, 1, 0, 1)
    count_fair_wins(rules, 1, 0, 1)
