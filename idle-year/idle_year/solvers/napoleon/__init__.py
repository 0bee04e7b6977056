"""Napoleon at St Helena: restarted beam search, and a Monte Carlo player that chooses among macro moves.

`moves` plays the game, `evaluation` prices a table, and `bucket_queue` and `best_first` search until the next
card is turned. On these are built the solver (first a proof of loss by `relaxation`, then `beam`) and the
fair `player` (with `macro_moves` and `value_network`); `count` plays whole deals with the latter, and
`careless` players show how hard a deal is.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.games.napoleon import NAPOLEON, Napoleon
from idle_year.engine.positions.napoleon import CARDS, Columns
from idle_year.engine.rules import AnyRules, Outcome
from idle_year.solvers import lines
from idle_year.solvers.fair_play import AnyPlayer
from idle_year.solvers.lines import judge_each
from idle_year.solvers.napoleon import careless
from idle_year.solvers.napoleon.beam import search
from idle_year.solvers.napoleon.count import count_wins
from idle_year.solvers.napoleon.moves import moves_of
from idle_year.solvers.napoleon.player import InformationSet, NapoleonPlayer, new_search_state
from idle_year.solvers.napoleon.relaxation import is_proven_lost
from idle_year.solvers.protocols import Answer, AnySolver, Best, Budget, Judged, Limit, Verdict


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


def play_carelessly(rules: AnyRules, deal: Any) -> NDArray[np.int64] | None:
    """Return how many cards each of many careless games of a deal fails to bring home."""
    return careless.play_carelessly(deal) if _is_eligible(rules) else None


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    rules = NAPOLEON
    end = rules.notation.read_position("KC - - - - - - - - - f:QCKCKDKDKHKHKSKS")
    NapoleonSolver(rules).solve(end, Limit(seconds=math.inf))
    NapoleonSolver(rules).solve(rules.start("warm"), Limit(nodes=8, seconds=math.inf))
    for state in (end, rules.start("warm")):
        NapoleonPlayer(rules).weigh(InformationSet.of(state))
    count_fair_wins(rules, seed=0, first=0, deals=0)
    play_carelessly(rules, end)


def _is_eligible(rules: AnyRules) -> TypeGuard[Napoleon]:
    """Whether these kernels support every option of a game, whether aces go up automatically or wait."""
    return isinstance(rules, Napoleon)


_OF_THE_LIMIT = 4
"""The proof may use one in this many parts of the limit; most end sooner."""


@dataclass(frozen=True)
class NapoleonSolver:
    """A solver for games with all cards known: it finds wins and proves some losses, mostly near the end."""

    rules: Napoleon

    def solve(self, state: Columns, limit: Limit) -> Verdict:
        """Try to prove in an easier game that this one is lost, then search for a win.

        A game called lost was searched exhaustively, in one of the two ways. Two tables with the same hash
        would be taken for the same, but such a search meets less than a million tables: the chance that any
        two collide is 1 in 10 ** 7.
        """
        if self.rules.outcome(state) is Outcome.WON:
            return Verdict(Answer.WON)
        if _cards(state) < CARDS or not self.rules.moves(state):
            return Verdict(Answer.LOST)
        if None in state.stock:
            return Verdict(Answer.UNKNOWN, hidden=True)
        budget = Budget(limit)
        lost, budget.used = is_proven_lost(state, budget.share(_OF_THE_LIMIT))
        if lost:
            return Verdict(Answer.LOST, nodes=budget.used)
        found = search(state, budget.share(1))
        nodes = budget.used + found.nodes
        if found.up == CARDS:
            return lines.won(self.rules, state, moves_of(self.rules, state, found.steps), nodes)
        return Verdict(Answer.LOST if found.exhaustive else Answer.UNKNOWN, nodes=nodes)

    def best(self, state: Columns, limit: Limit) -> Best:
        """Find the most cards that can be brought home, as far as the stock is known."""
        found = search(state, limit)
        moves = moves_of(self.rules, state, found.steps)
        exact = found.up == _cards(state) or (found.exhaustive and None not in state.stock)
        return lines.best(self.rules, state, moves, found.nodes, exact=exact)

    def judge(self, state: Columns, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move, one after the other."""
        return judge_each(self.rules, self.solve, state, limit)


def _cards(state: Columns) -> int:
    return state.up + len(state.waste) + len(state.stock) + sum(map(len, state.columns))
