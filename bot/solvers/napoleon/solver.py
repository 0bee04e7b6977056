"""Solver of Napoleon at St Helena, where all cards are known: restarted beam search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.rules import Outcome
from bot.engine.states.napoleon import CARDS
from bot.solvers import lines
from bot.solvers.judging import judge_each
from bot.solvers.napoleon.lines import moves_of
from bot.solvers.napoleon.restarts import search
from bot.solvers.protocols import Answer, Best, Judged, Limit, Verdict

if TYPE_CHECKING:
    from bot.engine.games.napoleon import Napoleon
    from bot.engine.states.napoleon import Layout


@dataclass(frozen=True)
class NapoleonSolver:
    """Finds wins where all cards are known; only a game near its end is ever proven lost."""

    rules: Napoleon

    def solve(self, state: Layout, limit: Limit) -> Verdict:
        """Look for a win.

        What is called lost was searched through. Two tables of one hash would pass for the same, but such a
        search meets less than a million tables: the chance that any two do is 1 in 10 ** 7.
        """
        if self.rules.outcome(state) is Outcome.WON:
            return Verdict(Answer.WON)
        if _cards(state) < CARDS or not self.rules.moves(state):
            return Verdict(Answer.LOST)
        if None in state.stock:
            return Verdict(Answer.UNKNOWN, hidden=True)
        found = search(state, limit)
        if found.up == CARDS:
            return lines.won(self.rules, state, moves_of(self.rules, state, found.steps), found.nodes)
        return Verdict(Answer.LOST if found.exhaustive else Answer.UNKNOWN, nodes=found.nodes)

    def best(self, state: Layout, limit: Limit) -> Best:
        """Find the most cards that can be brought home, as far as the stock is known."""
        found = search(state, limit)
        moves = moves_of(self.rules, state, found.steps)
        exact = found.up == _cards(state) or (found.exhaustive and None not in state.stock)
        return lines.best(self.rules, state, moves, found.nodes, exact=exact)

    def judge(self, state: Layout, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move, one after the other."""
        return judge_each(self.rules, self.solve, state, limit)


def _cards(state: Layout) -> int:
    return state.up + len(state.waste) + len(state.stock) + sum(map(len, state.columns))
