"""Shuffles for kernels: fast, and the same on every machine, but not those that deal games to players.

A survey of deals is named by a seed, and each of its deals by a number, so that any part of it can be counted
anywhere, in any order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.compiled import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


@kernel
def stream(seed: np.uint64, number: np.uint64) -> np.uint64:
    """Return the start of the random stream of one deal of a survey; `random` steps it."""
    return random(random(seed) ^ (number * _GOLDEN))


@kernel
def random(state: np.uint64) -> np.uint64:
    """Return the 64 random bits that belong to a state of a stream (SplitMix64, Steele, Lea and Flood 2014).

    The next state of a stream is `state + STEP`.
    """
    mixed = state + _GOLDEN
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    return mixed ^ (mixed >> np.uint64(31))


STEP = _GOLDEN
"""What is added to the state of a stream for the next number."""


@kernel
def shuffle(cards: NDArray[np.int8], state: np.uint64) -> np.uint64:
    """Shuffle cards in place (Fisher-Yates) and return the state of the stream after it."""
    for last in range(len(cards) - 1, 0, -1):
        # The high half of 32 random bits times the bound: its bias is below 104 / 2**32, far under any error.
        other = ((random(state) >> np.uint64(32)) * np.uint64(last + 1)) >> np.uint64(32)
        cards[last], cards[other] = cards[other], cards[last]
        state += STEP
    return state
