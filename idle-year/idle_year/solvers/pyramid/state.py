"""Packed state: a game in one 64-bit word, and the 1,430 shapes that the pyramid can have.

A key holds the shape of the pyramid, the deck, how much of it is dealt, and the turns left. The deck is the
waste, from the bottom, followed by the stock: cards keep their places in it while others leave. So the waste
is all of the deck below a mark, and turning it over resets the mark to 0.

A shape is a set of places in which no card is gone from under another: an order ideal. Shapes are numbered by
size, so that 0 is the empty pyramid and any removal leads to a lower number; a table says to which.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import Card
from idle_year.engine.games.pyramid import Pyramid
from idle_year.engine.positions.pyramid import COVERED_BY, Triangle
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import ONE

KING = 13
"""The value of a king, and of each pair that leaves."""
VALUES = KING + 1
"""The number of values, counted from 0: no card."""
PLACES = len(COVERED_BY)
SHAPES = 1430
"""The number of shapes (the eighth Catalan number)."""
DECK = 41
"""Cards in the largest deck that fits into a key; a game deals 24."""
MOST_TURNS = 7
"""The most turns that a key can hold."""
ROW, ROW_AND_ONE = np.uint64(7), np.uint64(8)
"""On the grid, the two cards covering a place are offset by this many bits."""
GRID = np.array([7 * row + column for row in range(7) for column in range(row + 1)], np.uint64)
"""The bit of each place if every row has seven."""
_DECK_AT = np.uint64(11)
_DEALT_AT = np.uint64(52)
_TURNS_AT = np.uint64(58)
_SHAPE = (ONE << _DECK_AT) - ONE
_DECK = (ONE << np.uint64(DECK)) - ONE
_DEALT = np.uint64(63)


@kernel
def key_of(shape: int, deck: np.uint64, dealt: int, turns: int) -> np.uint64:
    """Return the key of a state.

    `deck` is the mask of the cards that have not left; those at places below `dealt` are the waste; `turns`
    is how often the waste may still be turned over.
    """
    key = np.uint64(shape) | (deck << _DECK_AT)
    return key | (np.uint64(dealt) << _DEALT_AT) | (np.uint64(turns) << _TURNS_AT)


@kernel
def parts_of(key: np.uint64) -> tuple[int, np.uint64, int, int]:
    """Return the shape, the deck, how much of it is dealt, and the turns left."""
    shape, dealt = int(np.int64(key & _SHAPE)), int(np.int64((key >> _DEALT_AT) & _DEALT))
    return shape, (key >> _DECK_AT) & _DECK, dealt, int(np.int64(key >> _TURNS_AT))


@kernel
def hashed(key: np.uint64, slots: int) -> int:
    """Return a slot for a key in a table of 2**n slots."""
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0xBF58476D1CE4E5B9)
    return int(np.int64((mixed ^ (mixed >> np.uint64(29))) & np.uint64(slots - 1)))


def root_key(rules: Pyramid, state: Triangle) -> np.uint64:
    """Return the key of a state, whose deck is its waste and its stock."""
    size = len(state.waste) + len(state.stock)
    turns = MOST_TURNS if rules.passes is None else min(rules.passes - state.passes, MOST_TURNS)
    shape = shape_of([card is not None for card in state.places])
    return np.uint64(key_of(shape, np.uint64((1 << size) - 1), len(state.waste), turns))


def values_of(state: Triangle) -> NDArray[np.int8]:
    """Return the value of the card at each place, 0 if it is gone."""
    return np.array([0 if card is None else value_of(card) for card in state.places], np.int8)


def counted(cards: Iterable[Card]) -> NDArray[np.int8]:
    """Count the cards of each value, 0 to 13."""
    counts = np.zeros(VALUES, np.int8)
    for card in cards:
        counts[value_of(card)] += 1
    return counts


def value_of(card: Card) -> int:
    """Return the value of a card: an ace 1, a king 13."""
    return card.rank + 1


class Shapes(NamedTuple):
    """The properties of each shape by number; sets of places are masks, bit p for place p."""

    left: NDArray[np.uint64]
    """The places that hold a card."""
    free: NDArray[np.uint64]
    """Those of them that no card covers."""
    after: NDArray[np.int16]
    """`after[shape, place]`: the shape once the card of a free place has left."""
    grid: NDArray[np.uint64]
    """The places that hold a card, as bits of the grid."""


@functools.cache
def shapes() -> Shapes:
    """Return the one table of shapes."""
    masks = _all_masks()
    number = {mask: shape for shape, mask in enumerate(masks)}
    after = np.zeros((SHAPES, PLACES), np.int16)
    for shape, mask in enumerate(masks):
        for place in _free(mask):
            after[shape, place] = number[mask & ~(1 << place)]
    free = [sum(1 << place for place in _free(mask)) for mask in masks]
    return Shapes(np.array(masks, np.uint64), np.array(free, np.uint64), after, _on_grid(masks))


@functools.cache
def covers() -> NDArray[np.uint64]:
    """Return for each place the places that must be clear before it is free, as masks."""
    below = [0] * PLACES
    for place in reversed(range(PLACES)):
        for other in COVERED_BY[place]:
            below[place] |= below[other] | 1 << other
    return np.array(below, np.uint64)


def shape_of(filled: Sequence[bool]) -> int:
    """Return the number of the shape in which these places are filled."""
    return _numbers()[sum(1 << place for place, holds in enumerate(filled) if holds)]


@functools.cache
def _numbers() -> dict[int, int]:
    return {int(mask): shape for shape, mask in enumerate(shapes().left)}


def _all_masks() -> list[int]:
    full = (1 << PLACES) - 1
    seen, waiting = {full}, [full]
    while waiting:
        mask = waiting.pop()
        smaller = {mask & ~(1 << place) for place in _free(mask)} - seen
        seen |= smaller
        waiting += smaller
    return sorted(seen, key=lambda mask: (mask.bit_count(), mask))


def _on_grid(masks: list[int]) -> NDArray[np.uint64]:
    return np.array(
        [sum(1 << int(GRID[place]) for place in range(PLACES) if mask >> place & 1) for mask in masks],
        np.uint64,
    )


def _free(mask: int) -> list[int]:
    return [
        place
        for place in range(PLACES)
        if mask >> place & 1 and not any(mask >> other & 1 for other in COVERED_BY[place])
    ]
