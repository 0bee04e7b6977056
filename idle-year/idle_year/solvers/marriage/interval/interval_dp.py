"""Interval dynamic programming on bit sets: which two cards of a row can meet, for all pairs at once.

As in the parser of Cocke, Kasami (1965) and Younger (1967), every interval of a row is decided from shorter
ones; a word of 64 bits holds the answers for all right ends of one left end: bit n stands for place n of the
row, counted from the left.

Two cards meet when they become neighbours. Neighbours meet. Others meet if and only if they match and some
block k1 ... km that may leave stands between them, the left card meeting k1, each card of the block the next,
and km the right card. For the block that leaves last between two cards has just these two as its flanks;
whatever left before it stood in one of the gaps, between two cards that were still there, so that its flanks
lay in the same gap, ends included: each gap is a game of its own. Conversely, clear the gaps, then take out
the block.

So a card meets those that match it and may follow a block that begins with a card it meets. These lie to its
right, which is why a single pass from the right end of the row finds everything. Blocks of adjacent pairs are
chains, built card by card from the right by dynamic programming as well.

For two packs a set is two words, for the left 64 places and those beyond, and blocks have one or two cards of
any kind. Arrays of such wide sets are (2, 3, 128): by word, by what the sets mean, and by place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros
from numpy.typing import NDArray

from idle_year.engine.games.leaving import Blocks
from idle_year.engine.games.marriage import Marriage
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import NOTHING, ONE, bit

LONGEST_BLOCK = 8
"""The most cards in a block of pairs."""
_ONE_OR_TWO, _EVEN = 0b110, 0b101010100
_TARGET = 2
"""Cards left after a win: the ends of the row, which never leave."""
_MOST_PACKS = 2
_WORD = 64
"""Places per set."""
_ALL = ~NOTHING
MATCHING, MEETS, AFTER = range(3)
"""The properties of each place, as rows of an array: the places to its right that match it, those that it can
meet, and those that may follow a block that begins with it."""
RANK = np.arange(52, dtype=np.uint8) % np.uint8(13)
"""0..12 for each card."""
SUIT = np.arange(52, dtype=np.uint8) // np.uint8(13) + np.uint8(13)
"""13..16 for each card, so that one array can be indexed by rank and by suit."""
_WideSet: TypeAlias = tuple[np.uint64, np.uint64]


class Permit(NamedTuple):
    """Which blocks may leave between two matching cards; in a set of sizes bit n stands for n cards."""

    any_cards: int
    """Sizes of blocks that may hold any cards: only 1 and 2."""
    pairs: int
    """Sizes of blocks whose cards must match in pairs: even, up to LONGEST_BLOCK."""


def permit_of(rules: Marriage) -> Permit | None:
    """Return what may leave in a game, or None if the interval algorithm does not support it.

    It does not solve a game that forces removals either: there the order of dealing matters. Two packs are
    supported with all cards in sight, and a redeal with one pack and no other special rule.

    Runs of one suit are omitted. They change nothing if one or two cards may leave as well: in a run of
    three the middle card stands between two of its suit and may leave alone, and so on until two are left.
    """
    if not isinstance(rules.leaving, Blocks) or rules.compulsory or rules.target != _TARGET:
        return None
    if rules.packs > _MOST_PACKS or (rules.packs > 1 and (rules.singly or rules.redeal)):
        return None
    if rules.redeal and (rules.singly or rules.ends):
        return None
    leaving = rules.leaving
    permit = Permit(_sizes(leaving.any_cards), _sizes(leaving.pairs))
    unknown = permit.any_cards & ~_ONE_OR_TWO or permit.pairs & ~_EVEN or permit.any_cards & permit.pairs
    run_matters = leaving.suit_run and permit.any_cards != _ONE_OR_TWO
    too_wide = rules.packs > 1 and permit.pairs
    return None if unknown or run_matters or too_wide else permit


def _sizes(sizes: Iterable[int]) -> int:
    return sum(1 << size for size in sizes)


class Table(NamedTuple):
    """The table of the dynamic program, reused for row after row.

    Loops take the arrays out of it first: Numba counts a reference at every access to a tuple.
    """

    sets: NDArray[np.uint64]
    """(2, 3, 128) for the left 64 places and for those beyond: MATCHING, MEETS and AFTER, by place."""
    seen: NDArray[np.uint64]
    """(2, 17) the places of each rank and then of each suit, as far as the row has been processed."""
    chains: NDArray[np.uint64]
    """(64, 9) the places that may follow a chain of pairs, by place and length; see `_count_pairs`."""


@kernel
def new_table() -> Table:
    """Return an empty table."""
    return Table(
        np.zeros((2, 3, 2 * _WORD), np.uint64),
        np.zeros((2, 17), np.uint64),
        np.zeros((_WORD, LONGEST_BLOCK + 1), np.uint64),
    )


@kernel
def can_be_won(row: NDArray[np.int8], permit: Permit, table: Table) -> bool:
    """Whether everything between the first and the last card (int8, 0..51) of a row can leave."""
    last = len(row) - 1
    if last < 2:
        return True
    if not match(row[0], row[last]):
        return False
    fill(row, permit, table)
    return bool(table.sets[last // _WORD, MEETS, 0] >> np.uint64(last % _WORD) & ONE)


@kernel
def fill(row: NDArray[np.int8], permit: Permit, table: Table) -> None:
    """Fill the table for a row of cards, 0..51; in rows of more than 64 cards no pairs are permitted."""
    if len(row) > _WORD:
        fill_wide(row, permit.any_cards, table.sets, table.seen)
        return
    last, sets = len(row) - 1, table.sets[0]
    _find_matches(row, sets[MATCHING], table.seen[0])
    sets[MEETS, last] = NOTHING
    sets[AFTER, last] = NOTHING
    if permit.pairs:
        _fill_with_pairs(last, permit, sets, table.chains)
    else:
        _fill_without(last, permit.any_cards, sets)


@kernel
def match(card: np.int8, other: np.int8) -> bool:
    """Whether two cards (0..51) share rank or suit."""
    return bool(RANK[card] == RANK[other] or SUIT[card] == SUIT[other])


@kernel
def leftmost(places: np.uint64) -> int:
    """Return the leftmost place as a number for arithmetic; `_first` serves only as an index.

    Numba would turn a sum of an unsigned and a signed number into a float.
    """
    return np.int64(_first(places))  # type: ignore[return-value]  # an int, once it is compiled


@kernel
def _find_matches(row: NDArray[np.int8], matching: NDArray[np.uint64], seen: NDArray[np.uint64]) -> None:
    seen[:] = NOTHING
    for place in range(len(row) - 1, -1, -1):
        card = np.uint8(row[place])
        rank, suit = RANK[card], SUIT[card]
        matching[place] = seen[rank] | seen[suit]
        seen[rank] |= bit(place)
        seen[suit] |= bit(place)


@kernel
def _fill_without(last: int, sizes: int, sets: NDArray[np.uint64]) -> None:
    matching, meets, after = sets[MATCHING], sets[MEETS], sets[AFTER]
    if_one, if_two = _all_if(sizes, 1), _all_if(sizes, 2)
    for place in range(last - 1, -1, -1):
        met = _met_by(place, matching[place], after)
        meets[place] = met
        after[place] = met & if_one | _all_met(meets, met & if_two)


@kernel
def _fill_with_pairs(last: int, permit: Permit, sets: NDArray[np.uint64], chains: NDArray[np.uint64]) -> None:
    matching, meets, after = sets[MATCHING], sets[MEETS], sets[AFTER]
    if_one, if_two = _all_if(permit.any_cards, 1), _all_if(permit.any_cards, 2)
    chains[last] = NOTHING
    for place in range(last - 1, -1, -1):
        met = _met_by(place, matching[place], after)
        meets[place] = met
        _count_pairs(place, met, matching[place], chains)
        after[place] = (
            met & if_one | _all_met(meets, met & if_two) | _after_pairs(place, permit.pairs, chains)
        )


@kernel
def _all_if(sizes: int, size: int) -> np.uint64:
    """Return all places if a size is permitted, else none."""
    return _ALL if sizes >> size & 1 else NOTHING  # a mask: a branch in the loops costs a third of the speed


@kernel
def _met_by(place: int, matching: np.uint64, after: NDArray[np.uint64]) -> np.uint64:
    """Return which places a place can meet, nearest first, as each may make others reachable."""
    met, free = bit(place + 1), after[place + 1]
    new = matching & free & ~met
    while new:
        nearest = new & (~new + ONE)
        farther: np.uint64 = matching & ~(nearest - ONE)
        if not farther & ~free:
            return met | farther
        met |= nearest
        free |= after[_first(new)]
        new = matching & free & ~met
    return met


@kernel
def _all_met(meets: NDArray[np.uint64], places: np.uint64) -> np.uint64:
    """Return what any of some places can meet."""
    met = NOTHING
    while places:
        met |= meets[_first(places)]
        places &= places - ONE
    return met


@kernel
def _first(places: np.uint64) -> np.uint64:
    """Return the leftmost place of a non-empty set."""
    return trailing_zeros(places)  # type: ignore[call-arg]  # Numba fills in its first argument


@kernel
def _count_pairs(place: int, meets: np.uint64, matching: np.uint64, chains: NDArray[np.uint64]) -> None:
    """Fill in the row of `chains` for a place k, given the rows to the right of it.

    `chains[k, m]` is the set of places that may follow a chain of m cards that begins with k, each meeting
    the next, divided into pairs from its right end: if m is even k is the first of a pair, and matches the
    second; if m is odd k is the second of a pair. So chains[k, m] is the union of chains[l, m - 1] over
    the l that k meets and, for even m, matches.
    """
    chain = chains[place]
    chain[:] = NOTHING
    chain[1] = meets
    while meets:
        other = chains[_first(meets)]
        matches = meets & (~meets + ONE) & matching
        for size in range(2, LONGEST_BLOCK + 1):
            if matches or size % 2:
                chain[size] |= other[size - 1]
        meets &= meets - ONE


@kernel
def _after_pairs(place: int, sizes: int, chains: NDArray[np.uint64]) -> np.uint64:
    """Return which places may follow a block of pairs of a permitted size that begins at a place."""
    after = NOTHING
    for size in range(2, LONGEST_BLOCK + 1, 2):
        if sizes >> size & 1:
            after |= chains[place, size]
    return after


@kernel
def fill_wide(row: NDArray[np.int8], sizes: int, sets: NDArray[np.uint64], seen: NDArray[np.uint64]) -> None:
    """Fill the table for a row of at most 128 cards, 0..51; `sizes` is that of `Permit.any_cards`."""
    _find_wide_matches(row, sets, seen)
    last = len(row) - 1
    sets[:, MEETS:, last] = NOTHING
    for place in range(last - 1, -1, -1):
        met = _wide_met_by(place, sets)
        _put(sets, place, MEETS, met)
        after = met if sizes & 0b10 else (NOTHING, NOTHING)
        if sizes & 0b100:
            after = _union(after, _wide_all_met(sets, met))
        _put(sets, place, AFTER, after)


@kernel
def _find_wide_matches(row: NDArray[np.int8], sets: NDArray[np.uint64], seen: NDArray[np.uint64]) -> None:
    seen[:] = NOTHING
    for place in range(len(row) - 1, -1, -1):
        rank, suit = RANK[row[place]], SUIT[row[place]]
        for word in range(2):
            sets[word, MATCHING, place] = seen[word, rank] | seen[word, suit]
        seen[place // _WORD, rank] |= bit(place % _WORD)
        seen[place // _WORD, suit] |= bit(place % _WORD)


@kernel
def _wide_met_by(place: int, sets: NDArray[np.uint64]) -> _WideSet:
    """Return which places a place can meet, nearest first, as each may make others reachable."""
    matching = _get(sets, place, MATCHING)
    met, free = _with((NOTHING, NOTHING), place + 1), _get(sets, place + 1, AFTER)
    new = _new(matching, free, met)
    while new[0] | new[1]:
        nearest = _leftmost_of_wide(new)
        met, free = _with(met, nearest), _union(free, _get(sets, nearest, AFTER))
        new = _new(matching, free, met)
    return met


@kernel
def _wide_all_met(sets: NDArray[np.uint64], places: _WideSet) -> _WideSet:
    """Return what any of some places can meet."""
    met = (NOTHING, NOTHING)
    for word in range(2):
        left = places[word]
        while left:
            met = _union(met, _get(sets, word * _WORD + leftmost(left), MEETS))
            left &= left - ONE
    return met


@kernel
def _new(matching: _WideSet, free: _WideSet, met: _WideSet) -> _WideSet:
    """Return the places that match, are available, and were not met yet."""
    return matching[0] & free[0] & ~met[0], matching[1] & free[1] & ~met[1]


@kernel
def _get(sets: NDArray[np.uint64], place: int, column: int) -> _WideSet:
    return sets[0, column, place], sets[1, column, place]


@kernel
def _put(sets: NDArray[np.uint64], place: int, column: int, places: _WideSet) -> None:
    sets[0, column, place], sets[1, column, place] = places


@kernel
def _union(one: _WideSet, other: _WideSet) -> _WideSet:
    return one[0] | other[0], one[1] | other[1]


@kernel
def _with(places: _WideSet, place: int) -> _WideSet:
    """Return a set with one more place."""
    if place < _WORD:
        return places[0] | bit(place), places[1]
    return places[0], places[1] | bit(place - _WORD)


@kernel
def _leftmost_of_wide(places: _WideSet) -> int:
    """Return the leftmost place of a set that is not empty."""
    return leftmost(places[0]) if places[0] else leftmost(places[1]) + _WORD
