"""The solver of One-Handed Solitaire."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bot.solvers import line
from bot.solvers.dealt.reach import fewest_left
from bot.solvers.judging import judge_each
from bot.solvers.search_best import search_best
from bot.solvers.verdict import Answer, Verdict

if TYPE_CHECKING:
    from bot.engine.games.one_handed import OneHanded
    from bot.engine.rules import Move
    from bot.engine.states.row import Row
    from bot.solvers.verdict import Best, Judged, Limit


@dataclass(frozen=True)
class OneHandedSolver:
    """A solver that calculates, and searches only where a removal was passed by and may come again."""

    rules: OneHanded

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Look for a win, or for the proof that there is none."""
        if None in state.stock:
            return Verdict(Answer.UNKNOWN, hidden=True)
        hunt = _Hunt(self.rules, limit)
        found = hunt.line(state, self.rules.target)
        if found is not None:
            return line.won(self.rules, state, found, hunt.nodes)
        return Verdict(Answer.UNKNOWN if hunt.tired else Answer.LOST, nodes=hunt.nodes)

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the fewest cards that can be left."""
        if None in state.stock:
            return search_best(self.rules, state, limit)
        hunt = _Hunt(self.rules, limit)
        reachable, lowest = _bounds(state)
        # Two cards leave at a time, or four.
        goals = range(lowest, reachable, 2)
        lines = (hunt.line(state, goal) for goal in goals)
        found = next((way for way in lines if way is not None), None) or _way(self.rules, state, reachable)
        return line.best(self.rules, state, found, hunt.nodes, exact=not hunt.tired)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        return judge_each(self.rules, self.solve, state, limit)


class _Hunt:
    """What one question to the solver has cost so far."""

    def __init__(self, rules: OneHanded, limit: Limit) -> None:
        self.rules, self.limit = rules, limit
        self.nodes, self.tired = 0, False
        self.end = time.perf_counter() + limit.seconds

    def line(self, state: Row, goal: int) -> tuple[Move, ...] | None:
        """Return a line that leaves no more cards than the goal, or None."""
        met = {state}
        waiting: list[tuple[Row, tuple[Move, ...]]] = [(state, ())]
        while waiting:
            self.tired = self.tired or self.nodes >= self.limit.nodes or time.perf_counter() >= self.end
            if self.tired:
                return None
            self.nodes += 1
            state, before = waiting.pop()
            reachable, lowest = _bounds(state)
            if reachable <= goal:
                return before + _way(self.rules, state, goal)
            if lowest <= goal:
                for move in self.rules.moves(state):
                    child = self.rules.play(state, move)
                    if child not in met:
                        met.add(child)
                        waiting.append((child, (*before, move)))
        return None


def _bounds(state: Row) -> tuple[int, int]:
    """Return how few cards can be reached for certain, and how many will be left at the least."""
    hand = [int(pile.top) for pile in state.piles]
    stock = [int(card) for card in state.stock if card is not None]
    cards = np.array(hand + stock, dtype=np.int8)
    return fewest_left(cards, max(len(hand) - 1, 0)), fewest_left(cards, 0)


def _way(rules: OneHanded, state: Row, goal: int) -> tuple[Move, ...]:
    """Return the moves to a goal that can be reached for certain."""
    line: list[Move] = []
    while moves := rules.moves(state):
        children = ((move, rules.play(state, move)) for move in moves)
        move, state = next(child for child in children if _bounds(child[1])[0] <= goal)
        line.append(move)
    return tuple(line)
