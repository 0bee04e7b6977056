"""The solver for compulsory play when the order of the stock is known: it decides every deal."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bot.solvers import lines
from bot.solvers.accordion_compulsory.depth_first import (
    ANY_END,
    LENGTH,
    NODES,
    RANK,
    TWO_PILES,
    Deal,
    begun,
    go_on,
)
from bot.solvers.accordion_compulsory.moves import law_of, move_of
from bot.solvers.accordion_compulsory.transposition import SMALLEST, roomier
from bot.solvers.generic.depth_first import Search
from bot.solvers.judging import judge_each
from bot.solvers.protocols import Answer, Verdict

if TYPE_CHECKING:
    from bot.engine.games.accordion import Accordion
    from bot.engine.rules import Move
    from bot.engine.states.row import Row
    from bot.solvers.accordion_compulsory.depth_first import Hunt
    from bot.solvers.protocols import Best, Judged, Limit


@dataclass(frozen=True)
class KnownStock:
    """A solver for one of the deals that compel."""

    rules: Accordion

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Look for a win, or for the proof that there is none; a card that is not known forbids both."""
        if None in state.stock:
            return Verdict(Answer.UNKNOWN, hidden=True)
        hunt, through = self._hunt(state, limit, weight=0)
        nodes = int(hunt.tally[NODES])
        if hunt.tally[RANK] < TWO_PILES:
            return lines.won(self.rules, state, _line(hunt), nodes)
        return Verdict(Answer.LOST if through else Answer.UNKNOWN, nodes=nodes)

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the best score; with cards that are not known, the best before one of them is dealt."""
        if None in state.stock:
            return Search(self.rules).best(state, limit)
        hunt, through = self._hunt(state, limit, weight=1)
        return lines.best(self.rules, state, _line(hunt), int(hunt.tally[NODES]), exact=through)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        return judge_each(self.rules, self.solve, state, limit)

    def _hunt(self, state: Row, limit: Limit, weight: int) -> tuple[Hunt, bool]:
        """Search within a limit; return the search and whether it is through."""
        end = time.perf_counter() + limit.seconds
        deal, hunt = self._begun(state, weight)
        met = np.zeros(SMALLEST, np.uint64)
        through = False
        while not through and hunt.tally[NODES] < limit.nodes and time.perf_counter() < end:
            # Half of what it holds, so that it is doubled before it is full; at most some 50 ms of work.
            slice_ = min(len(met) // 2, limit.nodes - int(hunt.tally[NODES]))
            through = go_on(deal, hunt, met, slice_)
            met = roomier(met)
        return hunt, through

    def _begun(self, state: Row, weight: int) -> tuple[Deal, Hunt]:
        """Lay out a state for the kernels."""
        cards = np.array(state.stock, np.int8)
        row = np.array([pile.top for pile in state.piles], np.int8)
        sizes = np.array([weight * pile.size for pile in state.piles], np.int8)
        deal = Deal(law_of(self.rules), cards, weight * self.rules.cards, weight)
        return deal, begun(deal, row, sizes, int(state.used), ANY_END if weight else TWO_PILES)


def _line(hunt: Hunt) -> list[Move]:
    """Return the moves to the best end that was found."""
    codes = hunt.line[: hunt.tally[LENGTH]].tolist()
    return [move_of(code) for code in codes]
