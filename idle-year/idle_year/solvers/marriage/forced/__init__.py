"""Compacted games by depth-first search, One-Handed Solitaire by dynamic programming; rollouts for both.

These are the games of the family that are dealt singly and whose removals cannot wait.

The solver of compacted games searches depth first and exhaustively, since every removal is compulsory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from typing import TypeGuard

import numpy as np

from idle_year.engine.games.leaving import Blocks, Leaving, Pairs
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.games.marriage_deals import DEALS
from idle_year.engine.games.one_handed import ONE_HANDED, LastFour, OneHanded
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import DEAL, AnyRules, Move
from idle_year.solvers import lines
from idle_year.solvers.generic import search_best
from idle_year.solvers.lines import judge_each
from idle_year.solvers.marriage.forced.count import count_compacted, count_one_handed, count_redealt
from idle_year.solvers.marriage.forced.depth_first import (
    DEALT,
    DEPTH,
    END_FOUND,
    EXHAUSTED,
    MOST_CARDS,
    SearchState,
    new_search,
    search_on,
)
from idle_year.solvers.marriage.forced.moves import KINDS, RemovalRules, move_of, removal_rules
from idle_year.solvers.marriage.forced.one_handed import OneHandedPlayer, OneHandedSolver
from idle_year.solvers.marriage.forced.player import CompactedPlayer
from idle_year.solvers.protocols import Answer, Best, Budget, Counted, Judged, Limit, Verdict

_MOST_PACKS = 2


def solver_for(rules: AnyRules) -> CompactedSolver | OneHandedSolver | None:
    """Return a solver for a game, or None if this package has none."""
    if _is_one_handed(rules):
        return OneHandedSolver(rules)
    return CompactedSolver(rules) if _is_compacted(rules) else None


def player_for(rules: AnyRules) -> CompactedPlayer | None:
    """Return a fair player for a game, or None if this package has none."""
    if _is_one_handed(rules):
        return OneHandedPlayer(rules, OneHandedSolver(rules))
    return CompactedPlayer(rules, CompactedSolver(rules)) if _is_compacted(rules) else None


def count_winnable(rules: AnyRules, seed: int, first: int, deals: int) -> Counted | None:
    """Return how many of a survey's numbered deals can be won if the order of the stock is known.

    For a game with a redeal it counts those that are won: there is never a choice in it. None for other
    games.
    """
    if _is_one_handed(rules):
        pack = np.array(rules.pack, dtype=np.int8)
        return Counted(count_one_handed(pack, rules.target, seed, first, deals))
    if not _is_compacted(rules):
        return None
    pack, game = np.array(_pack(rules), dtype=np.int8), removal_rules(rules)
    if rules.redeal:
        return Counted(count_redealt(pack, game, rules.target, seed, first, deals))
    search = new_search(pack[:1].tolist(), pack[1:].tolist())
    fixed = 0 if rules.ends is None else 1
    return Counted(*count_compacted(search, game, rules.target, fixed, seed, first, deals))


def warm() -> None:
    """Run every kernel once, with every type of argument that is used."""
    for rules in (*DEALS, ONE_HANDED):
        fair = player_for(rules)
        if fair is not None:
            count_winnable(rules, 1, 0, 1)
            state = rules.start("warm")
            fair.solver.solve(state, Limit())
            fair.weigh(fair.see(state))


def _pack(rules: Marriage) -> list[int]:
    """Return the cards of a deal before they are shuffled."""
    ends = rules.ends or ()
    return [*ends[:1], *rules.pack, *ends[1:]]


def _is_compacted(rules: AnyRules) -> TypeGuard[Marriage]:
    """Whether the depth-first search supports every option of a game."""
    return (
        isinstance(rules, Marriage)
        and rules.singly
        and rules.compulsory
        and rules.packs <= _MOST_PACKS
        and rules.target >= 0
        and not (rules.redeal and rules.ends)
        and _may_leave(rules.leaving)
    )


def _is_one_handed(rules: AnyRules) -> TypeGuard[OneHanded]:
    """Whether the dynamic program for One-Handed Solitaire supports every option of a game."""
    return (
        isinstance(rules, OneHanded)
        and isinstance(rules.leaving, LastFour)
        and rules.singly
        and not rules.compulsory
        and not rules.redeal
        and rules.packs == 1
        and rules.ends is None
        and rules.target >= 0
    )


def _may_leave(leaving: Leaving) -> bool:
    """Whether two cards' distance identifies a removal, with one kind for each of a few distances."""
    if isinstance(leaving, Pairs):
        near, far = leaving.distances
        return 1 <= near < far
    if not isinstance(leaving, Blocks) or leaving.suit_run:
        return False
    sizes = leaving.any_cards + leaving.pairs
    paired = all(size % 2 == 0 for size in leaving.pairs)
    return len(sizes) <= KINDS and len(set(sizes)) == len(sizes) and min(sizes) > 0 and paired


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
