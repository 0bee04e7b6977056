"""Depth-first search with random restarts for a row with few enough cards, on a bit board of places.

Cards only ever leave, and the others keep their order. So the whole state of a game is the set of original
places whose cards are left. It is one number of 64 bits, and exact.

Nearly every row can be won in very many ways, so most searches are random dives: removals at random until few
cards are left, then exhaustive search below. What was tried without success is kept in a transposition table
that all dives share. Only after many dives does the search begin at the top, and then it is complete.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import PACK
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import ONE, bit, lowest_bit, popcount
from idle_year.solvers.kernels.rng import STEP, below, deal_pack, random

CARDS = 52
"""Cards in the longest row."""
_REMOVALS = 2 * CARDS
"""An upper bound on the removals from a row."""
_SUITS = np.array([card.suit for card in PACK], dtype=np.int8)
_RANKS = np.array([card.rank for card in PACK], dtype=np.int8)
_FEW = 14
"""With no more cards than this, exhaustive search takes microseconds."""
_DIVES = 100
_SLOT_BITS = 17
SEARCHES = 1 << 12
"""How many searches, numbered from 1, may share a transposition table that was empty at first."""
_NUMBER = np.uint64(52)
"""The lowest bit of a search's number, above those of a set."""
WON, LOST, UNDECIDED = range(3)
"""The results of a search: goal reached, nothing left to try, or nodes used up."""


class SearchState(NamedTuple):
    """A row, and the move stack and transposition table of a resumable search in it."""

    matches: NDArray[np.uint64]
    """For each place, the mask of places that it matches, shape (CARDS,)."""
    distances: tuple[int, int]
    """How far apart the two cards of a removal are."""
    left: NDArray[np.uint64]
    """The move stack: sets of places left, as masks, down to the current position, shape (depths,)."""
    children: NDArray[np.uint64]
    """The sets after each removal from these, shape (depths, _REMOVALS)."""
    untried: NDArray[np.int64]
    """How many of these, from the first on, are still to be tried, shape (depths,)."""
    depth: NDArray[np.int64]
    """Shape (1,): the current depth; -1 when the search is over."""
    table: NDArray[np.uint64]
    """The transposition table: sets that were tried, each with the number of its search."""


def search_in(cards: list[int], distances: tuple[int, int]) -> SearchState:
    """Return a new search in a row of cards, 0..51."""
    depths = CARDS // 2 + 1
    matches = np.zeros(CARDS, dtype=np.uint64)
    match(np.array(cards, dtype=np.int8), matches)
    return SearchState(
        matches,
        distances,
        np.zeros(depths, dtype=np.uint64),
        np.zeros((depths, _REMOVALS), dtype=np.uint64),
        np.zeros(depths, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.zeros(1 << _SLOT_BITS, dtype=np.uint64),
    )


@kernel
def dive(search: SearchState, number: int, root: np.uint64, goal: int, nodes: int) -> tuple[int, int]:
    """Dive for a set with no more cards than the goal; return WON or UNDECIDED, and the nodes used.

    If WON, `search.left[: search.depth[0] + 1]` leads to it. Otherwise, unless all of its nodes were used
    up, the search is back at the root, and `search_on` may continue.
    """
    stream, used = random(root), 0
    for _ in range(_DIVES if popcount(root) > _FEW else 0):
        stream = _dive_once(search, root, stream)
        answer, more = search_on(search, number, goal, nodes - used)
        used += more
        # LOST covers only what was reachable from the end of this dive.
        if answer != LOST:
            return answer, used
    _push(search, 0, root)
    return WON if popcount(root) <= goal else UNDECIDED, used


@kernel
def search_on(search: SearchState, number: int, goal: int, nodes: int) -> tuple[int, int]:
    """Continue the exhaustive search for up to `nodes` nodes; return the answer and the nodes used."""
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
def full(size: int) -> np.uint64:
    """Return the set of the first `size` places."""
    return bit(size) - ONE


@kernel
def match(cards: NDArray[np.int8], matches: NDArray[np.uint64]) -> None:
    """Write for each place of a row of cards, 0..51, the mask of places that its card matches."""
    suits, ranks = np.zeros(4, dtype=np.uint64), np.zeros(13, dtype=np.uint64)
    for place, card in enumerate(cards):
        suits[_SUITS[card]] |= bit(place)
        ranks[_RANKS[card]] |= bit(place)
    for place, card in enumerate(cards):
        matches[place] = suits[_SUITS[card]] | ranks[_RANKS[card]]


@kernel
def _dive_once(search: SearchState, root: np.uint64, stream: np.uint64) -> np.uint64:
    """Make random removals until few cards are left; return the state of the stream."""
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
    """Push a set, with the results of each removal from it."""
    search.depth[0] = depth
    search.left[depth] = left
    near, far = search.distances
    search.untried[depth] = _find_removals(left, search.matches, near, far, search.children[depth])


@kernel
def _find_removals(
    left: np.uint64, matches: NDArray[np.uint64], near: int, far: int, children: NDArray[np.uint64]
) -> int:
    """Write the mask after each removal, by the right card from the left; return how many there are.

    The two cards of a removal are `near` or `far` places apart, at most 3.
    """
    one = two = three = np.uint64(0)
    rest, found = left, 0
    while rest:
        card = rest & (~rest + ONE)
        partners = matches[lowest_bit(rest)]
        before = (one, two, three)
        for other in (before[near - 1], before[far - 1]):
            if partners & other:
                children[found] = left ^ card ^ other
                found += 1
        one, two, three = card, one, two
        rest ^= card
    return found


@kernel
def _insert(table: NDArray[np.uint64], left: np.uint64, number: int) -> bool:
    """Insert a set into the table; return whether it was new.

    It does not use `kernels.transposition`: a set has one slot, and replaces its content without checking
    whether it is free. With that check, searches take up to a tenth longer.
    """
    entry = left | np.uint64(number) << _NUMBER
    slot = (entry * STEP) >> np.uint64(64 - _SLOT_BITS)
    new = bool(table[slot] != entry)
    table[slot] = entry
    return new


_ENOUGH = 1_000_000
"""Nodes after which a deal is left undecided."""


@kernel
def count_wins(search: SearchState, goal: int, seed: int, first: int, deals: int) -> tuple[int, int]:
    """Count the numbered deals of a survey that can be won, and those left undecided."""
    cards, won, undecided = np.empty(CARDS, dtype=np.int8), 0, 0
    for number in range(first, first + deals):
        in_table = 1 + number % (SEARCHES - 1)
        if in_table == 1:
            search.table[:] = 0
        deal_pack(cards, np.uint64(seed), number)
        match(cards, search.matches)
        answer, _ = dive(search, in_table, full(CARDS), goal, _ENOUGH)
        if answer == UNDECIDED:
            answer, _ = search_on(search, in_table, goal, _ENOUGH)
        won += answer == WON
        undecided += answer == UNDECIDED
    return won, undecided
