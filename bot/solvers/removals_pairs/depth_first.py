"""Depth-first search with random restarts for a row with few enough cards.

Nearly every row can be won in very many ways, so most searches are random dives: removals at random until few
cards are left, then exhaustive search below. What was tried leads nowhere and lies in a transposition table
that all dives share. Only after many of them the search begins at the top, and then it is complete.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import popcount
from bot.solvers.kernels.rng import STEP, below, random
from bot.solvers.removals_pairs.moves import MOST, MOVES, match, removals

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FEW = 14
"""With no more cards than this, exhaustive search takes microseconds."""
_DIVES = 100
_SLOT_BITS = 17
SEARCHES = 1 << 12
"""How many searches, numbered from 1, may share one transposition table that was empty before them."""
_NUMBER = np.uint64(52)
"""The lowest bit of the number of a search, above those of a set."""
WON, LOST, UNDECIDED = range(3)
"""What a search answers: it is at its goal, there is nothing left to try, or its nodes were used up."""


class SearchState(NamedTuple):
    """A row, and move stack and transposition table of the search in it, which can go on where it stopped."""

    matches: NDArray[np.uint64]
    """For each place, the places with which it matches, as masks, shape (MOST,)."""
    distances: tuple[int, int]
    """How far the two cards of a removal stand apart."""
    left: NDArray[np.uint64]
    """The move stack: sets of places left, as masks, down to where the search is, shape (depths,)."""
    children: NDArray[np.uint64]
    """The sets after each removal from these, shape (depths, MOVES)."""
    untried: NDArray[np.int64]
    """How many of these, the first ones, are still to be tried, shape (depths,)."""
    depth: NDArray[np.int64]
    """Shape (1,): where the search is; -1 where it is over."""
    table: NDArray[np.uint64]
    """The transposition table: sets that were tried, each with the number of its search."""


def search_in(cards: list[int], distances: tuple[int, int]) -> SearchState:
    """Return a search in a row of cards, 0..51, that has not begun."""
    depths = MOST // 2 + 1
    matches = np.zeros(MOST, dtype=np.uint64)
    match(np.array(cards, dtype=np.int8), matches)
    return SearchState(
        matches,
        distances,
        np.zeros(depths, dtype=np.uint64),
        np.zeros((depths, MOVES), dtype=np.uint64),
        np.zeros(depths, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros(1 << _SLOT_BITS, dtype=np.uint64),
    )


@kernel
def dive(search: SearchState, number: int, root: np.uint64, goal: int, nodes: int) -> tuple[int, int]:
    """Dive for a set with no more cards than the goal; return WON or UNDECIDED, and the nodes used.

    Where it is WON, `search.left[: search.depth[0] + 1]` leads to it. Else, unless all of its nodes were used
    up, the search is back at the root, and `search_on` may go on.
    """
    stream, used = random(root), 0
    for _ in range(_DIVES if popcount(root) > _FEW else 0):
        stream = _dive_once(search, root, stream)
        answer, more = search_on(search, number, goal, nodes - used)
        used += more
        # What is lost is only what could be reached from the end of this dive.
        if answer != LOST:
            return answer, used
    _push(search, 0, root)
    return WON if popcount(root) <= goal else UNDECIDED, used


@kernel
def search_on(search: SearchState, number: int, goal: int, nodes: int) -> tuple[int, int]:
    """Go on with the exhaustive search for at most so many nodes; return the answer and the nodes used."""
    used = 0
    while search.depth[0] >= 0:
        if used >= nodes:
            return UNDECIDED, used
        depth = search.depth[0]
        if search.untried[depth] == 0:
            search.depth[0] -= 1
            continue
        search.untried[depth] -= 1
        child = search.children[depth, search.untried[depth]]
        if _insert(search.table, child, number):
            used += 1
            _push(search, depth + 1, child)
            if popcount(child) <= goal:
                return WON, used
    return LOST, used


@kernel
def _dive_once(search: SearchState, root: np.uint64, stream: np.uint64) -> np.uint64:
    """Make removals at random until few cards are left; return the state of the stream."""
    _push(search, 0, root)
    depth = 0
    while search.untried[depth] > 0 and popcount(search.left[depth]) > _FEW:
        picked = below(search.untried[depth], stream)
        stream += STEP
        search.untried[depth] = 0
        depth += 1
        _push(search, depth, search.children[depth - 1, picked])
    return stream


@kernel
def _push(search: SearchState, depth: int, left: np.uint64) -> None:
    """Put a set on the stack, with what each removal from it leaves."""
    search.depth[0] = depth
    search.left[depth] = left
    near, far = search.distances
    search.untried[depth] = removals(left, search.matches, near, far, search.children[depth])


@kernel
def _insert(table: NDArray[np.uint64], left: np.uint64, number: int) -> bool:
    """Put a set into the table; return whether it was not there yet.

    It is no `kernels.transposition`: a set has one place, and replaces what lies there without a look whether
    it is free. With that look, searches take up to a tenth longer.
    """
    entry = left | np.uint64(number) << _NUMBER
    slot = (entry * STEP) >> np.uint64(64 - _SLOT_BITS)
    new = bool(table[slot] != entry)
    table[slot] = entry
    return new
