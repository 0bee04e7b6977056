"""The solver of games dealt singly in which every removal must be made before the next card."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.rules import DEAL, Move
from bot.solvers import lines
from bot.solvers.generic.exhaustive import search_best
from bot.solvers.judging import judge_each
from bot.solvers.protocols import Answer, Verdict
from bot.solvers.removals_forced.depth_first import AN_END, DEALT, MOST, NO_MORE, hunt, path_from
from bot.solvers.removals_forced.moves import leaving_of, move_of
from bot.solvers.removals_forced.transposition import SLOTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.games.marriage import Marriage
    from bot.engine.states.row import Row
    from bot.solvers.protocols import Best, Judged, Limit
    from bot.solvers.removals_forced.depth_first import Path
    from bot.solvers.removals_forced.moves import Leaving

_SLICE = 100_000
"""States between two looks at the clock, some ten milliseconds."""


@dataclass(frozen=True)
class DealtSolver:
    """A solver that looks at all that may come of a state; for a whole deal that is soon done."""

    rules: Marriage

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Look for a win through the stock that is known; what a redeal would bring is not."""
        if None in state.stock:
            return Verdict(Answer.UNKNOWN, hidden=True)
        hunt_ = _Hunt(self.rules, limit)
        found = next(hunt_.lines(state, self.rules.target), None)
        if found is not None:
            return lines.won(self.rules, state, found, hunt_.nodes)
        lost = not (hunt_.tired or hunt_.hidden)
        return Verdict(Answer.LOST if lost else Answer.UNKNOWN, nodes=hunt_.nodes, hidden=hunt_.hidden)

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the fewest cards that can be left."""
        redeal_left = self.rules.redeal and not state.used
        if None in state.stock or redeal_left:
            return search_best(self.rules, state, limit)
        hunt_, fewest = _Hunt(self.rules, limit), MOST
        best: tuple[Move, ...] = ()
        while (found := next(hunt_.lines(state, fewest), None)) is not None:
            best, fewest = found, len(_after(self.rules, state, found).piles) - 1
        return lines.best(self.rules, state, best, hunt_.nodes, exact=not hunt_.tired)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        return judge_each(self.rules, self.solve, state, limit)


@dataclass
class _Hunt:
    """What one question to the solver has cost so far, and what kept it from an answer."""

    rules: Marriage
    limit: Limit
    nodes: int = 0
    tired: bool = False
    hidden: bool = False
    end: float = field(init=False)

    def __post_init__(self) -> None:
        self.game = leaving_of(self.rules)
        self.end = time.perf_counter() + self.limit.seconds

    def lines(self, state: Row, goal: int) -> Iterator[tuple[Move, ...]]:
        """Yield lines to games that are over with no more cards than the goal."""
        redeal_left = self.rules.redeal and not state.used
        for first in self._to_ends(state, MOST if redeal_left else goal):
            after = _after(self.rules, state, first)
            if not redeal_left or self.rules.outcome(after) is not None:
                if len(after.piles) <= goal:
                    yield first
            else:
                self.hidden = True

    def _to_ends(self, state: Row, goal: int) -> Iterator[tuple[Move, ...]]:
        """Yield lines that leave no move but a redeal, and no more cards than the goal."""
        stock = [int(card) for card in state.stock if card is not None]
        path = path_from([int(pile.top) for pile in state.piles], stock)
        met = np.zeros((SLOTS, 2), dtype=np.uint64)
        while not self.tired:
            why, entered = hunt(path, met, 1, self.game, goal, min(_SLICE, self.limit.nodes - self.nodes))
            self.nodes += entered
            if why == NO_MORE:
                return
            if why == AN_END:
                yield _moves(path, self.game)
            self.tired = self.nodes >= self.limit.nodes or time.perf_counter() >= self.end


def _moves(path: Path, game: Leaving) -> tuple[Move, ...]:
    """Return the moves that lead to where a path is."""
    codes = path.tried[: path.depth[0] + 1].tolist()
    return tuple(DEAL if code == DEALT else move_of(code, game) for code in codes)


def _after(rules: Marriage, state: Row, moves: tuple[Move, ...]) -> Row:
    return reduce(rules.play, moves, state)
