"""Cribbage Solitaire: iteratively widened beam search, and a Monte Carlo player over an n-tuple network.

`moves` plays the game, and `evaluation` is the network. On these are built the solver, which widens its
`beam` until it wins or is exhaustive, and the fair `player`; `count` plays whole deals with either, and
`careless` players show how hard a deal is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeGuard

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.games.cribbage import DEALS, GAME_POINTS, Cribbage
from idle_year.engine.positions.cribbage import ClaimRow
from idle_year.engine.rules import AnyRules, Move, Outcome
from idle_year.solvers import lines
from idle_year.solvers.cribbage import careless
from idle_year.solvers.cribbage.beam import WIDTHS, BeamResult, beam, moves_to
from idle_year.solvers.cribbage.count import count_fair, count_won
from idle_year.solvers.cribbage.evaluation import learned_values
from idle_year.solvers.cribbage.moves import known_cards, root_row
from idle_year.solvers.cribbage.player import CribbagePlayer
from idle_year.solvers.lines import judge_each
from idle_year.solvers.protocols import Answer, Best, Budget, Counted, Judged, Limit, Verdict


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


def play_carelessly(rules: AnyRules, deal: Any) -> NDArray[np.int64] | None:
    """Return how many points each of many careless games of a deal lacks."""
    if not _is_eligible(rules):
        return None
    return careless.play_carelessly(root_row(deal), known_cards(deal)[: _useful(rules, deal)])


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    rules, *_ = DEALS
    state = rules.start("warm")
    CribbageSolver(rules).solve(state, Limit())
    fair = CribbagePlayer(rules)
    fair.weigh(fair.see(state))
    count_winnable(rules, 1, 0, 1)
    count_fair_wins(rules, 1, 0, 1)
    play_carelessly(rules, state)


def _is_eligible(rules: AnyRules) -> TypeGuard[Cribbage]:
    """Whether these kernels support every option of a game."""
    return isinstance(rules, Cribbage)


_SPEED = 2_000_000
"""Ends of turns that a beam examines per second on a slow machine, as it cannot check the clock."""
_MOST_POINTS = 6
"""The most that one claim scores."""


class _Run(NamedTuple):
    """One beam: its result, the moves there, and the nodes used so far."""

    end: BeamResult
    line: tuple[Move, ...]
    nodes: int
    every: bool


@dataclass(frozen=True)
class CribbageSolver:
    """A solver of Cribbage Solitaire, with either deadline; it proves a loss only near the end of a game."""

    rules: Cribbage

    def solve(self, state: ClaimRow, limit: Limit) -> Verdict:
        """Search for 61 points; a game is lost if every end was seen, or too few piles are left for them."""
        if self.rules.outcome(state) is Outcome.WON:
            return Verdict(Answer.WON)
        useful = _useful(self.rules, state)
        if useful < 0 or _upper_bound(state, useful) < GAME_POINTS:
            return Verdict(Answer.LOST)
        cards = known_cards(state)[:useful]
        hidden, nodes = len(cards) < useful, 0
        for run in self._runs(state, cards, limit, [(width, False) for width in WIDTHS]):
            nodes = run.nodes
            if run.end.points >= GAME_POINTS:
                return lines.won(self.rules, state, run.line, nodes)
            if run.end.complete:
                answer = Answer.UNKNOWN if hidden else Answer.LOST
                return Verdict(answer, nodes=nodes, hidden=hidden)
        return Verdict(Answer.UNKNOWN, nodes=nodes, hidden=hidden)

    def best(self, state: ClaimRow, limit: Limit) -> Best:
        """Find the most points; with 61, sooner is better too, and one more point may be worth a wait."""
        cards = known_cards(state)
        hidden = len(cards) < len(state.stock)
        if self.rules.outcome(state) is not None:
            return lines.best(self.rules, state, (), 0, exact=True)
        best = lines.best(self.rules, state, (), 0, exact=False)
        plan = [(width, every) for width in WIDTHS for every in (False, True)]
        for run in self._runs(state, cards, limit, plan):
            # A beam that ignores score differences stops at its first win and may miss better ones.
            told = run.every or run.end.points < GAME_POINTS
            exact = run.end.complete and told and not hidden
            found = lines.best(self.rules, state, run.line, run.nodes, exact=exact)
            if found.score.rank < best.score.rank or exact:
                best = found
            if run.end.complete and told:
                break
        return best

    def judge(self, state: ClaimRow, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move, one after the other."""
        return judge_each(self.rules, self.solve, state, limit)

    def _runs(
        self, state: ClaimRow, cards: NDArray[np.int64], limit: Limit, plan: list[tuple[int, bool]]
    ) -> Iterator[_Run]:
        """Run the beams of a plan (width, and whether to distinguish scores) as far as the limit allows."""
        budget, root, values = Budget(limit), root_row(state), learned_values()
        for width, every in plan:
            allowed = int(min(budget.nodes, _SPEED * budget.seconds))
            if allowed <= 0:
                return
            trail = np.empty((len(cards) + 1, width, 2), np.int64)
            late, stock = self.rules.late_win, len(state.stock)
            reached = beam(root, cards, stock, late, every, allowed, values, trail)
            budget.used += reached.nodes
            yield _Run(reached, tuple(moves_to(state, reached, trail)), budget.used, every)


def _useful(rules: Cribbage, state: ClaimRow) -> int:
    """Return how many cards of the stock can still help to win."""
    return len(state.stock) if rules.late_win else len(state.stock) - 1


def _upper_bound(state: ClaimRow, cards: int) -> int:
    """Return an admissible bound on the points with `cards` more cards: a claim uses up a pile, one stays."""
    return state.points + _MOST_POINTS * max(len(state.piles) + cards - 1, 0)
