"""Solver of Napoleon at St Helena with all cards known: a proof of loss, then restarted beam search."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.games.napoleon import Napoleon
from bot.engine.positions.napoleon import CARDS, Columns
from bot.engine.rules import Outcome
from bot.solvers import lines
from bot.solvers.lines import judge_each
from bot.solvers.napoleon.beam import search
from bot.solvers.napoleon.moves import moves_of
from bot.solvers.napoleon.relaxation import is_proven_lost
from bot.solvers.protocols import Answer, Best, Budget, Judged, Limit, Verdict

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
