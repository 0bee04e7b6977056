"""A row of cards as seven 64-bit numbers, so that a few instructions examine all of its piles at once.

Each number is a plane: its bit p belongs to the pile at place p, counted from 0 at the left. One plane says
which places are filled, two hold the bits of the suits and four those of the ranks of the top cards. Unfilled
places are 0 in every plane. A row is a tuple, so a kernel holds it in registers and never allocates.

For kernels only: passed through Python, a row would become a tuple of ints, and Numba would compile
everything a second time for signed numbers. Pass rows in as cards (`lay`) or in arrays (`keep`, `kept`).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.jit import kernel

Planes: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64, np.uint64]
"""Filled places, two planes of suits, four of ranks, the low bits first."""

PLANES = 7
"""Numbers in a row."""
LONGEST = 64
"""Piles in the longest row."""
_ONE = np.uint64(1)
_ODD = np.uint64(0x9E3779B97F4A7C15)


@kernel
def lay(cards: NDArray[np.int8]) -> Planes:
    """Return the row of cards (numbers 0..51 as in `Card`, the leftmost first)."""
    filled = suits_1 = suits_2 = ranks_1 = ranks_2 = ranks_4 = ranks_8 = np.uint64(0)
    for place in range(len(cards)):
        at = np.uint64(place)
        suit, rank = np.uint64(cards[place] // 13), np.uint64(cards[place] % 13)
        filled |= _ONE << at
        suits_1 |= (suit & _ONE) << at
        suits_2 |= (suit >> _ONE) << at
        ranks_1 |= (rank & _ONE) << at
        ranks_2 |= ((rank >> _ONE) & _ONE) << at
        ranks_4 |= ((rank >> np.uint64(2)) & _ONE) << at
        ranks_8 |= (rank >> np.uint64(3)) << at
    return filled, suits_1, suits_2, ranks_1, ranks_2, ranks_4, ranks_8


@kernel
def card_at(row: Planes, place: int) -> int:
    """Return the number of the card on top of a pile."""
    _, suits_1, suits_2, ranks_1, ranks_2, ranks_4, ranks_8 = row
    suit = _bit(suits_1, place) + 2 * _bit(suits_2, place)
    rank = (
        _bit(ranks_1, place) + 2 * _bit(ranks_2, place) + 4 * _bit(ranks_4, place) + 8 * _bit(ranks_8, place)
    )
    return 13 * suit + rank


@kernel
def matches(row: Planes, distance: int) -> np.uint64:
    """Return the places whose pile matches the one `distance` places to its left, as a mask.

    Shifted right by the distance, the mask holds the places whose pile matches the one that far to its right.
    """
    filled, suits_1, suits_2, ranks_1, ranks_2, ranks_4, ranks_8 = row
    far = np.uint64(distance)
    other_suit = (suits_1 ^ (suits_1 << far)) | (suits_2 ^ (suits_2 << far))
    other_rank = (ranks_1 ^ (ranks_1 << far)) | (ranks_2 ^ (ranks_2 << far))
    other_rank |= (ranks_4 ^ (ranks_4 << far)) | (ranks_8 ^ (ranks_8 << far))
    return filled & (filled << far) & ~(other_suit & other_rank)


@kernel
def without(row: Planes, place: int) -> Planes:
    """Return the row after a pile has left it; the piles to its right close up."""
    filled, suits_1, suits_2, ranks_1, ranks_2, ranks_4, ranks_8 = row
    left = (_ONE << np.uint64(place)) - _ONE
    return (
        filled >> _ONE,
        _close(suits_1, left),
        _close(suits_2, left),
        _close(ranks_1, left),
        _close(ranks_2, left),
        _close(ranks_4, left),
        _close(ranks_8, left),
    )


@kernel
def merged(row: Planes, source: int, target: int) -> Planes:
    """Return the row after the pile at `source` has been put onto the one at `target`, on either side."""
    filled, suits_1, suits_2, ranks_1, ranks_2, ranks_4, ranks_8 = row
    covered = (
        filled,
        _copied(suits_1, source, target),
        _copied(suits_2, source, target),
        _copied(ranks_1, source, target),
        _copied(ranks_2, source, target),
        _copied(ranks_4, source, target),
        _copied(ranks_8, source, target),
    )
    return without(covered, source)


@kernel
def key(row: Planes) -> np.uint64:
    """Return a hash of the row with 64 well-mixed bits."""
    filled, suits_1, suits_2, ranks_1, ranks_2, ranks_4, ranks_8 = row
    suits = _stir(_stir(filled, suits_1), suits_2)
    ranks = _stir(_stir(_stir(ranks_1, ranks_2), ranks_4), ranks_8)
    return _stir(suits, ranks)


@kernel
def keep(rows: NDArray[np.uint64], number: int, row: Planes) -> None:
    """Write a row into an array of shape (rows, PLANES)."""
    for plane in range(PLANES):
        rows[number, plane] = row[plane]


@kernel
def kept(rows: NDArray[np.uint64], number: int) -> Planes:
    """Read a row from an array of shape (rows, PLANES)."""
    one = rows[number]
    return one[0], one[1], one[2], one[3], one[4], one[5], one[6]


@kernel
def _bit(plane: np.uint64, place: int) -> int:
    return _signed((plane >> np.uint64(place)) & _ONE)


@kernel
def _signed(number: np.uint64) -> int:
    """Return a small number as Numba's default integer type: mixed types would become floats."""
    return int(np.int64(number))


@kernel
def _close(plane: np.uint64, left: np.uint64) -> np.uint64:
    """Keep the bits in the mask `left` and shift all others down by one."""
    return (plane & left) | ((plane >> _ONE) & ~left)


@kernel
def _copied(plane: np.uint64, source: int, target: int) -> np.uint64:
    """Set the bit at `target` to that at `source`."""
    other = ((plane >> np.uint64(source)) ^ (plane >> np.uint64(target))) & _ONE
    return plane ^ (other << np.uint64(target))


@kernel
def _stir(one: np.uint64, other: np.uint64) -> np.uint64:
    """Mix two numbers; multiplication carries bits upwards only, so the high half is folded back."""
    mixed = (one ^ other * np.uint64(0xD6E8FEB86659FD93)) * _ODD
    return mixed ^ (mixed >> np.uint64(32))
