"""The solver for open rows.

A known stock may be dealt at once: a card that comes to the right end changes nothing for the moves that were
there before it, so any line can put off its moves until the last card is dealt, and ends in the same piles.
That goes for wins and for scores alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.solvers import lines
from bot.solvers.accordion_open.best import find_best
from bot.solvers.accordion_open.search_state import LOST, NODES, OPEN, WON, own_desk
from bot.solvers.accordion_open.sliced_search import Budget, decide
from bot.solvers.accordion_open.translate import cards_of, game_of, moves_of
from bot.solvers.protocols import Answer, Judged, Verdict

if TYPE_CHECKING:
    from bot.engine.games.accordion import Accordion
    from bot.engine.states.row import Row
    from bot.solvers.protocols import Best, Limit

_ANSWERS = {LOST: Answer.LOST, WON: Answer.WON, OPEN: Answer.UNKNOWN}


@dataclass(frozen=True)
class OpenRow:
    """A solver for the games of Accordion in which no move is ever forced."""

    rules: Accordion

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Decide a state; while there are unknown cards in the stock, nothing is proven."""
        if None in state.stock:
            return Verdict(Answer.UNKNOWN, hidden=True)
        game, desk = game_of(self.rules, state.goal), own_desk()
        desk.clear()
        answer = decide(game, desk, cards_of(state), limit)
        nodes = int(desk.counters[NODES])
        if answer == WON:
            return lines.won(self.rules, state, moves_of(game, state, desk.steps()), nodes)
        return Verdict(_ANSWERS[answer], nodes=nodes)

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the best score: fewest piles, then the largest pile."""
        return find_best(self.rules, state, limit)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        moves = self.rules.moves(state)
        if None in state.stock:
            return tuple(Judged(move, Answer.UNKNOWN) for move in moves)
        game, desk, budget = game_of(self.rules, state.goal), own_desk(), Budget(limit)
        # What is lost after one move is lost after any: nothing is forgotten in between.
        desk.clear()
        judged = []
        for number, move in enumerate(moves):
            after = cards_of(self.rules.play(state, move))
            answer = decide(game, desk, after, budget.share(len(moves) - number))
            budget.spend(desk)
            judged.append(Judged(move, _ANSWERS[answer]))
        return tuple(judged)
