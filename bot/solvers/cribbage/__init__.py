"""Cribbage Solitaire: iteratively widened beam search, and a Monte Carlo player over an n-tuple network.

`state` and `moves` play the game, and `evaluation` is the network. On these are built the solver (`beam`) and
the fair player (`sequential_halving`); `count` plays whole deals with either.
"""

from __future__ import annotations

from typing import TypeGuard

import numpy as np

from bot.engine.games.cribbage import DEALS, Cribbage
from bot.engine.rules import AnyRules
from bot.solvers.cribbage.count import count_fair, count_won
from bot.solvers.cribbage.evaluation import learned_values
from bot.solvers.cribbage.player import CribbagePlayer
from bot.solvers.cribbage.solver import CribbageSolver
from bot.solvers.protocols import Counted, Limit


def solver_for(rules: AnyRules) -> CribbageSolver | None:
    """Return the solver for a game of the family, or None for another game."""
    return CribbageSolver(rules) if _is_eligible(rules) else None


def player_for(rules: AnyRules) -> CribbagePlayer | None:
    """Return the fair player for a game of the family, or None for another game."""
    return CribbagePlayer(rules) if _is_eligible(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Count the deals in part of a survey for which a win is found with all cards known."""
    if not _is_eligible(rules):
        return None
    return Counted(*count_won(np.uint64(seed), first, deals, rules.late_win, learned_values()))


def count_fair_wins(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Count the deals in part of a survey that the fair player wins."""
    if not _is_eligible(rules):
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


def _is_eligible(rules: AnyRules) -> TypeGuard[Cribbage]:
    """Whether these kernels support every option of a game."""
    return isinstance(rules, Cribbage)
