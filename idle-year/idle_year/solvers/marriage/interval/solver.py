"""Solver of Royal Marriage and its kin: interval dynamic programming, exact and in microseconds.

Lines of removals come from backtracking through its table, and the fewest cards from breadth-first search.
Sets of places are Python integers here, bit n for place n, so a row may be of any length.

A hidden stock is determinized with common random numbers: rows are drawn for it. If nothing is hidden there
is one sample, and the counts are verdicts. Of a game dealt singly a player knows the row, which cards the
stock can hold, and perhaps which is its last.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import Card
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import DEAL, Move
from idle_year.solvers import lines
from idle_year.solvers.information_set import seed_of, unseen_cards
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.rng import shuffle
from idle_year.solvers.lines import judge_each
from idle_year.solvers.marriage.interval.interval_dp import (
    LONGEST_BLOCK,
    MATCHING,
    MEETS,
    Permit,
    can_be_won,
    fill,
    new_table,
)
from idle_year.solvers.protocols import Answer, Best, Judged, Limit, Verdict

_SEED_TEXT = "DealtView(row={!r}, stock=Unseen(pool={!r}, hidden={!r}, last={!r}))"
"""The text that seeds the random stream of an information set: changing it would change sampled chances."""


@dataclass(frozen=True)
class HiddenStock:
    """The cards of a stock as its player knows them; it has no place for their order."""

    pool: tuple[Card, ...]
    """The cards that it may hold, sorted, without the last one if that is known."""
    hidden: int
    """How many of the pool it holds."""
    last: Card | None
    """The card with which the game always ends, if it is still to come."""

    @property
    def told(self) -> bool:
        """Whether only one order is possible."""
        return self.hidden == 0 or (self.hidden == 1 and len(self.pool) == 1)


@dataclass(frozen=True)
class InformationSet:
    """All that a player may know."""

    row: tuple[Card, ...]
    stock: HiddenStock

    @property
    def seed(self) -> np.uint64:
        """The start of its random stream."""
        stock = self.stock
        return seed_of(_SEED_TEXT.format(self.row, stock.pool, stock.hidden, stock.last))


def hidden_stock(rules: Marriage, state: Row) -> HiddenStock:
    """Return what a player knows of the stock; if it is known, what is left, without its order."""
    pool, last = unseen_cards(rules, state)
    return HiddenStock(pool, len(state.stock) - (last is not None), last)


def with_stock_known(rules: Marriage, state: Row) -> Row | None:
    """Return a state with its stock face up, or None if more than one order is possible."""
    if None not in state.stock:
        return state
    stock = hidden_stock(rules, state)
    if not stock.told:
        return None
    cards = stock.pool[: stock.hidden]
    return replace(state, stock=cards if stock.last is None else (*cards, stock.last))


def blocks_of(moves: Sequence[Move]) -> NDArray[np.int64]:
    """Return the first place and the number of the cards that each move removes, (moves, 2)."""
    return np.array([(move.at[0], len(move.at)) if move.at else (0, 0) for move in moves], np.int64).reshape(
        -1, 2
    )


@kernel
def count_wins_after(
    row: NDArray[np.int8],
    start: int,
    stop: int,
    pool: NDArray[np.int8],
    blocks: NDArray[np.int64],
    permit: Permit,
    samples: int,
    state: np.uint64,
) -> NDArray[np.int64]:
    """Count for each block in how many samples the row (int8, 0..51) can be won after the block has left.

    The cards from place `start` up to but excluding `stop` lie face down: for every sample they are drawn
    anew from the pool, by the random stream that begins with `state`. All blocks are judged on the same
    samples.
    """
    row, pool, table = row.copy(), pool.copy(), new_table()
    shorter, wins = np.empty_like(row), np.zeros(len(blocks), np.int64)
    for _ in range(samples):
        state = shuffle(pool, state)
        for place in range(start, stop):
            row[place] = pool[place - start]
        for number in range(len(blocks)):
            left = _take_out(row, blocks[number, 0], blocks[number, 1], shorter)
            wins[number] += can_be_won(shorter[:left], permit, table)
    return wins


@kernel
def _take_out(row: NDArray[np.int8], first: int, size: int, shorter: NDArray[np.int8]) -> int:
    """Copy a row without a block into another array, and return how many cards are left."""
    left = len(row) - size
    for place in range(left):
        shorter[place] = row[place if place < first else place + size]
    return left


_NO_CARDS = np.zeros(0, np.int8)


@dataclass(frozen=True)
class RoyalMarriageSolver:
    """A solver of games in which blocks may, but need not, leave between two matching cards.

    Dealing everything first never hurts: a card comes to the right end, so whatever may leave may also leave
    afterwards, and the same cards are left in the end. So a known stock is treated as part of the row.

    A node is a place of the row. Seconds are ignored: the longest row takes less than two milliseconds,
    most of them for the replay of its line.
    """

    rules: Marriage
    permit: Permit

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Judge a state; if a redeal may still help, only a win without it is certain."""
        known = with_stock_known(self.rules, state)
        if known is None:
            return Verdict(Answer.UNKNOWN, hidden=True)
        row = open_row(known)
        if len(row) > limit.nodes:
            return Verdict(Answer.UNKNOWN)
        meetings = Meetings.of(row, self.permit)
        staying = meetings.fewest()
        if len(staying) <= self.rules.target:
            moves = (*_deals(known), *meetings.line(staying))
            return lines.won(self.rules, known, moves, len(row))
        if redeal_is_left(self.rules, known):
            return self._with_redeal(known)
        return Verdict(Answer.LOST, nodes=len(row))

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the fewest cards that can be left, in this layout if a redeal is still to come."""
        known = with_stock_known(self.rules, state)
        row = open_row(known or state)
        if not row or len(row) > limit.nodes:
            return lines.best(self.rules, state, (), 0, exact=False)
        meetings = Meetings.of(row, self.permit)
        staying = meetings.fewest()
        moves = meetings.line(staying)
        if known is None:
            return lines.best(self.rules, state, moves, len(row), exact=False)
        exact = len(staying) <= self.rules.target or not redeal_is_left(self.rules, known)
        return lines.best(self.rules, known, (*_deals(known), *moves), len(row), exact=exact)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        known = with_stock_known(self.rules, state)
        if known is None or redeal_is_left(self.rules, known):
            return judge_each(self.rules, self.solve, state, limit)
        moves, row = self.rules.moves(state), open_row(known)
        if len(row) * len(moves) > limit.nodes:
            return tuple(Judged(move, Answer.UNKNOWN) for move in moves)
        wins = count_wins_after(
            np.array(row, np.int8), 0, 0, _NO_CARDS, blocks_of(moves), self.permit, 1, np.uint64(0)
        )
        return tuple(
            Judged(move, Answer.WON if won else Answer.LOST) for move, won in zip(moves, wins, strict=True)
        )

    def _with_redeal(self, state: Row) -> Verdict:
        """Judge a state that needs its redeal, whose outcome nobody knows."""
        row = open_row(state)
        if not any(card.matches(other) for place, card in enumerate(row) for other in row[:place]):
            # No order lets a card leave, so all of them are dealt again, and stay.
            return Verdict(Answer.LOST, nodes=len(row))
        return Verdict(Answer.UNKNOWN, nodes=len(row), hidden=True)


def open_row(state: Row) -> list[Card]:
    """Return the row after dealing the known part of the stock."""
    return [pile.top for pile in state.piles] + [card for card in state.stock if card is not None]


def redeal_is_left(rules: Marriage, state: Row) -> bool:
    """Whether the game has a redeal that is still to come."""
    return rules.redeal and not state.used and len(state.piles) > rules.target


def _deals(state: Row) -> Sequence[Move]:
    return (DEAL,) * len(state.stock)


@dataclass(frozen=True)
class Meetings:
    """Which cards of a row can meet once everything between them has left."""

    permit: Permit
    meets: tuple[int, ...]
    """For each place, the places to its right that it can meet."""
    matching: tuple[int, ...]
    """For each place, the places to its right that match it."""

    @classmethod
    def of(cls, row: Sequence[Card], permit: Permit) -> Meetings:
        """Determine which cards of a row can meet."""
        table = new_table()
        fill(np.array(row, np.int8), permit, table)
        words = table.sets[:, :, : len(row)].astype(object)
        sets = words[0] | words[1] << 64
        return cls(permit, tuple(sets[MEETS]), tuple(sets[MATCHING]))

    def fewest(self) -> tuple[int, ...]:
        """Return the places that stay if as few cards as possible stay: a shortest path over meetings."""
        last = len(self.meets) - 1
        came_from, reached, queue = {0: 0}, 1, [0]
        for place in queue:
            for other in _places(self.meets[place] & ~reached):
                came_from[other] = place
                queue.append(other)
            reached |= self.meets[place]
        path = [last]
        while path[-1]:
            path.append(came_from[path[-1]])
        return tuple(reversed(path))

    def line(self, staying: Sequence[int]) -> tuple[Move, ...]:
        """Return the removals that leave only these places, each of which can meet the next."""
        removals: list[Sequence[int]] = []
        for start, end in pairwise(staying):
            self._clear(start, end, removals)
        left = list(range(len(self.meets)))
        return tuple(_remove(block, left) for block in removals)

    def _clear(self, start: int, end: int, removals: list[Sequence[int]]) -> None:
        """Append the removals of everything between two places that can meet."""
        if end == start + 1:
            return
        block = next(self._blocks(start, end))
        for left, right in pairwise((start, *block, end)):
            self._clear(left, right, removals)
        removals.append(block)

    def _blocks(self, start: int, end: int) -> Iterator[Sequence[int]]:
        """Yield blocks that may leave last between two places that meet, those with short lines first."""
        for size in (2, 1, *range(4, LONGEST_BLOCK + 1, 2)):
            if self.permit.any_cards >> size & 1:
                yield from self._chain(start, end, size, pairs=False)
            if self.permit.pairs >> size & 1:
                yield from self._chain(start, end, size, pairs=True)

    def _chain(self, start: int, end: int, size: int, *, pairs: bool) -> Iterator[Sequence[int]]:
        """Yield one chain of `size` places between two, each meeting the next, if there is any."""

        def next_to(place: int, step: int) -> int:
            first_of_pair = pairs and step % 2
            return self.meets[place] & self.matching[place] if first_of_pair else self.meets[place]

        layers = [1 << start]
        for step in range(size):
            reached = 0
            for place in _places(layers[-1]):
                reached |= next_to(place, step)
            layers.append(reached & (1 << end) - 1)
        chain = [end]
        for step in range(size, 0, -1):
            before = (place for place in _places(layers[step]) if next_to(place, step) >> chain[-1] & 1)
            found = next(before, None)
            if found is None:
                return
            chain.append(found)
        yield chain[:0:-1]


def _places(places: int) -> Iterator[int]:
    while places:
        yield (places & -places).bit_length() - 1
        places &= places - 1


def _remove(block: Sequence[int], left: list[int]) -> Move:
    """Take a block out of the remaining places, and return the move that does so."""
    first = bisect_left(left, block[0])
    end = first + len(block)
    del left[first:end]
    return Move("x", tuple(range(first, end)))
