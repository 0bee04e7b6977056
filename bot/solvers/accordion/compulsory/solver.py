"""Solver of compulsory play with the stock known: branch and bound to the end of every deal."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bot.engine.games.accordion import Accordion
from bot.engine.positions.row import Row
from bot.engine.rules import Move
from bot.solvers import lines
from bot.solvers.accordion.compulsory.depth_first import (
    ANY_END,
    LENGTH,
    NODES,
    RANK,
    SMALLEST,
    TWO_PILES,
    Deal,
    SearchState,
    begin,
    grown,
    search_on,
)
from bot.solvers.accordion.compulsory.moves import game_of, move_of
from bot.solvers.generic import Search
from bot.solvers.lines import judge_each
from bot.solvers.protocols import Answer, Best, Budget, Judged, Limit, Verdict


@dataclass(frozen=True)
class CompulsoryAccordionSolver:
    """A solver for one of the compulsory deals."""

    rules: Accordion

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Search for a win, or for a proof that there is none; an unknown card rules out both."""
        if None in state.stock:
            return Verdict(Answer.UNKNOWN, hidden=True)
        search, complete = self._search(state, limit, weight=0)
        nodes = int(search.counters[NODES])
        if search.counters[RANK] < TWO_PILES:
            return lines.won(self.rules, state, _line(search), nodes)
        return Verdict(Answer.LOST if complete else Answer.UNKNOWN, nodes=nodes)

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the best score; with unknown cards, the best before one of them is dealt."""
        if None in state.stock:
            return Search(self.rules).best(state, limit)
        search, complete = self._search(state, limit, weight=1)
        return lines.best(self.rules, state, _line(search), int(search.counters[NODES]), exact=complete)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        return judge_each(self.rules, self.solve, state, limit)

    def _search(self, state: Row, limit: Limit, weight: int) -> tuple[SearchState, bool]:
        """Search within a limit; return the search and whether it is complete."""
        budget, complete = Budget(limit), False
        deal, search = self._begin(state, weight)
        table = np.zeros(SMALLEST, np.uint64)
        budget.used = int(search.counters[NODES])
        # Half the size of the table, so that it is doubled before it is full; at most some 50 ms of work.
        while not complete and (nodes := budget.slice(len(table) // 2)):
            complete = search_on(deal, search, table, nodes)
            table = grown(table)
            budget.used = int(search.counters[NODES])
        return search, complete

    def _begin(self, state: Row, weight: int) -> tuple[Deal, SearchState]:
        """Convert a state for the kernels."""
        cards = np.array(state.stock, np.int8)
        row = np.array([pile.top for pile in state.piles], np.int8)
        sizes = np.array([weight * pile.size for pile in state.piles], np.int8)
        deal = Deal(game_of(self.rules), cards, weight * self.rules.cards, weight)
        return deal, begin(deal, row, sizes, int(state.used), ANY_END if weight else TWO_PILES)


def _line(search: SearchState) -> list[Move]:
    """Return the moves to the best end that was found."""
    codes = search.line[: search.counters[LENGTH]].tolist()
    return [move_of(code) for code in codes]
