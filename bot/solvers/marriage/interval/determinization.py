"""Determinization with common random numbers: what is known of a stock, and rows drawn for it.

If nothing is hidden there is one sample, and the counts are verdicts. Of a game
dealt singly a player knows the row, which cards the stock can hold, and perhaps which is its last.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bot.engine.cards import Card
from bot.engine.games.marriage import Marriage
from bot.engine.positions.row import Row
from bot.engine.rules import Move
from bot.solvers.information_set import seed_of, unseen_cards
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import shuffle
from bot.solvers.marriage.interval.interval_dp import Permit, can_be_won, new_table

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
