"""The solver of Concertina and Bayan."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.rules import Move
from bot.solvers import lines
from bot.solvers.protocols import Answer, Judged, Verdict
from bot.solvers.removals_pairs.depth_first import FOUND, NO_MORE, TIRED, hunt, search_in, try_all

if TYPE_CHECKING:
    from bot.engine.games.marriage import Marriage
    from bot.engine.games.pairs import Pairs
    from bot.engine.states.row import Row
    from bot.solvers.protocols import Best, Limit

_SLICE = 100_000
"""States between two looks at the clock, some ten milliseconds."""


@dataclass(frozen=True)
class ConcertinaSolver:
    """A solver for rows, all in sight, from which two matching cards leave at a time."""

    rules: Marriage
    pairs: Pairs

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Look for a win, or for the proof that there is none."""
        hunt_ = _Hunt(state, self.pairs, limit)
        answer = hunt_.answer(hunt_.root, self.rules.target)
        if answer is Answer.WON:
            return lines.won(self.rules, state, hunt_.line(), hunt_.nodes)
        return Verdict(answer, nodes=hunt_.nodes)

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the fewest cards that can be left."""
        hunt_ = _Hunt(state, self.pairs, limit)
        found: tuple[Move, ...] = ()
        answer, fewest = Answer.WON, len(state.piles)
        # Fewer than stand in reach of each other never leave, and two cards leave at a time.
        while answer is Answer.WON and fewest > self.pairs.distances[0]:
            answer = hunt_.answer(hunt_.root, fewest - 2)
            if answer is Answer.WON:
                found = hunt_.line()
                fewest = len(state.piles) - 2 * len(found)
        return lines.best(self.rules, state, found, hunt_.nodes, exact=answer is not Answer.UNKNOWN)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        hunt_, target = _Hunt(state, self.pairs, limit), self.rules.target
        moves = self.rules.moves(state)
        return tuple(Judged(move, hunt_.answer(_after(move, hunt_.root), target)) for move in moves)


class _Hunt:
    """What is known of one row, from one question about it to the next."""

    def __init__(self, state: Row, pairs: Pairs, limit: Limit) -> None:
        self.limit, self.end = limit, time.perf_counter() + limit.seconds
        self.search = search_in([int(pile.top) for pile in state.piles], pairs.distances)
        self.root = (1 << len(state.piles)) - 1
        self.number, self.nodes = 1, 0

    def answer(self, root: int, goal: int) -> Answer:
        """Say whether so few cards can be reached from a set of places."""
        if goal < root.bit_count() % 2:
            return Answer.LOST
        if self._spent():
            return Answer.UNKNOWN
        # Dives are short, and one that is broken off is of no use: the clock has to wait for them.
        why, entered = hunt(self.search, self.number, np.uint64(root), goal, self._left())
        self.nodes += entered
        while why == TIRED and not self._spent():
            why, entered = try_all(self.search, self.number, goal, min(_SLICE, self._left()))
            self.nodes += entered
        if why == NO_MORE:
            return Answer.LOST
        # Some of the sets in the table were not tried to the end: they tell the next search nothing.
        self.number += 1
        return Answer.WON if why == FOUND else Answer.UNKNOWN

    def line(self) -> tuple[Move, ...]:
        """Return the moves to the set that was found last."""
        sets = self.search.left[: self.search.depth[0] + 1].tolist()
        return tuple(_move(before, after) for before, after in pairwise(sets))

    def _left(self) -> int:
        return self.limit.nodes - self.nodes

    def _spent(self) -> bool:
        return self.nodes >= self.limit.nodes or time.perf_counter() >= self.end


def _after(move: Move, left: int) -> int:
    """Return the set that a removal from a whole row leaves."""
    return left - sum(1 << place for place in move.at)


def _move(before: int, after: int) -> Move:
    """Return the removal that leads from one set to another."""
    gone = before ^ after
    first, second = gone & -gone, gone & (gone - 1)
    return Move("x", tuple((before & (place - 1)).bit_count() for place in (first, second)))
