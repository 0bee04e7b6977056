"""Mutable table of 160 bytes with a Zobrist hash (1970); a pile is a linked list of cards.

Every card that is not home has a number of its own: 64 for the second copy + 16 x suit + rank.
A pile is a chain: the table stores its top card, and for every card the one below it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bot.engine.cards import Card
from bot.engine.positions.napoleon import COLUMNS, Columns
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import random

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
