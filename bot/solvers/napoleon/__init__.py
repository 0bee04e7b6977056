"""Napoleon at St Helena: restarted beam search, and a Monte Carlo player that chooses among macro moves.

`state` and `moves` play the game, `evaluation` prices a table, and `bucket_queue` and `best_first` search
until the next card is turned. On these are built the solver (`relaxation`, `beam`) and the fair player
(`macro_moves`, `value_network`, `sequential_halving`); `count` plays whole deals with the latter.
"""

from __future__ import annotations

import math
from typing import TypeGuard

import numpy as np

from bot.engine.games.napoleon import NAPOLEON, Napoleon
from bot.engine.rules import AnyRules
from bot.solvers.fair_play import AnyPlayer
from bot.solvers.napoleon.count import count_wins
from bot.solvers.napoleon.player import InformationSet, NapoleonPlayer
from bot.solvers.napoleon.sequential_halving import new_search_state
from bot.solvers.napoleon.solver import NapoleonSolver
from bot.solvers.protocols import AnySolver, Limit


def solver_for(rules: AnyRules) -> AnySolver | None:
    """Return the solver for a game of this family, or None for any other."""
    return NapoleonSolver(rules) if _is_eligible(rules) else None


def player_for(rules: AnyRules) -> AnyPlayer | None:
    """Return the fair player for a game of this family, or None for any other."""
    return NapoleonPlayer(rules) if _is_eligible(rules) else None


def count_fair_wins(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Return how many deals of a survey, from the one with number `first`, the fair player wins."""
    if not _is_eligible(rules):
        return None
    return count_wins(new_search_state(), np.uint64(seed), np.uint64(first), np.uint64(deals))


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    rules = NAPOLEON
    end = rules.notation.read_position("KC - - - - - - - - - f:QCKCKDKDKHKHKSKS")
    NapoleonSolver(rules).solve(end, Limit(seconds=math.inf))
    NapoleonSolver(rules).solve(rules.start("warm"), Limit(nodes=8, seconds=math.inf))
    for state in (end, rules.start("warm")):
        NapoleonPlayer(rules).weigh(InformationSet.of(state))
    count_fair_wins(rules, seed=0, first=0, deals=0)


def _is_eligible(rules: AnyRules) -> TypeGuard[Napoleon]:
    """Whether these kernels support every option of a game, whether aces go up automatically or wait."""
    return isinstance(rules, Napoleon)
