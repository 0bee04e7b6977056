"""Depth-first branch and bound (Land and Doig 1960) with an admissible lower bound and a transposition table.

It finds the fewest cards that can be left, and proves that no fewer can. Of two ends with as many cards left,
the one in an earlier pass is better, as games are scored that way. The table holds whole keys, not hashes of
them, so nothing is lost by a collision.
"""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import NOTHING, ONE, popcount
from idle_year.solvers.kernels.rng import deal_pack
from idle_year.solvers.protocols import Budget
from idle_year.solvers.pyramid.deal_tables import Deal, SearchResult, SearchRoot, prepare
from idle_year.solvers.pyramid.lower_bound import bound
from idle_year.solvers.pyramid.pairing import CANNOT, MOST_PAIRS, pairing
from idle_year.solvers.pyramid.state import MOST_TURNS, PLACES, SHAPES, hashed, key_of, parts_of
from idle_year.solvers.pyramid.successors import MOST_STEPS, expand, settle

RANKS = MOST_TURNS + 1
"""An end is worth RANKS for each card left and 1 for each turn of the waste; less is better."""
_DEEPEST = 54
DEPTH, NODES, INCUMBENT, INCUMBENT_DEPTH = range(4)
"""The counters: depth (-1 when finished), states, the worth of the best end and its depth."""
_PROBES = 4
_SLICE = 2000
"""Nodes between checks of the clock: a few milliseconds."""
_REMEMBERED = 1 << 17


class SearchState(NamedTuple):
    """A move stack and a transposition table; the search can be paused and resumed."""

    stack: NDArray[np.uint64]
    """For each depth the keys still to be searched, the best last."""
    sizes: NDArray[np.int64]
    """How many there are."""
    path: NDArray[np.uint64]
    """The keys from the root to the current position."""
    incumbent: NDArray[np.uint64]
    """The keys from the root to the best end."""
    transposition: NDArray[np.uint64]
    """The inverted keys of states that were searched, by hash; 0 is an empty slot."""
    counters: NDArray[np.int64]
    """(4,): see DEPTH."""


def new_search(states: int) -> SearchState:
    """Return a search that remembers up to `states` states (a power of two)."""
    return SearchState(
        np.zeros((_DEEPEST, MOST_STEPS), np.uint64),
        np.zeros(_DEEPEST, np.int64),
        np.zeros(_DEEPEST, np.uint64),
        np.zeros(_DEEPEST, np.uint64),
        np.zeros(states, np.uint64),
        np.zeros(4, np.int64),
    )


class _Memory(threading.local):
    """The memory of one thread: 1 MB."""

    def __init__(self) -> None:
        self.search = new_search(_REMEMBERED)


_memory = _Memory()


def find_best(root: SearchRoot, worth: int, least: int, enough: int, budget: Budget) -> SearchResult:
    """Search for an end worth less than `worth`, until one is worth less than `enough`.

    No end can be worth less than `least`; `RANKS` defines the worth of ends. The result is certain
    if there is no better end, or this one is good enough.
    """
    search, over = _memory.search, False
    begin(search, root.deal, np.uint64(settle(root.deal, root.key, True)), root.lap, worth)
    while not over and (nodes := budget.slice(_SLICE)):
        before = int(search.counters[NODES])
        over = search_on(search, root.deal, root.lap, least, enough, nodes)
        budget.used += int(search.counters[NODES]) - before
    depth = int(search.counters[INCUMBENT_DEPTH])
    keys = list(search.incumbent[: depth + 1]) if depth >= 0 else None
    return SearchResult(keys, over, budget.used)


@kernel
def begin(search: SearchState, deal: Deal, root: np.uint64, lap: int, worth: int) -> None:
    """Begin at a root, searching for an end worth less than `worth`."""
    search.transposition[:] = NOTHING
    search.path[0] = root
    search.counters[:] = 0
    search.counters[INCUMBENT], search.counters[INCUMBENT_DEPTH] = worth, -1
    _update_incumbent(search, deal, root, 0)
    _push_successors(search, deal, 0, root, lap, 0)


@kernel
def search_on(search: SearchState, deal: Deal, lap: int, least: int, enough: int, nodes: int) -> bool:
    """Visit up to `nodes` more states; return whether the search is over.

    It is over when everything was searched, or an end worth less than `enough` is found. No end can be
    worth less than `least`.
    """
    stop = search.counters[NODES] + nodes
    while search.counters[DEPTH] >= 0 and search.counters[INCUMBENT] >= enough:
        if search.counters[NODES] >= stop:
            return False
        depth = search.counters[DEPTH]
        if search.sizes[depth] == 0:
            search.counters[DEPTH] -= 1
            continue
        search.sizes[depth] -= 1
        key = search.stack[depth, search.sizes[depth]]
        if _is_visited(search, key):
            continue
        search.counters[DEPTH] = depth + 1
        search.counters[NODES] += 1
        search.path[depth + 1] = key
        _update_incumbent(search, deal, key, depth + 1)
        _push_successors(search, deal, depth + 1, key, lap, least)
    return True


