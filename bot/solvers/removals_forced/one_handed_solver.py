"""Solver of One-Handed Solitaire: exact by dynamic programming, with lines by greedy reconstruction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bot.solvers import lines
from bot.solvers.generic.exhaustive import search_best
from bot.solvers.judging import judge_each
from bot.solvers.protocols import Answer, Verdict
from bot.solvers.removals_forced.one_handed_dp import fewest_left

if TYPE_CHECKING:
    from bot.engine.games.one_handed import OneHanded
    from bot.engine.positions.row import Row
    from bot.engine.rules import Move
    from bot.solvers.protocols import Best, Judged, Limit


@dataclass(frozen=True)
class OneHandedSolver:
    """A solver that computes what can be left, for every state with a known stock.

    A node is a card. Limits are ignored: the longest answer takes a few milliseconds, for its line.
    """

    rules: OneHanded

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Decide a state; with an unknown stock, nothing is proven."""
        if None in state.stock:
            return Verdict(Answer.UNKNOWN, hidden=True)
        cards = len(state.piles) + len(state.stock)
        fewest = _fewest(state)
        if fewest > self.rules.target:
            return Verdict(Answer.LOST, nodes=cards)
        return lines.won(self.rules, state, self._line(state, fewest), cards)

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the fewest cards that can be left."""
        if None in state.stock:
            return search_best(self.rules, state, limit)
        cards = len(state.piles) + len(state.stock)
        return lines.best(self.rules, state, self._line(state, _fewest(state)), cards, exact=True)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        return judge_each(self.rules, self.solve, state, limit)

    def _line(self, state: Row, fewest: int) -> tuple[Move, ...]:
        """Return the moves to as few cards as possible: any that keeps the value of the state."""
        line: list[Move] = []
        while moves := self.rules.moves(state):
            children = ((move, self.rules.play(state, move)) for move in moves)
            move, state = next(child for child in children if _fewest(child[1]) == fewest)
            line.append(move)
        return tuple(line)


def _fewest(state: Row) -> int:
    """Return the fewest cards that can be left of a state with a known stock."""
    hand = [int(pile.top) for pile in state.piles]
    stock = [int(card) for card in state.stock if card is not None]
    return fewest_left(np.array(hand + stock, dtype=np.int8), len(hand))
