"""Precomputed tables of a deal, by dynamic programming over shapes: what each shape still needs.

How many cards of each value that is stands in packed counters: sixteen of four bits each, in one word.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.games.pyramid import Pyramid
from idle_year.engine.positions.pyramid import Triangle
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import NOTHING, ONE, bit, holds, lowest_bit
from idle_year.solvers.pyramid.state import (
    DECK,
    GRID,
    KING,
    PLACES,
    SHAPES,
    VALUES,
    Shapes,
    covers,
    root_key,
    shape_of,
    shapes,
    value_of,
    values_of,
)

NO_WAY = 99
"""More removals than there can be: a shape that cannot be cleared."""
_SUBSETS = 256
_BITS = 49
_FOUR = np.uint64(4)
_FIFTEEN = np.uint64(15)


class Relaxation(NamedTuple):
    """A deal as the relaxed game sees it: places of the pyramid are bits of the grid, counters are packed."""

    takes: NDArray[np.uint64]
    """For each card of the deck, the places whose cards can leave with it."""
    counter: NDArray[np.uint64]
    """For each card of the deck, a counter of one for its value; 0 for a king, which needs no partner."""
    mates: NDArray[np.uint64]
    """For each place, those whose cards can leave with its own (a king: itself); neither covers the other."""
    partner: NDArray[np.uint64]
    """For each place, a counter of one for the value that its card pairs with; 0 for a king."""


class Deal(NamedTuple):
    """A deal as kernels see it; values are 1 to 13, and 0 if there is no card."""

    pyramid: NDArray[np.int8]
    """The value of the card at each place."""
    deck: NDArray[np.int8]
    """The values of the waste from the bottom and then of the stock."""
    whole: bool
    """Whether all 52 cards must leave."""
    places: NDArray[np.uint64]
    """The places of the pyramid with each value, as masks."""
    removals: NDArray[np.int16]
    """The fewest removals that clear each shape if all cards of the deck were always at hand, or NO_WAY."""
    wanted: NDArray[np.uint64]
    """For each shape, packed counters: the fewest cards of each value that it needs from the deck."""
    partners: NDArray[np.uint64]
    """For each shape, packed counters: how many of its cards each value pairs with."""
    below: NDArray[np.uint64]
    """`covers()`."""
    relaxed: Relaxation
    """The deal as the relaxed game sees it."""
    shapes: Shapes


class SearchRoot(NamedTuple):
    """The root of a search: a deal and its current state."""

    deal: Deal
    key: np.uint64
    lap: int
    """What a turn of the waste subtracts from the turns left: 1, or 0 if unlimited."""


class SearchResult(NamedTuple):
    """The result of a search."""

    keys: list[np.uint64] | None
    """The states along the way, starting at the root; None if there is no way, or none was found."""
    certain: bool
    """Whether the search was completed."""
    nodes: int


def root_from(rules: Pyramid, state: Triangle) -> SearchRoot:
    """Prepare a state with at most DECK cards in stock and waste, all of them known."""
    deck = [card for card in (*state.waste, *state.stock) if card is not None]
    values = np.zeros(DECK, np.int8)
    values[: len(deck)] = [value_of(card) for card in deck]
    shape = shape_of([card is not None for card in state.places])
    deal = deal_of(values_of(state), values, shape, whole=rules.whole_pack)
    return SearchRoot(deal, root_key(rules, state), 0 if rules.passes is None else 1)


def deal_of(pyramid: NDArray[np.int8], deck: NDArray[np.int8], root: int, *, whole: bool) -> Deal:
    """Return a deal, prepared for searches from the shape `root`."""
    deal = Deal(
        pyramid,
        deck,
        whole,
        np.zeros(VALUES, np.uint64),
        np.full(SHAPES, NO_WAY, np.int16),
        np.zeros(SHAPES, np.uint64),
        np.zeros(SHAPES, np.uint64),
        covers(),
        Relaxation(
            np.zeros(len(deck), np.uint64),
            np.zeros(len(deck), np.uint64),
            np.zeros(_BITS, np.uint64),
            np.zeros(_BITS, np.uint64),
        ),
        shapes(),
    )
    prepare(deal, root)
    return deal


@kernel
def prepare(deal: Deal, root: int) -> None:
    """Fill the tables of a deal for every shape within `root`."""
    deal.places[:] = deal.wanted[:] = NOTHING
    for place in range(PLACES):
        deal.places[deal.pyramid[place]] |= bit(place)
    _relax(deal)
    _count_partners(deal, root)
    _count_removals(deal, root)
    for low in range(1, 7):
        _count_wanted(deal, root, low)


@kernel
def _relax(deal: Deal) -> None:
    """Fill the tables of the relaxed game."""
    for one in range(PLACES):
        value, at = deal.pyramid[one], GRID[one]
        deal.relaxed.partner[at] = one_of(KING - value) if 0 < value < KING else NOTHING
        mates = NOTHING
        for other in range(PLACES):
            over = holds(deal.below[one], other) or holds(deal.below[other], one)
            if value + deal.pyramid[other] == KING and not over:
                mates |= bit(GRID[other])
        deal.relaxed.mates[at] = bit(at) if value == KING else mates
    for place in range(len(deal.deck)):
        value, takes = deal.deck[place], NOTHING
        for other in range(PLACES):
            if 0 < value < KING and value + deal.pyramid[other] == KING:
                takes |= bit(GRID[other])
        deal.relaxed.takes[place] = takes
        deal.relaxed.counter[place] = one_of(value) if 0 < value < KING else NOTHING


@kernel
def _count_partners(deal: Deal, root: int) -> None:
    for shape in range(root + 1):
        counters, left = NOTHING, deal.shapes.left[shape]
        while left != NOTHING:
            value = deal.pyramid[lowest_bit(left)]
            if 0 < value < KING:
                counters += one_of(KING - value)
            left &= left - ONE
        deal.partners[shape] = counters


@kernel
def _count_removals(deal: Deal, root: int) -> None:
    """Compute the fewest removals, from small shapes to large."""
    inside = deal.shapes.left[root]
    outside = NOTHING
    for value in deal.deck:
        outside |= bit(value)
    deal.removals[0] = 0
    for shape in range(1, root + 1):
        deal.removals[shape] = NO_WAY
        if deal.shapes.left[shape] & ~inside == NOTHING:
            deal.removals[shape] = _fewest_removals(deal, shape, outside)


@kernel
def _fewest_removals(deal: Deal, shape: int, outside: np.uint64) -> int:
    fewest = NO_WAY
    after, free = deal.shapes.after, deal.shapes.free[shape]
    ones = free
    while ones != NOTHING:
        one = lowest_bit(ones)
        ones &= ones - ONE
        partner = KING - deal.pyramid[one]
        without = int(after[shape, one])
        if partner == 0 or holds(outside, partner):
            fewest = min(fewest, deal.removals[without] + 1)
        if partner == 0:
            continue
        others = ones & deal.places[partner]
        while others != NOTHING:
            fewest = min(fewest, deal.removals[after[without, lowest_bit(others)]] + 1)
            others &= others - ONE
    return fewest


@kernel
def _count_wanted(deal: Deal, root: int, low: int) -> None:
    """Count for each shape the cards of `low` and of 13 - `low` that cannot pair off within the pyramid."""
    cards = np.zeros(8, np.int64)
    lows = _list(deal.places[low], cards[:4])
    highs = _list(deal.places[KING - low], cards[4:])
    pairs = _most_pairs(cards, lows, highs, deal.below)
    for shape in range(root + 1):
        left = deal.shapes.left[shape]
        subset = ones = others = 0
        for index in range(8):
            there = index % 4 < (lows if index < 4 else highs)
            if there and holds(left, cards[index]):
                subset |= 1 << index
                ones += index < 4
                others += index >= 4
        deal.wanted[shape] += one_of(KING - low) * np.uint64(ones - pairs[subset])
        deal.wanted[shape] += one_of(low) * np.uint64(others - pairs[subset])


@kernel
def _list(mask: np.uint64, places: NDArray[np.int64]) -> int:
    """List the places of a mask; return how many there are."""
    many = 0
    while mask != NOTHING:
        places[many] = lowest_bit(mask)
        mask &= mask - ONE
        many += 1
    return many


@kernel
def _most_pairs(
    cards: NDArray[np.int64], lows: int, highs: int, below: NDArray[np.uint64]
) -> NDArray[np.int8]:
    """Return for each subset of the cards how many pairs it holds in which neither card is over the other."""
    most = np.zeros(_SUBSETS, np.int8)
    for subset in range(1, _SUBSETS):
        one = 0
        while one < lows and not subset >> one & 1:
            one += 1
        if one == lows:
            continue
        without = subset & ~(1 << one)
        most[subset] = most[without]
        for other in range(4, 4 + highs):
            over = holds(below[cards[one]], cards[other]) or holds(below[cards[other]], cards[one])
            if subset >> other & 1 and not over:
                most[subset] = max(most[subset], 1 + most[without & ~(1 << other)])
    return most


@kernel
def one_of(value: int) -> np.uint64:
    """Return packed counters (four bits for each value 0 to 15) that are 1 for one value and else 0."""
    return ONE << (np.uint64(value) * _FOUR)


@kernel
def count_of(counters: np.uint64, value: int) -> int:
    """Return the counter of a value."""
    return int(np.int64((counters >> (np.uint64(value) * _FOUR)) & _FIFTEEN))


@kernel
def total(counters: np.uint64) -> int:
    """Return the sum of all counters."""
    many = 0
    while counters != NOTHING:
        many += int(np.int64(counters & _FIFTEEN))
        counters >>= _FOUR
    return many
