"""A short line to the goal: A* over states (Hart, Nilsson and Raphael 1968), in a hurry if need be.

Where what is ahead weighs as much as what is behind, the line is the shortest there is. Weights that were
fitted to what really was ahead find one that is hardly longer much sooner (Pohl 1970); and as memory runs
out, states that are further on are preferred more and more.
States wait in buckets, one for each estimate of the whole line; of equal ones the latest comes first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING
from bot.solvers.pyramid.lower_bound import bound
from bot.solvers.pyramid.state_key import hashed, parts_of
from bot.solvers.pyramid.successors import MOST_STEPS, expand

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.pyramid.deal_tables import Deal

RUNNING, NONE, FULL = -1, -2, -3
_BUCKETS = 8192
_BUCKET_OF_NOTHING = 2048
"""Hurry makes estimates smaller than nothing."""
_NOBODY = -1
_STALE = -1


class Weights(NamedTuple):
    """What the parts of an estimate count; a move that was made counts ten."""

    removals: int
    draws: int
    patience: int
    """After 2**patience states, and after as many again, each removal that is still ahead counts one more."""


SHORT = Weights(20, 8, 12)
"""The first line is 4 % longer than the shortest on the average, and found ten times as fast."""
SHORTEST = Weights(10, 10, 30)


class Frontier(NamedTuple):
    """The states that A* has met, in the order in which it met them."""

    keys: NDArray[np.uint64]
    before: NDArray[np.int32]
    """The state that each was reached from; -1 for the root."""
    moves: NDArray[np.int16]
    """The moves to each from the root; -1 where a shorter way to the same state was found."""
    ahead: NDArray[np.int16]
    """The moves from each to the goal, at least."""
    behind: NDArray[np.int32]
    """The state that waits behind it in its bucket, or -1."""
    buckets: NDArray[np.int32]
    """The first state that waits with each estimate, or -1."""
    slots: NDArray[np.int32]
    """A table of hashes: the number of the state, or -1."""
    met: NDArray[np.int64]
    """How many states were met, the lowest bucket where one waits, and how many states were looked at."""


def frontier(states: int) -> Frontier:
    """Return an empty frontier with room for so many states (a power of two); 28 bytes for each."""
    return Frontier(
        np.empty(states, np.uint64),
        np.empty(states, np.int32),
        np.empty(states, np.int16),
        np.empty(states, np.int16),
        np.empty(states, np.int32),
        np.full(_BUCKETS, _NOBODY, np.int32),
        np.full(2 * states, _NOBODY, np.int32),
        np.zeros(3, np.int64),
    )


@kernel
def begin(front: Frontier, root: np.uint64) -> None:
    """Put a root into a frontier, and forget all else."""
    front.buckets[:] = _NOBODY
    front.slots[:] = _NOBODY
    front.keys[0], front.before[0], front.behind[0] = root, _NOBODY, _NOBODY
    front.moves[0] = front.ahead[0] = 0
    front.slots[hashed(root, len(front.slots))] = 0
    front.buckets[0] = 0
    front.met[0], front.met[1], front.met[2] = 1, 0, 0


@kernel
def search(front: Frontier, deal: Deal, lap: int, weights: Weights, most: int, nodes: int) -> int:
    """Look at up to so many states; return the number of the goal, or RUNNING, NONE or FULL.

    NONE is a proof that there is no way to the goal of `most` moves or fewer. After a goal is found, the
    search can be taken up again with a smaller `most`.
    """
    keys, costs = np.empty(MOST_STEPS, np.uint64), np.empty(MOST_STEPS, np.int16)
    for _ in range(nodes):
        state = _first(front, most)
        if state == _NOBODY:
            return NONE
        front.met[2] += 1
        if _is_goal(deal, front.keys[state]):
            return state
        if front.met[0] + MOST_STEPS > len(front.keys):
            return FULL
        # Every king must leave, or may: then taking it is a move that may be wasted.
        many = expand(deal, front.keys[state], lap, deal.whole, keys, costs)
        for step in range(many):
            _meet(front, deal, weights, most, keys[step], state, front.moves[state] + costs[step])
    return RUNNING


@kernel
def _is_goal(deal: Deal, key: np.uint64) -> bool:
    """Whether nothing is left that must leave."""
    shape, deck, _, _ = parts_of(key)
    return shape == 0 and (not deal.whole or deck == NOTHING)


@kernel
def _first(front: Frontier, most: int) -> int:
    """Take the most promising state that may be on a way of `most` moves; return its number or -1."""
    while front.met[1] < _BUCKETS:
        state = int(front.buckets[front.met[1]])
        if state == _NOBODY:
            front.met[1] += 1
            continue
        front.buckets[front.met[1]] = front.behind[state]
        if front.moves[state] != _STALE and front.moves[state] + front.ahead[state] <= most:
            return state
    return _NOBODY


@kernel
def _meet(
    front: Frontier, deal: Deal, weights: Weights, most: int, key: np.uint64, before: int, moves: int
) -> None:
    """Let a state wait, unless it leads nowhere, or too late, or a way to it is known that is as short."""
    slot = hashed(key, len(front.slots))
    while front.slots[slot] != _NOBODY and front.keys[front.slots[slot]] != key:
        slot = (slot + 1) & (len(front.slots) - 1)
    known = front.slots[slot]
    if known != _NOBODY and front.moves[known] <= moves:
        return
    removals, draws, stay = bound(deal, key)
    if stay > 0 or moves + removals + draws > most:
        return
    if known != _NOBODY:
        front.moves[known] = _STALE
    state = int(front.met[0])
    front.met[0] += 1
    front.slots[slot] = state
    front.keys[state], front.before[state] = key, before
    front.moves[state], front.ahead[state] = moves, removals + draws
    _wait(front, state, _estimate(weights, state, moves, removals, draws))


@kernel
def _estimate(weights: Weights, state: int, moves: int, removals: int, draws: int) -> int:
    """Return the bucket of a state by the moves to it and what is ahead."""
    estimate = 10 * moves + weights.removals * removals + weights.draws * draws
    # Estimates of earlier states stay as they are, so what is behind has to count less instead.
    hurry = (state >> weights.patience) * (_MOST_REMOVALS - removals)
    return min(max(_BUCKET_OF_NOTHING + estimate - hurry, 0), _BUCKETS - 1)


_MOST_REMOVALS = 28


@kernel
def _wait(front: Frontier, state: int, bucket: int) -> None:
    front.behind[state] = front.buckets[bucket]
    front.buckets[bucket] = state
    front.met[1] = min(front.met[1], bucket)
