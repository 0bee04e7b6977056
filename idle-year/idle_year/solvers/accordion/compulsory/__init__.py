"""Compulsory deals of Accordion: branch and bound if the stock is known, otherwise a fair player."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeGuard

import numpy as np

from idle_year.engine.games import accordion_deals
from idle_year.engine.games.accordion import Accordion, Compulsion
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import AnyRules, Move
from idle_year.solvers import lines
from idle_year.solvers.accordion.compulsory.count import count_player_wins, count_wins
from idle_year.solvers.accordion.compulsory.depth_first import (
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
from idle_year.solvers.accordion.compulsory.moves import Game, game_of, move_of
from idle_year.solvers.accordion.compulsory.player import CompulsoryAccordionPlayer
from idle_year.solvers.generic import Search
from idle_year.solvers.lines import judge_each
from idle_year.solvers.protocols import Answer, Best, Budget, Counted, Judged, Limit, Verdict

_DISTANCES = (1, 3)


def solver_for(rules: AnyRules) -> CompulsoryAccordionSolver | None:
    """Return the solver for a compulsory deal, or None for another game."""
    return CompulsoryAccordionSolver(rules) if _is_eligible(rules) else None


def player_for(rules: AnyRules) -> CompulsoryAccordionPlayer | None:
    """Return the fair player for a compulsory deal, or None for another game."""
    return CompulsoryAccordionPlayer(rules) if _is_eligible(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Count the deals of a survey that can be won with the stock known; None for another game."""
    won = _counted(count_wins, rules, seed, first, deals)
    return None if won is None else Counted(won)


def count_fair_wins(rules: AnyRules, seed: int, first: int, deals: int) -> int | None:
    """Count the deals of a survey that the fair player wins; None for another game."""
    return _counted(count_player_wins, rules, seed, first, deals)


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    rules = accordion_deals.PARLETT
    state = rules.notation.read_position("5S 9D QC 5H 5C | 2H 3H")
    CompulsoryAccordionSolver(rules).solve(state, Limit())
    CompulsoryAccordionSolver(rules).best(state, Limit())
    fair = CompulsoryAccordionPlayer(rules)
    fair.weigh(fair.see(state))
    count_winnable(rules, seed=0, first=0, deals=0)
    count_fair_wins(rules, seed=0, first=0, deals=0)


def _counted(
    count: Callable[[Game, int, int, np.uint64, int, int], int],
    rules: AnyRules,
    seed: int,
    first: int,
    deals: int,
) -> int | None:
    if not _is_eligible(rules):
        return None
    face_up = rules.cards if rules.face_up is None else rules.face_up
    return int(count(game_of(rules), rules.cards, face_up, np.uint64(seed), first, deals))


def _is_eligible(rules: AnyRules) -> TypeGuard[Accordion]:
    """Whether these kernels support a game's options; any destination and any number of cards will do."""
    return (
        isinstance(rules, Accordion)
        and rules.compulsion is not Compulsion.NONE
        and rules.distances == _DISTANCES
        and not rules.rightward
        and rules.target == 1
        and not rules.goal_card
    )


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
