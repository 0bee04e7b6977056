"""Solver of Concertina and Bayan: one depth-first search for all questions about a row, under one budget."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from bot.engine.games.leaving import Pairs
from bot.engine.games.marriage import Marriage
from bot.engine.positions.row import Row
from bot.engine.rules import Move
from bot.solvers import lines
from bot.solvers.marriage.pairs.depth_first import LOST, UNDECIDED, WON, dive, search_in, search_on
from bot.solvers.protocols import Answer, Best, Budget, Judged, Limit, Verdict

_SLICE = 100_000
"""Nodes between clock checks, some ten milliseconds."""


@dataclass(frozen=True)
class ConcertinaSolver:
    """A solver for rows, all in sight, from which two matching cards leave at a time."""

    rules: Marriage
    pairs: Pairs

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Search for a win, or for a proof that there is none."""
        search = _RowSearch(state, self.pairs, limit)
        answer = search.answer(search.root, self.rules.target)
        if answer is Answer.WON:
            return lines.won(self.rules, state, search.line(), search.budget.used)
        return Verdict(answer, nodes=search.budget.used)

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the fewest cards that can be left."""
        search = _RowSearch(state, self.pairs, limit)
        found: tuple[Move, ...] = ()
        answer, fewest = Answer.WON, len(state.piles)
        # Cards too few to be in reach of each other never leave, and two cards leave at a time.
        while answer is Answer.WON and fewest > self.pairs.distances[0]:
            answer = search.answer(search.root, fewest - 2)
            if answer is Answer.WON:
                found = search.line()
                fewest = len(state.piles) - 2 * len(found)
        return lines.best(self.rules, state, found, search.budget.used, exact=answer is not Answer.UNKNOWN)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        search, target = _RowSearch(state, self.pairs, limit), self.rules.target
        moves = self.rules.moves(state)
        return tuple(Judged(move, search.answer(_after(move, search.root), target)) for move in moves)


class _RowSearch:
    """The search in one row, shared by successive questions about it."""

    def __init__(self, state: Row, pairs: Pairs, limit: Limit) -> None:
        self.budget = Budget(limit)
        self.state = search_in([int(pile.top) for pile in state.piles], pairs.distances)
        self.root = (1 << len(state.piles)) - 1
        self.number = 1

    def answer(self, root: int, goal: int) -> Answer:
        """Decide whether so few cards can be reached from a set of places."""
        if goal < root.bit_count() % 2:
            return Answer.LOST
        if self.budget.is_over():
            return Answer.UNKNOWN
        # Dives are short, and an interrupted one is useless: the clock has to wait for them.
        answer, used = dive(self.state, self.number, np.uint64(root), goal, self.budget.nodes)
        self.budget.used += used
        while answer == UNDECIDED and (nodes := self.budget.slice(_SLICE)):
            answer, used = search_on(self.state, self.number, goal, nodes)
            self.budget.used += used
        if answer == LOST:
            return Answer.LOST
        # Some of the sets in the table were not tried to the end, so they must not affect the next search.
        self.number += 1
        return Answer.WON if answer == WON else Answer.UNKNOWN

    def line(self) -> tuple[Move, ...]:
        """Return the moves to the last set found."""
        sets = self.state.left[: self.state.depth[0] + 1].tolist()
        return tuple(_move(before, after) for before, after in pairwise(sets))


def _after(move: Move, left: int) -> int:
    """Return the set that a removal from a whole row leaves."""
    return left - sum(1 << place for place in move.at)


def _move(before: int, after: int) -> Move:
    """Return the removal that leads from one set to another."""
    gone = before ^ after
    first, second = gone & -gone, gone & (gone - 1)
    return Move("x", tuple((before & (place - 1)).bit_count() for place in (first, second)))
