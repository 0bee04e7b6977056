"""Rows that need not be looked at again: the hashes of those from which there is nothing more to find."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BUCKET = 4
"""Places where a hash may lie."""


@kernel
def known(done: NDArray[np.uint64], found: np.uint64, salt: np.uint64) -> bool:
    """Whether a hash is kept.

    Two rows may share all 64 bits: at a hundred million nodes a wrong answer has a chance of 10**-11.
    """
    first, salted = _first(done, found), found ^ salt
    return bool(
        (done[first] == salted)
        | (done[first + 1] == salted)
        | (done[first + 2] == salted)
        | (done[first + 3] == salted)
    )


@kernel
def remember(done: NDArray[np.uint64], found: np.uint64, salt: np.uint64) -> None:
    """Keep a hash, in the place of another.

    The salt tells one search from the next, so that nothing need be cleared between them. It does not touch
    the place, so what a search forgets does not depend on those before it.
    """
    done[_first(done, found) + np.int64(found & np.uint64(_BUCKET - 1))] = found ^ salt


@kernel
def room(done: NDArray[np.uint64], piles: int) -> NDArray[np.uint64]:
    """Return the part of the array that a search from so many piles is to use: what fits its size.

    A processor keeps the half megabyte of a small search close by, which makes it twice as fast; of a large
    one too much would be forgotten there.
    """
    return done[: 1 << min(max(piles - 14, 16), 20)]


@kernel
def _first(done: NDArray[np.uint64], found: np.uint64) -> int:
    """Return where the bucket of a hash begins."""
    buckets = np.uint64(len(done) // _BUCKET - 1)
    return int(np.int64((found >> np.uint64(20)) & buckets)) * _BUCKET
