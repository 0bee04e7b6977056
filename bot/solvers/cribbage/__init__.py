"""Cribbage Solitaire: beams where the stock is known, and a fair player where it is not.

`tails`, `claims` and `turns` play the game; `values` knows what a row promises, and `learn` taught it. Upon
these stand the solver (`crowd`, `beam`, `retrace`, `beam_solver`) and the player (`outlook`, `arms`,
`weighing`, `fair_player`); `survey` has whole deals played by either.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.games.cribbage_deals import DEALS
from bot.solvers.cribbage.count import count_fair, count_won
from bot.solvers.cribbage.eligibility import is_eligible
from bot.solvers.cribbage.evaluation import learned
from bot.solvers.cribbage.player import CribbagePlayer
from bot.solvers.cribbage.solver import CribbageSolver
from bot.solvers.protocols import Limit

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


def solver_for(rules: AnyRules) -> CribbageSolver | None:
    """Return the solver of a game of the family, or None for another game."""
    return CribbageSolver(rules) if is_eligible(rules) else None


def player_for(rules: AnyRules) -> CribbagePlayer | None:
    """Return the fair player of a game of the family, or None for another game."""
    return CribbagePlayer(rules) if is_eligible(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Count the deals of a part of a survey for which a win is found when all cards are known."""
    if not is_eligible(rules):
        return None
    return count_won(np.uint64(seed), first, deals, rules.late_win, learned())


def count_fair_wins(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Count the deals of a part of a survey that the fair player wins."""
    if not is_eligible(rules):
        return None
    return count_fair(np.uint64(seed), first, deals, rules.late_win, learned())


def warm() -> None:
    """Run every kernel once, with arguments of the types that are ever used."""
    rules, *_ = DEALS
    state = rules.start("warm")
    CribbageSolver(rules).solve(state, Limit())
    fair = CribbagePlayer(rules)
    fair.weigh(fair.see(state))
    count_winnable(rules, 1, 0, 1)
    count_fair_wins(rules, 1, 0, 1)
