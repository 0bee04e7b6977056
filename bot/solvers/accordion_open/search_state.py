"""Where a search works: what it is doing, and the rows that it need not look at again."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.accordion_open.move_stack import COLUMNS, STEP
from bot.solvers.kernels.bit_planes import LONGEST

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOST, WON, OPEN = 0, 1, 2
"""What a kernel answers; OPEN where its nodes were used up before it knew."""
DEPTH, BASE, ATTEMPT, NODES = 0, 1, 2, 3
"""Places in `Desk.counters`: where the search is and where it began, number of the attempt, nodes so far."""
_KNOWN = 1 << 20
"""Eight megabytes, of which few searches ever touch more than half of one: see `known.room`."""
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class Desk(NamedTuple):
    """The arrays of one search; a thread has one desk and uses it again and again."""

    path: NDArray[np.uint64]
    """(LONGEST, COLUMNS): one line for each depth, that is, number of moves made (see `path`)."""
    done: NDArray[np.uint64]
    """(_KNOWN,): hashes of rows with nothing more to find (see `known`)."""
    salt: NDArray[np.uint64]
    """(1,): another one for each search."""
    counters: NDArray[np.int64]
    """(4,)"""

    def clear(self) -> None:
        """Forget all rows."""
        self.salt[:] += _GOLDEN

    def steps(self) -> list[int]:
        """Return the moves down to where the search is, as in `game.step`."""
        return [int(step) for step in self.path[: self.counters[DEPTH], STEP]]


_own = threading.local()


def own_desk() -> Desk:
    """Return the desk of this thread."""
    if not hasattr(_own, "desk"):
        path, done = np.zeros((LONGEST, COLUMNS), np.uint64), np.zeros(_KNOWN, np.uint64)
        _own.desk = Desk(path, done, np.zeros(1, np.uint64), np.zeros(4, np.int64))
    desk: Desk = _own.desk
    return desk
