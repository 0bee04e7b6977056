"""Transposition table of refuted rows: four-way buckets of 64-bit hashes, salted for each search.

Such tables go back to Greenblatt, Eastlake and Crocker's chess program (1967). Every entry says the same
thing, that its row is exhausted, so an entry is just its hash.

It does not use `kernels.transposition`: a row is looked up before it is searched and stored only once
refuted, so there are two steps instead of one. A bucket is four adjacent slots, all compared at once, and the
hash determines its slot: no slot need be free, and none has to be searched for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BUCKET = 4
"""Slots where a hash may lie."""


@kernel
def contains(table: NDArray[np.uint64], row_key: np.uint64, salt: np.uint64) -> bool:
    """Whether a hash was stored in this search.

    Two rows in one slot, which is 20 of the 64 bits, may share the others: at a hundred million nodes the
    chance of a wrong answer is 6 in a million.
    """
    first, salted = _bucket_of(table, row_key), row_key ^ salt
    return bool(
        (table[first] == salted)
        | (table[first + 1] == salted)
        | (table[first + 2] == salted)
        | (table[first + 3] == salted)
    )


@kernel
def store(table: NDArray[np.uint64], row_key: np.uint64, salt: np.uint64) -> None:
    """Store a hash in its bucket, always replacing what is in its slot.

    The salt distinguishes one search from the next, so nothing need be cleared between them. It does not
    affect the slot, so what a search forgets does not depend on earlier ones.
    """
    table[_bucket_of(table, row_key) + np.int64(row_key & np.uint64(_BUCKET - 1))] = row_key ^ salt


@kernel
def part_for(table: NDArray[np.uint64], piles: int) -> NDArray[np.uint64]:
    """Return the part of the table that suits a search from `piles` piles.

    The half megabyte of a small search stays in the processor's cache, which makes it twice as fast; a large
    search would forget too much in it.
    """
    return table[: 1 << min(max(piles - 14, 16), 20)]


@kernel
def _bucket_of(table: NDArray[np.uint64], row_key: np.uint64) -> int:
    """Return where the bucket of a hash begins."""
    buckets = np.uint64(len(table) // _BUCKET - 1)
    return int(np.int64((row_key >> np.uint64(20)) & buckets)) * _BUCKET
