"""Interval dynamic programming on bit sets: which two cards of a row can meet, for all pairs at once.

As in the parser of Cocke, Kasami (1965) and Younger (1967), every interval of a row is decided from shorter
ones; a word of 64 bits holds the answers for all right ends of one left end.

Two cards meet when they become neighbours. Neighbours meet. Others meet if and only if they match and some
block k1 ... km that may leave stands between them, the left card meeting k1, each card of the block the next,
and km the right card. For the block that leaves last between two cards has just these two as its flanks;
whatever left before it stood in one of the gaps, between two cards that were still there, so that its flanks
lay in the same gap, ends included: each gap is a game of its own. Conversely, clear the gaps, then take out
the block.

So a card meets those that match it and may follow a block that begins with a card it meets. These lie to its
right, which is why a single pass from the right end of the row finds everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING, ONE, bit
from bot.solvers.removals_interval.eligibility import LONGEST
from bot.solvers.removals_interval.interval_dp_two_words import fill_wide
from bot.solvers.removals_interval.pair_counts import after_pairs, count_pairs
from bot.solvers.removals_interval.place_sets import (
    AFTER,
    ALL,
    MATCHING,
    MEETS,
    RANK,
    SUIT,
    WORD,
    all_met,
    first,
    match,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.removals_interval.eligibility import Permit


class Table(NamedTuple):
    """The table of the dynamic program, reused for row after row.

    Loops take the arrays out of it first: Numba counts a reference at every access to a tuple.
    """

    sets: NDArray[np.uint64]
    """(2, 3, 128) for the left 64 places and for those beyond: MATCHING, MEETS and AFTER, by place."""
    seen: NDArray[np.uint64]
    """(2, 17) the places of each rank and then of each suit, as far as the row has been processed."""
    chains: NDArray[np.uint64]
    """(64, 9) the places that may follow a chain of pairs, by place and length; see `pair_counts`."""


@kernel
def new_table() -> Table:
    """Return an empty table."""
    return Table(
        np.zeros((2, 3, 2 * WORD), np.uint64),
        np.zeros((2, 17), np.uint64),
        np.zeros((WORD, LONGEST + 1), np.uint64),
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
    return bool(table.sets[last // WORD, MEETS, 0] >> np.uint64(last % WORD) & ONE)


@kernel
def fill(row: NDArray[np.int8], permit: Permit, table: Table) -> None:
    """Fill the table for a row of cards, 0..51; in rows of more than 64 cards no pairs are permitted."""
    if len(row) > WORD:
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
        after[place] = met & if_one | all_met(meets, met & if_two)


@kernel
def _fill_with_pairs(last: int, permit: Permit, sets: NDArray[np.uint64], chains: NDArray[np.uint64]) -> None:
    matching, meets, after = sets[MATCHING], sets[MEETS], sets[AFTER]
    if_one, if_two = _all_if(permit.any_cards, 1), _all_if(permit.any_cards, 2)
    chains[last] = NOTHING
    for place in range(last - 1, -1, -1):
        met = _met_by(place, matching[place], after)
        meets[place] = met
        count_pairs(place, met, matching[place], chains)
        after[place] = met & if_one | all_met(meets, met & if_two) | after_pairs(place, permit.pairs, chains)


@kernel
def _all_if(sizes: int, size: int) -> np.uint64:
    """Return all places if a size is permitted, else none."""
    return ALL if sizes >> size & 1 else NOTHING  # a mask: a branch in the loops costs a third of the speed


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
        free |= after[first(new)]
        new = matching & free & ~met
    return met