@kernel
def _worth(deal: Deal, root: np.uint64, key: np.uint64) -> int:
    """Return the worth of ending in a state."""
    shape, deck, _, turns = parts_of(key)
    left = popcount(deal.shapes.left[shape])
    if deal.whole:
        left += popcount(deck)
    return RANKS * left + parts_of(root)[3] - turns


@kernel
def _update_incumbent(search: SearchState, deal: Deal, key: np.uint64, depth: int) -> None:
    worth = _worth(deal, search.path[0], key)
    if worth < search.counters[INCUMBENT]:
        search.counters[INCUMBENT], search.counters[INCUMBENT_DEPTH] = worth, depth
        search.incumbent[: depth + 1] = search.path[: depth + 1]


@kernel
def _is_visited(search: SearchState, key: np.uint64) -> bool:
    """Whether a state was visited; record it, replacing another if need be.

    It does not use `kernels.transposition`: keys are exact, so their slots come from a separate hash, and
    which of four is replaced varies over time.
    """
    first, mark = hashed(key, len(search.transposition)), ~key
    for probe in range(_PROBES):
        slot = (first + probe) & (len(search.transposition) - 1)
        if search.transposition[slot] == mark:
            return True
        if search.transposition[slot] == NOTHING:
            search.transposition[slot] = mark
            return False
    search.transposition[(first + search.counters[NODES] % _PROBES) & (len(search.transposition) - 1)] = mark
    return False


@kernel
def _push_successors(
    search: SearchState, deal: Deal, depth: int, key: np.uint64, lap: int, least: int
) -> None:
    """Push a state's successors, pruned by the incumbent and ordered by an estimate, best last."""
    keys, ahead = search.stack[depth], np.empty(MOST_STEPS, np.int64)
    costs = np.empty(MOST_STEPS, np.int16)
    many = 0
    turns = parts_of(search.path[0])[3]
    for step in range(expand(deal, key, lap, True, keys, costs)):
        child = keys[step]
        removals, draws, stay = bound(deal, child)
        if max(RANKS * stay, least) + turns - parts_of(child)[3] >= search.counters[INCUMBENT]:
            continue
        estimate = 10 * costs[step] + 20 * removals + 8 * draws
        place = many
        while place > 0 and ahead[place - 1] < estimate:
            ahead[place], keys[place] = ahead[place - 1], keys[place - 1]
            place -= 1
        ahead[place], keys[place] = estimate, child
        many += 1
    search.sizes[depth] = many


_PACK = 52
_STOCK = 24
_FULL = SHAPES - 1


@kernel
def count_won(
    deal: Deal, search: SearchState, turns: int, nodes: int, seed: np.uint64, first: int, deals: int
) -> tuple[int, int]:
    """Count the deals of a survey, starting with number `first`, that can be won, and those left undecided.

    `turns` is how often the waste may be turned over, -1 for unlimited. A deal that takes more
    than `nodes` nodes is left undecided. The deal and the search are work space.
    """
    cards, held = np.empty(_PACK, np.int8), np.empty(14, np.int8)
    chosen = np.empty((MOST_PAIRS, 2), np.int8)
    won = undecided = 0
    for number in range(first, first + deals):
        deal_pack(cards, seed, number)
        held[:] = 0
        for place in range(_PACK):
            value = cards[place] % 13 + 1
            if place < PLACES:
                deal.pyramid[place] = value
            else:
                deal.deck[place - PLACES] = value
                held[value] += 1
        if pairing(deal.pyramid, held, deal.below, deal.whole, chosen) == CANNOT:
            continue
        if turns < 0:
            won += 1
            continue
        over = _search(deal, search, turns, nodes)
        won += search.counters[INCUMBENT] < RANKS
        undecided += not over
    return won, undecided


@kernel
def _search(deal: Deal, search: SearchState, turns: int, nodes: int) -> bool:
    """Search a deal for a win until one is found or nothing is left; return whether it came to that."""
    prepare(deal, _FULL)
    root = settle(deal, key_of(_FULL, (ONE << np.uint64(_STOCK)) - ONE, 0, turns), True)
    begin(search, deal, root, 1, RANKS)
    return search_on(search, deal, 1, 0, RANKS, nodes)
