"""Quiescent rows, onto which a card may be dealt, and ends of games: depth-first enumeration, and expectimax.

Only such rows are evaluated, as Shannon (1950) proposed for chess. Between two deals nothing is hidden, so to
choose a move is to choose a reachable quiescent row.

Expectimax over the last cards (Michie 1966) is the exact chance of winning with optimal choices: the player
chooses among quiescent rows, then chance among the unseen cards, and so on. A choice never depends on what a
later card will be, unlike in a search that knows the stock.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.accordion.compulsory.depth_first import insert
from idle_year.solvers.accordion.compulsory.moves import (
    Game,
    Stock,
    may_deal,
    next_shift,
    piles_in,
    shifted,
    slides_and_leaps,
    used_by_dealing,
    with_card,
    without_card,
)
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bit_planes import LONGEST, PLANES, Planes, keep, kept, key
from idle_year.solvers.kernels.bits import NOTHING, ONE, lowest_bit, popcount

WIDEST = 64
"""The most quiescent rows that are kept apart."""
NODES, LEFT_OUT = range(2)
"""Indices of the counters: rows examined, by which work is shared out, and how often rows were left out."""
_LEVELS = 8
_TABLE = 512
DEEPEST = 6
"""Cards left in the stock at the root of the deepest tree."""
_ENOUGH_ROWS = 100
"""Rows examined to find the quiescent rows reachable after one card."""


class Workspace(NamedTuple):
    """The arrays in which the fair player's kernels work: one set per decision, 40 kB."""

    game: Game
    rows: NDArray[np.uint64]
    """The move stack: the rows leading to the current one, shape (LONGEST, PLANES)."""
    untried: NDArray[np.uint64]
    """Their untried slides and leaps, as masks, shape (LONGEST, 2)."""
    table: NDArray[np.uint64]
    """The transposition table of one enumeration, shape (_TABLE,)."""
    quiescent: NDArray[np.uint64]
    """The quiescent rows found, one level per depth of expectimax, shape (_LEVELS, WIDEST, PLANES)."""
    counters: NDArray[np.int64]
    """Shape (2,): see NODES and LEFT_OUT."""


@kernel
def new_workspace(game: Game) -> Workspace:
    """Return an empty workspace."""
    return Workspace(
        game,
        np.zeros((LONGEST, PLANES), np.uint64),
        np.zeros((LONGEST, 2), np.uint64),
        np.zeros(_TABLE, np.uint64),
        np.zeros((_LEVELS, WIDEST, PLANES), np.uint64),
        np.zeros(2, np.int64),
    )


@kernel
def find_quiescent(
    row: Planes, used: int, left: int, nodes: int, space: Workspace, found: NDArray[np.uint64]
) -> int:
    """Write the quiescent rows that moves lead to into `found`, shape (WIDEST, PLANES); return how many.

    `used` is 1 if the grace is used, `left` counts the cards in the stock. The search stops after `nodes`,
    provided that it has found something.
    """
    slides, leaps = slides_and_leaps(row, space.game)
    space.counters[NODES] += 1
    if slides | leaps == NOTHING:
        keep(found, 0, row)
        return 1
    space.table[:] = NOTHING
    number = _note(row, slides | leaps, used, left, space.game, found, 0)
    _push(space, 0, row, slides, leaps)
    depth, looked_at = 0, 1
    while depth >= 0 and number < len(found) and (looked_at < nodes or number == 0):
        source, distance = next_shift(space.untried[depth])
        if distance == 0:
            depth -= 1
            continue
        row = shifted(kept(space.rows, depth), source, distance)
        if insert(space.table, key(row)):
            slides, leaps = slides_and_leaps(row, space.game)
            number = _note(row, slides | leaps, 0, left, space.game, found, number)
            depth, looked_at = depth + 1, looked_at + 1
            _push(space, depth, row, slides, leaps)
    space.counters[NODES] += looked_at - 1
    space.counters[LEFT_OUT] += depth >= 0
    return number


@kernel
def expectimax(row: Planes, stock: Stock, space: Workspace) -> float:
    """Return the chance of winning, 0 to 1, from a quiescent row."""
    if stock.left == 0:
        return 1.0 if piles_in(row) == 1 else 0.0
    slides, leaps = slides_and_leaps(row, space.game)
    used = used_by_dealing(space.game, slides | leaps)
    found, cards, sum_ = space.quiescent[stock.left], stock.unseen, 0.0
    while cards != NOTHING:
        card = lowest_bit(cards)
        cards &= cards - ONE
        after = without_card(stock, card)
        best = 0.0
        for number in range(
            find_quiescent(with_card(row, card), used, after.left, _ENOUGH_ROWS, space, found)
        ):
            best = max(best, expectimax(kept(found, number), after, space))
            if best == 1.0:
                break
        sum_ += best
    return sum_ / popcount(stock.unseen)


@kernel
def orders(stock: Stock) -> int:
    """Return in how many orders the last cards may come; just a large number beyond DEEPEST cards."""
    if stock.left > DEEPEST:
        return 2**62
    number, cards = 1, popcount(stock.unseen)
    for dealt in range(stock.left):
        number *= cards - dealt
    return number


@kernel
def _push(space: Workspace, depth: int, row: Planes, slides: np.uint64, leaps: np.uint64) -> None:
    keep(space.rows, depth, row)
    space.untried[depth, 0], space.untried[depth, 1] = slides, leaps


@kernel
def _note(
    row: Planes, shifts: np.uint64, used: int, left: int, game: Game, found: NDArray[np.uint64], number: int
) -> int:
    """Record a row if it is quiescent; return how many there are now."""
    if shifts == NOTHING or (left > 0 and may_deal(game, shifts, used)):
        keep(found, number, row)
        return number + 1
    return number
