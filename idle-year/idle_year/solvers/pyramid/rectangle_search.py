"""Rectangle search (Lemons, Ruml, Holte and Linares López 2024): a beam search that widens for ever.

A layer holds the states with the same number of cards left. In each round the most promising state of every
layer is expanded, from the full pyramid down; unlike in the paper, even the first round goes all the way. A
first line is found in the first rounds, and shorter ones come up as the beam widens. A state is queued only
if it may lie on a shorter line than the best, by an admissible bound; when the queues are empty, the best is
proven to be the shortest. Within a layer, states are queued in buckets by their bound on the whole line; of
equal ones the latest comes first.
"""

from __future__ import annotations

import threading
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import popcount
from idle_year.solvers.protocols import Budget
from idle_year.solvers.pyramid.deal_tables import Deal, SearchResult, SearchRoot
from idle_year.solvers.pyramid.lower_bound import moves_ahead
from idle_year.solvers.pyramid.state import DECK, PLACES, hashed, parts_of
from idle_year.solvers.pyramid.successors import MOST_STEPS, expand, settle

RUNNING, EXHAUSTED, OUT_OF_MEMORY = range(3)
LAYERS = PLACES + DECK + 1
_BUCKETS = 256
_NOTHING = -1
_STALE = -1
_ANY = 1 << 13
_ENOUGH, _LEAST_PATIENCE, _PATIENCE = 1.13, 600, 9000
"""How many states are expanded to find a shorter line: few if the best is close to the lower bound.

Most lines within this factor of the bound are already the shortest, since the bound tends to be too low.
"""
_SLICE = 200
"""States between checks of the clock and of patience: two milliseconds."""
_STATES = 1 << 16
GENERATED, EXPANDED, GOAL, LAYER, EMPTY = range(5)
"""The counters: states generated and expanded, the end of the best line or -1, the next layer, and how
many layers in a row had empty queues."""


class Frontier(NamedTuple):
    """Open and closed list: the states in the order in which they were generated."""

    keys: NDArray[np.uint64]
    parents: NDArray[np.int32]
    """The predecessor of each state; -1 for the root."""
    g: NDArray[np.int16]
    """The moves to each from the root; -1 if a shorter way to the same state was found."""
    h: NDArray[np.int16]
    """A lower bound on the moves from each to the goal: an admissible heuristic."""
    next: NDArray[np.int32]
    """The next state in its bucket, or -1."""
    buckets: NDArray[np.int32]
    """(LAYERS, moves): the first state queued in each layer with each bound, or -1."""
    lowest: NDArray[np.int16]
    """(LAYERS,): all lower buckets are empty."""
    slots: NDArray[np.int32]
    """Transposition table: the index of the state by its hash, or -1."""
    counters: NDArray[np.int64]
    """(5,): see GENERATED."""


def frontier(states: int) -> Frontier:
    """Return an empty frontier with room for `states` states (a power of two), at 28 bytes each."""
    return Frontier(
        np.empty(states, np.uint64),
        np.empty(states, np.int32),
        np.empty(states, np.int16),
        np.empty(states, np.int16),
        np.empty(states, np.int32),
        np.empty((LAYERS, _BUCKETS), np.int32),
        np.empty(LAYERS, np.int16),
        np.empty(2 * states, np.int32),
        np.zeros(5, np.int64),
    )


class _Memory(threading.local):
    """The memory of one thread: 2 MB."""

    def __init__(self) -> None:
        self.frontier = frontier(_STATES)


_memory = _Memory()


def find_line(root: SearchRoot, budget: Budget) -> SearchResult:
    """Search for a short line from a root to the goal, as far as memory allows.

    Once there is one, the search continues for a shorter one until it is proven that there is none, or
    patience runs out: the further the line may be from the shortest, the greater the patience.
    """
    front, counters = _memory.frontier, _memory.frontier.counters
    begin(front, root.deal, np.uint64(settle(root.deal, root.key, root.deal.whole)))
    result = RUNNING
    while result == RUNNING and not _is_enough(front) and (nodes := budget.slice(_SLICE)):
        before = int(counters[EXPANDED])
        result = search(front, root.deal, root.lap, nodes)
        budget.used += int(counters[EXPANDED]) - before
    goal = int(counters[GOAL])
    if goal < 0:
        return SearchResult(None, result == EXHAUSTED, budget.used)
    return SearchResult(_keys_to(front, goal), certain=True, nodes=budget.used)


def _is_enough(front: Frontier) -> bool:
    """Whether the line found is short enough, given the number of states expanded."""
    if front.counters[GOAL] < 0:
        return False
    moves, least = shortest(front)
    patience = _LEAST_PATIENCE if moves <= _ENOUGH * least else _PATIENCE
    return bool(front.counters[EXPANDED] >= patience)


def _keys_to(front: Frontier, goal: int) -> list[np.uint64]:
    """Return the states on the way to a goal."""
    keys = []
    while goal >= 0:
        keys.append(front.keys[goal])
        goal = int(front.parents[goal])
    return keys[::-1]


