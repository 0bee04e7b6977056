"""A* (Hart, Nilsson and Raphael 1968) with a bucket queue, weighted for speed (Pohl 1970).

Where g and h weigh the same, the line is the shortest there is. Weights that were fitted to what really was
ahead find one that is hardly longer much sooner; and as memory runs out, states that are further on are
preferred more and more. States wait in buckets, one for each f; of equal ones the latest comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING
from bot.solvers.pyramid.lower_bound import bound
from bot.solvers.pyramid.state import hashed, parts_of
from bot.solvers.pyramid.successors import MOST_STEPS, expand

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.pyramid.deal_tables import Deal

RUNNING, EXHAUSTED, OUT_OF_MEMORY = -1, -2, -3
_BUCKETS = 8192
_BUCKET_OF_NOTHING = 2048
"""Hurry makes estimates smaller than nothing."""
_NOTHING = -1
_STALE = -1
GENERATED, LOWEST, EXPANDED = range(3)
"""What is counted: states generated, the lowest bucket where one waits, and states expanded."""


class Weights(NamedTuple):
    """What the parts of an estimate count; a move that was made counts ten."""

    removals: int
    draws: int
    patience: int
    """After 2**patience states, and after as many again, each removal that is still ahead counts one more."""


SHORT = Weights(20, 8, 12)
"""The first line is 4 % longer than the shortest on the average, and found ten times as fast."""


class Frontier(NamedTuple):
    """Open and closed list: the states that A* has generated, in the order in which it did."""

    keys: NDArray[np.uint64]
    parents: NDArray[np.int32]
    """The state that each was reached from; -1 for the root."""
    g: NDArray[np.int16]
    """The moves to each from the root; -1 where a shorter way to the same state was found."""
    h: NDArray[np.int16]
    """The moves from each to the goal, at least: an admissible heuristic."""
    next: NDArray[np.int32]
    """The state that waits behind it in its bucket, or -1."""
    buckets: NDArray[np.int32]
    """The first state that waits with each estimate, or -1."""
    slots: NDArray[np.int32]
    """Transposition table: the number of the state by its hash, or -1."""
    counters: NDArray[np.int64]
    """(3,): see GENERATED."""


def frontier(states: int) -> Frontier:
    """Return an empty frontier with room for so many states (a power of two); 28 bytes for each."""
    return Frontier(
        np.empty(states, np.uint64),
        np.empty(states, np.int32),
        np.empty(states, np.int16),
        np.empty(states, np.int16),
        np.empty(states, np.int32),
        np.full(_BUCKETS, _NOTHING, np.int32),
        np.full(2 * states, _NOTHING, np.int32),
        np.zeros(3, np.int64),
    )


@kernel
def begin(front: Frontier, root: np.uint64) -> None:
    """Put a root into a frontier, and forget all else."""
    front.buckets[:] = _NOTHING
    front.slots[:] = _NOTHING
    front.keys[0], front.parents[0], front.next[0] = root, _NOTHING, _NOTHING
    front.g[0] = front.h[0] = 0
    front.slots[hashed(root, len(front.slots))] = 0
    front.buckets[0] = 0
    front.counters[GENERATED], front.counters[LOWEST], front.counters[EXPANDED] = 1, 0, 0


@kernel
def search(front: Frontier, deal: Deal, lap: int, weights: Weights, most: int, nodes: int) -> int:
    """Look at up to so many states; return the number of the goal, or RUNNING, EXHAUSTED or OUT_OF_MEMORY.

    EXHAUSTED is a proof that there is no way to the goal of `most` moves or fewer. After a goal is found, the
    search can be taken up again with a smaller `most`.
    """
    keys, costs = np.empty(MOST_STEPS, np.uint64), np.empty(MOST_STEPS, np.int16)
    for _ in range(nodes):
        state = _pop(front, most)
        if state == _NOTHING:
            return EXHAUSTED
        front.counters[EXPANDED] += 1
        if _is_goal(deal, front.keys[state]):
            return state
        if front.counters[GENERATED] + MOST_STEPS > len(front.keys):
            return OUT_OF_MEMORY
        # Every king must leave, or may: then taking it is a move that may be wasted.
        many = expand(deal, front.keys[state], lap, deal.whole, keys, costs)
        for step in range(many):
            _generate(front, deal, weights, most, keys[step], state, front.g[state] + costs[step])
    return RUNNING


@kernel
def _is_goal(deal: Deal, key: np.uint64) -> bool:
    """Whether nothing is left that must leave."""
    shape, deck, _, _ = parts_of(key)
    return shape == 0 and (not deal.whole or deck == NOTHING)


@kernel
def _pop(front: Frontier, most: int) -> int:
    """Take the most promising state that may be on a way of `most` moves; return its number or -1."""
    while front.counters[LOWEST] < _BUCKETS:
        state = int(front.buckets[front.counters[LOWEST]])
        if state == _NOTHING:
            front.counters[LOWEST] += 1
            continue
        front.buckets[front.counters[LOWEST]] = front.next[state]
        if front.g[state] != _STALE and front.g[state] + front.h[state] <= most:
            return state
    return _NOTHING


@kernel
def _generate(
    front: Frontier, deal: Deal, weights: Weights, most: int, key: np.uint64, before: int, moves: int
) -> None:
    """Let a state wait, unless it leads nowhere, or too late, or a way to it is known that is as short."""
    slot = hashed(key, len(front.slots))
    while front.slots[slot] != _NOTHING and front.keys[front.slots[slot]] != key:
        slot = (slot + 1) & (len(front.slots) - 1)
    known = front.slots[slot]
    if known != _NOTHING and front.g[known] <= moves:
        return
    removals, draws, stay = bound(deal, key)
    if stay > 0 or moves + removals + draws > most:
        return
    if known != _NOTHING:
        front.g[known] = _STALE
    state = int(front.counters[GENERATED])
    front.counters[GENERATED] += 1
    front.slots[slot] = state
    front.keys[state], front.parents[state] = key, before
    front.g[state], front.h[state] = moves, removals + draws
    _push(front, state, _estimate(weights, state, moves, removals, draws))


@kernel
def _estimate(weights: Weights, state: int, moves: int, removals: int, draws: int) -> int:
    """Return the bucket of a state by the moves to it and what is ahead."""
    estimate = 10 * moves + weights.removals * removals + weights.draws * draws
    # Estimates of earlier states stay as they are, so what is behind has to count less instead.
    hurry = (state >> weights.patience) * (_MOST_REMOVALS - removals)
    return min(max(_BUCKET_OF_NOTHING + estimate - hurry, 0), _BUCKETS - 1)


_MOST_REMOVALS = 28


@kernel
def _push(front: Frontier, state: int, bucket: int) -> None:
    front.next[state] = front.buckets[bucket]
    front.buckets[bucket] = state
    front.counters[LOWEST] = min(front.counters[LOWEST], bucket)
