"""Solver of the compacted games: exhaustive depth-first search, since every removal is compulsory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

from bot.engine.games.marriage import Marriage
from bot.engine.positions.row import Row
from bot.engine.rules import DEAL, Move
from bot.solvers import lines
from bot.solvers.generic import search_best
from bot.solvers.lines import judge_each
from bot.solvers.marriage.forced.depth_first import (
    DEALT,
    DEPTH,
    END_FOUND,
    EXHAUSTED,
    MOST_CARDS,
    SearchState,
    new_search,
    search_on,
)
from bot.solvers.marriage.forced.moves import RemovalRules, move_of, removal_rules
from bot.solvers.protocols import Answer, Best, Budget, Judged, Limit, Verdict

_SLICE = 100_000
"""Nodes between clock checks, some ten milliseconds."""


@dataclass(frozen=True)
class CompactedSolver:
    """A solver that searches everything that may follow a state; for a whole deal that is quick."""

    rules: Marriage

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Search for a win through the known stock; the outcome of a redeal is not known."""
        if None in state.stock:
            return Verdict(Answer.UNKNOWN, hidden=True)
        search = _Search(self.rules, Budget(limit))
        found = next(search.lines(state, self.rules.target), None)
        nodes = search.budget.used
        if found is not None:
            return lines.won(self.rules, state, found, nodes)
        lost = not (search.interrupted or search.hidden)
        return Verdict(Answer.LOST if lost else Answer.UNKNOWN, nodes=nodes, hidden=search.hidden)

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the fewest cards that can be left."""
        redeal_left = self.rules.redeal and not state.used
        if None in state.stock or redeal_left:
            return search_best(self.rules, state, limit)
        search, bound = _Search(self.rules, Budget(limit)), MOST_CARDS
        best: tuple[Move, ...] = ()
        while (found := next(search.lines(state, bound), None)) is not None:
            best, bound = found, len(_after(self.rules, state, found).piles) - 1
        return lines.best(self.rules, state, best, search.budget.used, exact=not search.interrupted)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        return judge_each(self.rules, self.solve, state, limit)


@dataclass
class _Search:
    """The cost of one question to the solver so far, and what prevented an answer."""

    rules: Marriage
    budget: Budget
    interrupted: bool = False
    hidden: bool = False

    def lines(self, state: Row, goal: int) -> Iterator[tuple[Move, ...]]:
        """Yield lines to finished games with no more cards than the goal."""
        redeal_left = self.rules.redeal and not state.used
        for first in self._to_ends(state, MOST_CARDS if redeal_left else goal):
            after = _after(self.rules, state, first)
            if not redeal_left or self.rules.outcome(after) is not None:
                if len(after.piles) <= goal:
                    yield first
            else:
                self.hidden = True

    def _to_ends(self, state: Row, goal: int) -> Iterator[tuple[Move, ...]]:
        """Yield lines that leave no move but a redeal, and no more cards than the goal."""
        stock = [int(card) for card in state.stock if card is not None]
        search, game = new_search([int(pile.top) for pile in state.piles], stock), removal_rules(self.rules)
        while not self.interrupted:
            why, visited = search_on(search, game, goal, min(_SLICE, self.budget.nodes))
            self.budget.used += visited
            if why == EXHAUSTED:
                return
            if why == END_FOUND:
                yield _moves(search, game)
            self.interrupted = self.budget.is_over()


def _moves(search: SearchState, game: RemovalRules) -> tuple[Move, ...]:
    """Return the moves that lead to the current position of a search."""
    codes = search.tried[: search.counters[DEPTH] + 1].tolist()
    return tuple(DEAL if code == DEALT else move_of(code, game) for code in codes)


def _after(rules: Marriage, state: Row, moves: tuple[Move, ...]) -> Row:
    return reduce(rules.play, moves, state)