@kernel
def begin(front: Frontier, deal: Deal, root: np.uint64) -> None:
    """Reset a frontier to just a root."""
    front.buckets[:] = front.slots[:] = _NOTHING
    front.lowest[:] = _BUCKETS
    front.counters[:] = 0
    front.counters[GENERATED], front.counters[LAYER] = 1, _layer(root, deal.whole, deal.shapes.left)
    front.keys[0], front.parents[0] = root, _NOTHING
    front.g[0] = front.h[0] = 0
    front.slots[hashed(root, len(front.slots))] = 0
    if front.counters[LAYER] > 0:
        front.counters[GOAL] = _NOTHING
        _push(front, 0, int(front.counters[LAYER]), 0)


@kernel
def search(front: Frontier, deal: Deal, lap: int, nodes: int) -> int:
    """Expand up to `nodes` states; return RUNNING, or EXHAUSTED or OUT_OF_MEMORY when it is over.

    EXHAUSTED proves that no line is shorter than the best found, or that there is none.
    """
    keys, costs = np.empty(MOST_STEPS, np.uint64), np.empty(MOST_STEPS, np.int16)
    while nodes > 0:
        if front.counters[EMPTY] >= LAYERS:
            return EXHAUSTED
        if front.counters[GENERATED] + MOST_STEPS > len(front.keys):
            return OUT_OF_MEMORY
        state = _pop(front)
        if state == _NOTHING:
            continue
        nodes -= 1
        front.counters[EXPANDED] += 1
        # If every king must leave, taking it costs nothing; otherwise it may be a wasted move.
        many = expand(deal, front.keys[state], lap, deal.whole, keys, costs)
        for step in range(many):
            moves = front.g[state] + costs[step]
            slot = _slot_of(front.slots, front.keys, keys[step])
            known = front.slots[slot]
            if known == _NOTHING or moves < front.g[known]:
                _generate(front, deal, keys[step], slot, state, moves)
    return RUNNING


@kernel
def shortest(front: Frontier) -> tuple[int, int]:
    """Return the moves of the best line, and a lower bound on the moves of any line."""
    most = _most(front)
    return most, min(most, int(front.lowest.min()))


@kernel
def _most(front: Frontier) -> int:
    goal = front.counters[GOAL]
    return _ANY if goal == _NOTHING else int(front.g[goal])


@kernel
def _layer(key: np.uint64, whole: bool, left: NDArray[np.uint64]) -> int:
    """Return how many cards must still leave."""
    shape, deck, _, _ = parts_of(key)
    return popcount(left[shape]) + (popcount(deck) if whole else 0)


@kernel
def _pop(front: Frontier) -> int:
    """Take the most promising state of the layer whose turn it is; return its index or -1."""
    layer, most = int(front.counters[LAYER]), _most(front)
    front.counters[LAYER] = layer - 1 if layer > 1 else LAYERS - 1
    front.counters[EMPTY] += 1
    buckets = front.buckets[layer]
    bucket = int(front.lowest[layer])
    while bucket < min(most, _BUCKETS):
        state = int(buckets[bucket])
        if state == _NOTHING:
            bucket += 1
            continue
        buckets[bucket] = front.next[state]
        if front.g[state] != _STALE and front.g[state] + front.h[state] < most:
            front.lowest[layer] = bucket
            front.counters[EMPTY] = 0
            return state
    front.lowest[layer] = _BUCKETS
    return _NOTHING


@kernel
def _slot_of(slots: NDArray[np.int32], known: NDArray[np.uint64], key: np.uint64) -> int:
    """Return the slot of the transposition table that a key has or would get."""
    slot = hashed(key, len(slots))
    while slots[slot] != _NOTHING and known[slots[slot]] != key:
        slot = (slot + 1) & (len(slots) - 1)
    return slot


@kernel
def _generate(front: Frontier, deal: Deal, key: np.uint64, slot: int, before: int, moves: int) -> None:
    """Queue a state reached by a new shortest way, unless it is a dead end or too late."""
    ahead = moves_ahead(deal, key, _most(front) - moves)
    if moves + ahead >= _most(front):
        return
    known = front.slots[slot]
    if known != _NOTHING:
        front.g[known] = _STALE
    state = int(front.counters[GENERATED])
    front.counters[GENERATED] += 1
    front.slots[slot] = state
    front.keys[state], front.parents[state] = key, before
    front.g[state], front.h[state] = moves, ahead
    layer = _layer(key, deal.whole, deal.shapes.left)
    if layer == 0:
        front.counters[GOAL] = state
    else:
        _push(front, state, layer, moves + ahead)


@kernel
def _push(front: Frontier, state: int, layer: int, moves: int) -> None:
    bucket = min(moves, _BUCKETS - 1)
    front.next[state] = front.buckets[layer, bucket]
    front.buckets[layer, bucket] = state
    front.lowest[layer] = min(front.lowest[layer], bucket)
