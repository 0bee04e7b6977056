"""Concertina and Bayan, where two matching cards leave at a time: search with random restarts.

One depth-first search answers all questions about a row, under one budget.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from idle_year.engine.games.leaving import Pairs
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.games.marriage_deals import BAYAN, CONCERTINA
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import AnyRules, Move
from idle_year.solvers import lines
from idle_year.solvers.fair_play import AnyPlayer
from idle_year.solvers.marriage.pairs.depth_first import (
    LOST,
    UNDECIDED,
    WON,
    count_wins,
    dive,
    search_in,
    search_on,
)
from idle_year.solvers.protocols import Answer, AnySolver, Best, Budget, Counted, Judged, Limit, Verdict

_FARTHEST = 3
"""How far apart two cards may be: `depth_first` remembers this many."""


def solver_for(rules: AnyRules) -> AnySolver | None:
    """Return a solver for a game, or None if this package has none."""
    game = _eligible(rules)
    return None if game is None else ConcertinaSolver(*game)


def player_for(_rules: AnyRules) -> AnyPlayer | None:
    """Return None: nothing is hidden in these games."""
    return None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Return how many of a survey's numbered deals can be won; None for other games."""
    game = _eligible(rules)
    if game is None:
        return None
    marriage, pairs = game
    return Counted(*count_wins(search_in([], pairs.distances), marriage.target, seed, first, deals))


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    for rules in (CONCERTINA, BAYAN):
        count_winnable(rules, 1, 0, 1)
        solver = solver_for(rules)
        if solver is not None:
            solver.best(rules.start("warm"), Limit())


def _eligible(rules: AnyRules) -> tuple[Marriage, Pairs] | None:
    """Return a game and which two cards may leave in it; None if one of its options is not supported.

    The target is at most the number of cards at which none can leave; otherwise a game would have to go on
    after a win.
    """
    if not isinstance(rules, Marriage) or not isinstance(rules.leaving, Pairs):
        return None
    near, far = rules.leaving.distances
    known = 1 <= near < far <= _FARTHEST and 0 <= rules.target <= near
    return (rules, rules.leaving) if known and _is_open(rules) else None


def _is_open(rules: Marriage) -> bool:
    """Whether one pack is laid out once, entirely at random."""
    return rules.packs == 1 and not (rules.singly or rules.redeal or rules.ends)


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
