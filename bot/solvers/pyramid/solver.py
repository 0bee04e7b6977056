"""Solver of Pyramid: pairing argument if it decides, rectangle search for lines, else branch and bound."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import takewhile
from typing import TYPE_CHECKING

from bot.engine.rules import DEAL, REDEAL, Outcome
from bot.solvers import lines
from bot.solvers.budget import Budget
from bot.solvers.generic.depth_first import Search
from bot.solvers.judging import judge_each
from bot.solvers.protocols import Answer, Judged, Verdict
from bot.solvers.pyramid import clearing
from bot.solvers.pyramid.best import best_end
from bot.solvers.pyramid.branch_and_bound import RANKS
from bot.solvers.pyramid.constructed_line import carry_out
from bot.solvers.pyramid.lines import moves_through
from bot.solvers.pyramid.sliced_search import find_best, find_line
from bot.solvers.pyramid.state import DECK, root_from

if TYPE_CHECKING:
    from bot.engine.games.pyramid import Pyramid
    from bot.engine.positions.pyramid import Triangle
    from bot.engine.rules import Move
    from bot.solvers.protocols import Best, Limit


@dataclass(frozen=True)
class PyramidSolver:
    """A solver for every deal of Pyramid.

    With unlimited passes the answer is proven at once and needs no limit, even if the stock lies face
    down and only its set of cards is known. The line of a winnable game then ends with the deal
    of the first unknown card, and the verdict says `hidden`.
    """

    rules: Pyramid

    def solve(self, state: Triangle, limit: Limit) -> Verdict:
        """Judge a state; a winning line is short, unless the limit is reached before one is found."""
        if self.rules.outcome(state) is Outcome.WON:
            return Verdict(Answer.WON)
        answer = clearing.answer(state, whole=self.rules.whole_pack)
        if answer is Answer.LOST:
            # Then it is lost with fewer passes as well.
            return Verdict(Answer.LOST)
        if None in state.stock:
            return self._solve_hidden(state, answer, Budget(limit))
        if len(state.waste) + len(state.stock) > DECK:
            return (
                self._constructed_win(state, 0) if self._unlimited else Search(self.rules).solve(state, limit)
            )
        return self._search(state, Budget(limit))

    def best(self, state: Triangle, limit: Limit) -> Best:
        """Find the end with the fewest cards left, preferring an early pass."""
        if None in state.stock or len(state.waste) + len(state.stock) > DECK:
            return Search(self.rules).best(state, limit)
        return best_end(self.rules, state, Budget(limit))

    def judge(self, state: Triangle, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        if not self._unlimited:
            return judge_each(self.rules, self._decide, state, limit)
        before = clearing.answer(state, whole=self.rules.whole_pack)
        return tuple(Judged(move, self._after(state, move, before)) for move in self.rules.moves(state))

    @property
    def _unlimited(self) -> bool:
        return self.rules.passes is None

    def _after(self, state: Triangle, move: Move, before: Answer) -> Answer:
        """Answer for the state after a move; the position of a card in the deck does not matter."""
        if move in (DEAL, REDEAL) or before is Answer.LOST:
            return before
        return clearing.answer(self.rules.play(state, move), whole=self.rules.whole_pack)

    def _solve_hidden(self, state: Triangle, answer: Answer, budget: Budget) -> Verdict:
        """Judge a state whose stock lies face down but which may be winnable."""
        known = tuple(takewhile(lambda card: card is not None, state.stock))
        seen = replace(state, stock=known)
        if not self.rules.whole_pack and len(state.waste) + len(known) <= DECK:
            # Unless the whole stock is known, the waste is never turned over.
            last = replace(self.rules, passes=state.passes)
            found = find_line(root_from(last, seen), budget)
            if found.keys is not None:
                return lines.won(self.rules, state, moves_through(seen, found.keys), found.nodes)
        if self._unlimited and answer is Answer.WON:
            return lines.won_whatever_comes(self.rules, state, self._constructed_line(state), budget.used)
        return Verdict(Answer.UNKNOWN, nodes=budget.used, hidden=True)

    def _search(self, state: Triangle, budget: Budget) -> Verdict:
        """Search for a short line, then for any."""
        root = root_from(self.rules, state)
        found = find_line(root, budget)
        if found.keys is None and not found.certain and not self._unlimited:
            found = find_best(root, RANKS, 0, RANKS, budget)
        if found.keys is not None:
            return lines.won(self.rules, state, moves_through(state, found.keys), found.nodes)
        if self._unlimited:
            return self._constructed_win(state, found.nodes)
        return Verdict(Answer.LOST if found.certain else Answer.UNKNOWN, nodes=found.nodes)

    def _constructed_win(self, state: Triangle, nodes: int) -> Verdict:
        return lines.won(self.rules, state, self._constructed_line(state), nodes)

    def _constructed_line(self, state: Triangle) -> tuple[Move, ...]:
        whole = self.rules.whole_pack
        return carry_out(state, clearing.pairs_to_make(state, whole=whole), (), whole=whole)

    def _decide(self, state: Triangle, limit: Limit) -> Verdict:
        """Judge a state by the fastest search, without a line."""
        if clearing.answer(state, whole=self.rules.whole_pack) is Answer.LOST:
            return Verdict(Answer.LOST)
        if None in state.stock or len(state.waste) + len(state.stock) > DECK:
            return self.solve(state, limit)
        found = find_best(root_from(self.rules, state), RANKS, 0, RANKS, Budget(limit))
        if found.keys is not None:
            return Verdict(Answer.WON, nodes=found.nodes)
        return Verdict(Answer.LOST if found.certain else Answer.UNKNOWN, nodes=found.nodes)
