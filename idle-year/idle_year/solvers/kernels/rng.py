"""Shuffles for kernels: fast, and the same on every machine, but not those that deal games to players.

A survey of deals is identified by a seed, and each of its deals by a number, so that any part of it can be
counted anywhere, in any order. `win_rate.deals` produces the same deals for the rules.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.jit import kernel

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


@kernel
def stream(seed: np.uint64, number: np.uint64) -> np.uint64:
    """Return the start of the random stream for one deal of a survey; `random` reads it."""
    return random(random(seed) ^ (number * _GOLDEN))


@kernel
def random(state: np.uint64) -> np.uint64:
    """Return the 64 random bits for a state of a stream (SplitMix64, Steele, Lea and Flood 2014).

    The next state of a stream is `state + STEP`.
    """
    mixed = state + _GOLDEN
    mixed = (mixed ^ (mixed >> np.uint64(30))) * _FIRST
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _SECOND
    return mixed ^ (mixed >> np.uint64(31))


STEP = _GOLDEN
"""The increment from one state of a stream to the next."""


@kernel
def deal_pack(cards: NDArray[np.int8], seed: np.uint64, number: int) -> np.uint64:
    """Write the numbers 0, 1, … in the order of one deal of a survey; return the stream after it."""
    for place in range(len(cards)):
        cards[place] = place
    return shuffle(cards, stream(seed, np.uint64(number)))


@kernel
def shuffle(cards: NDArray[np.int8], state: np.uint64) -> np.uint64:
    """Shuffle cards in place (Fisher-Yates) and return the state of the stream after it.

    The last card is drawn first and the first card next, so a caller that recognizes a lost deal by these two
    can skip the rest, which is drawn from right to left.
    """
    return shuffle_between(cards, draw_ends(cards, state))


@kernel
def draw_ends(cards: NDArray[np.int8], state: np.uint64) -> np.uint64:
    """Draw the last and the first of at least two cards, and return the state of the stream after it."""
    last = len(cards) - 1
    if last < 1:
        return state
    other = below(last + 1, state)
    cards[last], cards[other] = cards[other], cards[last]
    other = below(last, state + STEP)
    cards[0], cards[other] = cards[other], cards[0]
    return state + STEP + STEP


@kernel
def shuffle_between(cards: NDArray[np.int8], state: np.uint64) -> np.uint64:
    """Shuffle the cards between the ends and return the state of the stream after it."""
    for place in range(len(cards) - 2, 1, -1):
        other = np.uint64(1) + below(place, state)
        cards[place], cards[other] = cards[other], cards[place]
        state += STEP
    return state


@kernel
def below(bound: int, state: np.uint64) -> np.uint64:
    """Return the number 0 <= n < bound for a state of a stream."""
    # The high half of 32 random bits times the bound: its bias is below 104 / 2**32, far under any error.
    return ((random(state) >> np.uint64(32)) * np.uint64(bound)) >> np.uint64(32)
