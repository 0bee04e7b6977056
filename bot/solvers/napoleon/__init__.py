"""Napoleon at St Helena: restarted beam search, and a Monte Carlo player that chooses among macro moves.

`state` and `moves` play the game, `evaluation` prices a table, and `bucket_queue` and `expand` search. On
these are built the solver (`beam`, `beam_advance`, `restarts`) and the fair player (`best_first`,
`macro_moves`, `rollout`, `sequential_halving`, `decision`).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.games.napoleon import NAPOLEON
from bot.solvers.napoleon.count import count_wins
from bot.solvers.napoleon.decision import new_search_state
from bot.solvers.napoleon.eligibility import is_eligible
from bot.solvers.napoleon.information_set import InformationSet
from bot.solvers.napoleon.player import NapoleonPlayer
from bot.solvers.napoleon.solver import NapoleonSolver
from bot.solvers.protocols import Limit

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.solvers.fair_play import AnyPlayer
    from bot.solvers.protocols import AnySolver


def solver_for(rules: AnyRules) -> AnySolver | None:
    """Return the solver for a game of this family, or None for any other."""
    return NapoleonSolver(rules) if is_eligible(rules) else None


def player_for(rules: AnyRules) -> AnyPlayer | None:
    """Return the fair player for a game of this family, or None for any other."""
    return NapoleonPlayer(rules) if is_eligible(rules) else None


def count_fair_wins(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Return how many deals of a survey, from the one with number `first`, the fair player wins."""
    if not is_eligible(rules):
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
