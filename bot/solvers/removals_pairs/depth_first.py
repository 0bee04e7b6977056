"""The search for a row with few enough cards.

Nearly every row can be won in very many ways, so the search dives: it makes removals at random until few
cards are left and then tries everything. What it has tried leads nowhere, so no dive tries it again. Only
after many dives it begins at the top to try everything there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import popcount
from bot.solvers.kernels.rng import STEP, random
from bot.solvers.removals_pairs.moves import MOST, MOVES, match, removals

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FEW = 14
"""With no more cards than this, a search through everything takes microseconds."""
_DIVES = 100
_SLOT_BITS = 17
SEARCHES = 1 << 12
"""How many searches, numbered from 1, may share one table that was empty before them."""
_NUMBER = np.uint64(52)
"""The lowest bit of the number of a search, above those of a set."""
FOUND, NO_MORE, TIRED = range(3)
"""How a search comes back: at its goal, with nothing left to try, or after enough states."""


class Search(NamedTuple):
    """A row and where the search in it is; it can be taken up again there."""

    matches: NDArray[np.uint64]
    """For each place, the places with which it matches."""
    distances: tuple[int, int]
    """How far the two cards of a removal stand apart."""
    left: NDArray[np.uint64]
    """The sets of places left on the way to where the search is, a step in each place."""
    children: NDArray[np.uint64]
    """The sets after each removal from these, shape (steps, MOVES)."""
    waiting: NDArray[np.int64]
    """How many of these, the first ones, are still to be tried."""
    depth: NDArray[np.int64]
    """One number: the step that the search is at; -1 where it is over."""
    met: NDArray[np.uint64]
    """A table of the sets that have been tried."""


def search_in(cards: list[int], distances: tuple[int, int]) -> Search:
    """Return a search in a row of cards that has not begun."""
    steps = MOST // 2 + 1
    matches = np.zeros(MOST, dtype=np.uint64)
    match(np.array(cards, dtype=np.int8), matches)
    return Search(
        matches,
        distances,
        np.zeros(steps, dtype=np.uint64),
        np.zeros((steps, MOVES), dtype=np.uint64),
        np.zeros(steps, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros(1 << _SLOT_BITS, dtype=np.uint64),
    )


@kernel
def hunt(search: Search, number: int, root: np.uint64, goal: int, nodes: int) -> tuple[int, int]:
    """Dive for a set with no more cards than the goal; return whether it is FOUND, and how many sets it met.

    Then `search.left[: search.depth[0] + 1]` leads to it. Else the hunt is TIRED: unless it met as many sets
    as it may, the search is back at the root, and `try_all` may go on.
    """
    stream, entered = random(root), 0
    for _ in range(_DIVES if popcount(root) > _FEW else 0):
        stream = _dive(search, root, stream)
        why, more = try_all(search, number, goal, nodes - entered)
        entered += more
        if why != NO_MORE:
            return why, entered
    _go_to(search, 0, root)
    return FOUND if popcount(root) <= goal else TIRED, entered


@kernel
def try_all(search: Search, number: int, goal: int, nodes: int) -> tuple[int, int]:
    """Go on trying everything that waits, without a second look at any set."""
    entered = 0
    while search.depth[0] >= 0:
        if entered >= nodes:
            return TIRED, entered
        step = search.depth[0]
        if search.waiting[step] == 0:
            search.depth[0] -= 1
            continue
        search.waiting[step] -= 1
        child = search.children[step, search.waiting[step]]
        if _enter(search.met, child, number):
            entered += 1
            _go_to(search, step + 1, child)
            if popcount(child) <= goal:
                return FOUND, entered
    return NO_MORE, entered


@kernel
def _dive(search: Search, root: np.uint64, stream: np.uint64) -> np.uint64:
    """Make removals at random until few cards are left; return the state of the stream."""
    _go_to(search, 0, root)
    step = 0
    while search.waiting[step] > 0 and popcount(search.left[step]) > _FEW:
        bits = random(stream) >> np.uint64(32)
        stream += STEP
        picked = (bits * np.uint64(search.waiting[step])) >> np.uint64(32)
        search.waiting[step] = 0
        step += 1
        _go_to(search, step, search.children[step - 1, picked])
    return stream


@kernel
def _go_to(search: Search, step: int, left: np.uint64) -> None:
    """Make a set the place where the search is."""
    search.depth[0] = step
    search.left[step] = left
    near, far = search.distances
    search.waiting[step] = removals(left, search.matches, near, far, search.children[step])


@kernel
def _enter(met: NDArray[np.uint64], left: np.uint64, number: int) -> bool:
    """Write a set into the table; return whether it was not there yet."""
    entry = left | np.uint64(number) << _NUMBER
    slot = (entry * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - _SLOT_BITS)
    new = bool(met[slot] != entry)
    met[slot] = entry
    return new
