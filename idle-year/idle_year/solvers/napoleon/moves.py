"""A mutable table of 160 bytes with a Zobrist hash (1970), and moves in place on it.

Every card that is not home has a number of its own: 64 for the second copy + 16 x suit + rank.
A pile is a chain: the table stores its top card, and for every card the one below it.

Moves update the hash as they go; safe ones are made by dominance.
At the end, the moves of the rules for a line of theirs, with the safe moves that kernels leave out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import Card
from idle_year.engine.games.napoleon import Napoleon
from idle_year.engine.games.napoleon_moves import CARRY, SOURCES
from idle_year.engine.positions.napoleon import COLUMNS, FOUNDATION, WASTE, Columns
from idle_year.engine.rules import DEAL, Move
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.rng import random

TOPS = 128
"""The index of the top cards of the ten columns and the waste; before it is the card below each card."""
HEIGHTS = TOPS + COLUMNS + 1
"""The index of the eight foundations: the higher and the lower one of each suit."""
WASTED = HEIGHTS + 8
"""The index of the size of the waste."""
UP = WASTED + 1
"""The index of the number of cards that are home."""
SIZE = 160
NOTHING = -1
"""No card: below the last one, and on top of an empty pile."""
FACE, RANK, SUIT_SHIFT = 63, 15, 4
"""Bits of a card's number that give its face and its rank; the rest of the face is the suit."""
PILES = COLUMNS + 1
_COPY = 64

_BOTTOM = 128
"""In a hash, what the bottom card of a column lies on; for the waste it is the next number."""


def lay(state: Columns) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Return the table (int8[160]) and the known part of the stock, as numbers of cards (int8)."""
    table = np.full(SIZE, NOTHING, np.int8)
    copies: set[int] = set()

    def number(card: Card) -> int:
        second = card in copies
        copies.add(card)
        return second * _COPY + card.suit * 16 + card.rank

    for place, pile in enumerate((*state.columns, state.waste)):
        for card in pile:
            own = number(card)
            table[own], table[TOPS + place] = table[TOPS + place], own
    table[HEIGHTS:WASTED] = [height for heights in state.foundations for height in heights]
    table[WASTED], table[UP] = len(state.waste), state.up
    known = state.stock[: state.stock.index(None)] if None in state.stock else state.stock
    return table, np.array([number(card) for card in known if card is not None], np.int8)


@kernel
def hash_of(table: NDArray[np.int8]) -> np.uint64:
    """Return a 64-bit hash of which card lies on which; the order of the columns does not matter.

    It is a sum over all cards, so that a move changes it in two places (Zobrist, 1970).
    """
    total = np.uint64(0)
    for place in range(COLUMNS + 1):
        card = table[TOPS + place]
        while card >= 0:
            total += link(card, table[card], place)
            card = table[card]
    return total


@kernel
def link(card: int, below: int, place: int) -> np.uint64:
    """Return the contribution to a hash of what a card lies on."""
    if below < 0:
        below = _BOTTOM + (place == COLUMNS)
    return random(np.uint64(card * 256 + below))


@kernel
def waste_of(table: NDArray[np.int8]) -> np.uint64:
    """Return a hash of the visible waste: its top card and its size."""
    return random(np.uint64((table[TOPS + COLUMNS] + 1) * 256 + table[WASTED]))


DEALT = 15
"""The target of a move that turned a card of the stock: the previous table is one stage back."""


@kernel
def empty_column(table: NDArray[np.int8]) -> int:
    """Return the first empty column, or NOTHING; the others are equivalent."""
    for column in range(COLUMNS):
        if table[TOPS + column] == NOTHING:
            return column
    return NOTHING


@kernel
def goes_up(table: NDArray[np.int8], card: int) -> bool:
    """Whether a foundation is ready for a card."""
    high = _high(card)
    return bool(table[high] == card & RANK or table[high + 1] == card & RANK)


@kernel
def fits(table: NDArray[np.int8], card: int, column: int) -> bool:
    """Whether a card may go onto the top card of a column: same suit, next higher."""
    onto = table[TOPS + column]
    # No face follows that of a king: 13 is not the rank of any card.
    return bool(onto >= 0 and onto & FACE == (card & FACE) + 1)


@kernel
def carry(table: NDArray[np.int8], source: int, target: int) -> None:
    """Move the top card of a pile to a column or to its foundation."""
    card = table[TOPS + source]
    table[TOPS + source] = table[card]
    if source == WASTE:
        table[WASTED] -= 1
    if target == FOUNDATION:
        high = _high(card)
        table[high + (table[high] != card & RANK)] += 1
        table[UP] += 1
    else:
        table[card] = table[TOPS + target]
        table[TOPS + target] = card


@kernel
def hash_after(table: NDArray[np.int8], key: np.uint64, source: int, target: int) -> np.uint64:
    """Return the hash that a table will have after `carry`."""
    card = table[TOPS + source]
    key -= link(card, table[card], source)
    return key if target == FOUNDATION else key + link(card, table[TOPS + target], target)


@kernel
def turn(table: NDArray[np.int8], card: int) -> None:
    """Put a card of the stock onto the waste."""
    table[card] = table[TOPS + WASTE]
    table[TOPS + WASTE] = card
    table[WASTED] += 1


@kernel
def settle(table: NDArray[np.int8], key: np.uint64) -> np.uint64:
    """Play every card that can safely go to a foundation, aces first; return the resulting hash."""
    source = 0
    while source < PILES:
        if safe(table, source):
            key = hash_after(table, key, source, FOUNDATION)
            carry(table, source, FOUNDATION)
            source = 0
        else:
            source += 1
    return key


@kernel
def safe(table: NDArray[np.int8], source: int) -> bool:
    """Whether the top card of a pile may safely go up: no other card could ever be put onto it.

    This holds if the lower foundation of its suit is ready for it, since both cards of the rank below are
    then home. The other suits do not matter: columns are built in suit.
    """
    card = table[TOPS + source]
    return bool(card >= 0 and table[_high(card) + 1] == card & RANK)


@kernel
def _high(card: int) -> int:
    """Return the place of the higher foundation of a card's suit; the lower one is next to it."""
    return HEIGHTS + 2 * ((card & FACE) >> SUIT_SHIFT)


def moves_of(rules: Napoleon, state: Columns, steps: Iterable[tuple[int, int]]) -> Iterator[Move]:
    """Yield every move of a line: kernels leave out the cards that `settle` sends up, some rules the aces."""
    for step in (None, *steps):
        if step is not None:
            move = move_of(*step)
            yield move
            state = rules.play(state, move)
        while (source := _safe(state)) is not None:
            move = Move(CARRY, (source, FOUNDATION))
            yield move
            state = rules.play(state, move)


def move_of(source: int, target: int) -> Move:
    """Return the move from one place to another, or the one that turns a card."""
    return DEAL if target == DEALT else Move(CARRY, (source, target))


def _safe(state: Columns) -> int | None:
    """Return a place whose top card the lower foundation of its suit is ready for, or None."""
    return next((place for place in SOURCES if _waited_for(state, state.pile(place))), None)


def _waited_for(state: Columns, pile: tuple[Card, ...]) -> bool:
    return bool(pile) and pile[-1].rank == state.foundations[pile[-1].suit][1]
