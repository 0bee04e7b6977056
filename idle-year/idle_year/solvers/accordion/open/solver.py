"""Solver of open rows: restarts and exhaustive search, with every won line replayed by the rules.

A known stock may be dealt at once: a card added at the right end does not affect the moves that existed
before, so any line can postpone its moves until the last card is dealt, and ends in the same piles.
That goes for wins and for scores alike.
"""

from __future__ import annotations

from dataclasses import dataclass

from idle_year.engine.games.accordion import Accordion
from idle_year.engine.positions.row import Row
from idle_year.solvers import lines
from idle_year.solvers.accordion.open.branch_and_bound import find_best
from idle_year.solvers.accordion.open.depth_first import LOST, UNDECIDED, WON, own_search_state
from idle_year.solvers.accordion.open.moves import cards_of, game_of, line_of
from idle_year.solvers.accordion.open.restarts import decide
from idle_year.solvers.protocols import Answer, Best, Budget, Judged, Limit, Verdict

_ANSWERS = {LOST: Answer.LOST, WON: Answer.WON, UNDECIDED: Answer.UNKNOWN}


@dataclass(frozen=True)
class OpenAccordionSolver:
    """A solver for the games of Accordion in which no move is ever forced."""

    rules: Accordion

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Decide a state; with unknown cards in the stock, nothing is proven."""
        if None in state.stock:
            return Verdict(Answer.UNKNOWN, hidden=True)
        game, search = game_of(self.rules, state.goal), own_search_state()
        search.clear()
        answer = decide(game, search, cards_of(state), limit)
        if answer == WON:
            return lines.won(self.rules, state, line_of(game, state, search.line()), search.nodes)
        return Verdict(_ANSWERS[answer], nodes=search.nodes)

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the best score: fewest piles, then the largest pile."""
        return find_best(self.rules, state, limit)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        moves = self.rules.moves(state)
        if None in state.stock:
            return tuple(Judged(move, Answer.UNKNOWN) for move in moves)
        game, search, budget = game_of(self.rules, state.goal), own_search_state(), Budget(limit)
        # What is lost after one move is lost after any, so the transposition table is kept between moves.
        search.clear()
        judged = []
        for number, move in enumerate(moves):
            after = cards_of(self.rules.play(state, move))
            answer = decide(game, search, after, budget.share(len(moves) - number))
            budget.used += search.nodes
            judged.append(Judged(move, _ANSWERS[answer]))
        return tuple(judged)
