"""Static evaluation: linear features of the obstacles to a win; a cost, so less is better.

A pile's cost depends only on the pile and on the foundations, so a move re-evaluates only two piles.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.positions.napoleon import CARDS, COLUMNS, WASTE
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.rng import random
from idle_year.solvers.napoleon.moves import FACE, HEIGHTS, PILES, RANK, SUIT_SHIFT, TOPS, UP

Terms: TypeAlias = tuple[float, float, float, float, float, float, float, float]
"""The terms of a pile: its cards and their square, those that cover a lower card, of any suit and of
their own, those that lie in sequence, how soon and how low buried cards are wanted, and how far its base is
from a king. The ninth weight is that of an empty pile."""

_EMPTY = 8
_HOME, _HEIGHT, _ANY_EMPTY, DIVERSITY, NOISE, SALT = range(6)
_OF_COLUMNS, _OF_WASTE, OF_REST = range(3)
_HIGHEST = 12


@kernel
def price_all(table: NDArray[np.int8], piles: NDArray[np.float32], weights: NDArray[np.float64]) -> None:
    """Price every pile of a table."""
    for place in range(PILES):
        piles[place] = _price(table, place, weights)


@kernel
def reprice(
    table: NDArray[np.int8],
    before: NDArray[np.int8],
    piles: NDArray[np.float32],
    weights: NDArray[np.float64],
) -> None:
    """Reprice the piles that differ from a previous table; all of them if a foundation has grown."""
    for place in range(PILES):
        if table[UP] != before[UP] or table[TOPS + place] != before[TOPS + place]:
            piles[place] = _price(table, place, weights)


@kernel
def evaluate(
    table: NDArray[np.int8], piles: NDArray[np.float32], key: np.uint64, weights: NDArray[np.float64]
) -> float:
    """Return the cost of a table whose piles are priced, with noise determined by its hash."""
    total = weights[OF_REST, _HOME] * (CARDS - table[UP])
    for place in range(HEIGHTS, HEIGHTS + 8):
        total += weights[OF_REST, _HEIGHT] * table[place] * table[place]
    empty = False
    for place in range(PILES):
        total += piles[place]
        empty = empty or (place < COLUMNS and table[TOPS + place] < 0)
    chance = np.float64(random(key + np.uint64(weights[OF_REST, SALT])) >> np.uint64(11)) * 2.0**-53
    return float(total + weights[OF_REST, _ANY_EMPTY] * empty + weights[OF_REST, NOISE] * chance)


@kernel
def _price(table: NDArray[np.int8], place: int, weights: NDArray[np.float64]) -> float:
    """Return what a pile adds to the cost."""
    prices = weights[_OF_WASTE if place == WASTE else _OF_COLUMNS]
    if table[TOPS + place] < 0:
        return float(prices[_EMPTY])
    total = 0.0
    for term, value in enumerate(terms_of(table, place)):
        total += prices[term] * value
    return total


@kernel
def terms_of(table: NDArray[np.int8], place: int) -> Terms:
    """Return the unweighted terms of a non-empty pile, computed from its top card down."""
    depth, rank, highest, highest_in_suit = 0, 0, -1, 0  # the last: one byte per suit
    blocked, blocked_in_suit, linked, wanted, low = 0.0, 0.0, 0.0, 0.0, 0.0
    card = table[TOPS + place]
    while card >= 0:
        rank, byte = card & RANK, 8 * ((card & FACE) >> SUIT_SHIFT)
        in_suit = (highest_in_suit >> byte) & 255  # one more than the rank, 0 if there is none
        blocked += rank < highest
        blocked_in_suit += rank + 1 < in_suit
        wanted += depth / (1 + _wait(table, card))
        low += depth * (_HIGHEST + 1 - rank)
        below = table[card]
        linked += below >= 0 and (below & FACE) == (card & FACE) + 1
        highest = max(highest, rank)
        highest_in_suit += max(rank + 1 - in_suit, 0) << byte
        depth += 1
        card = below
    cards, base = float(depth), float(_HIGHEST - rank)
    return cards, cards * cards, blocked, blocked_in_suit, linked, wanted, low, base


@kernel
def _wait(table: NDArray[np.int8], card: int) -> int:
    """Return how many cards must go up before a card can."""
    high = HEIGHTS + 2 * ((card & FACE) >> SUIT_SHIFT)
    above_high = (card & RANK) - table[high]
    return int(above_high if above_high >= 0 else (card & RANK) - table[high + 1])


_SOLVER = (
    (0, 0, 0.5, 0.3, -1, 0.2, 0.008, 0, -2),
    (0.35, 0, 0.4, 0, 0, 0.2, 0, 0, 0),
    (3, 0, 0, 1.5, 0, 0, 0, 0, 0),
)
"""For a search that knows the stock; set by hand."""

_PLAYER = (
    (-0.05, -0.0015, 0.65, 0.69, -2.02, 0.404, -0.0042, -0.074, -4.61),
    (0.66, -0.0084, 0.149, -0.084, -0.093, 0.096, 0.0109, 0, 0),
    (3, -0.0022, -0.313, 0, 0, 0, 0, 0, 0),
)
"""For a player that does not; tuned by having the rollout policy play thousands of deals."""


def solver_weights(noise: float = 0.0, salt: int = 0) -> NDArray[np.float64]:
    """Return the weights (3, 9) for a known stock, with noise up to `noise`."""
    weights = np.array(_SOLVER, np.float64)
    weights[OF_REST, NOISE], weights[OF_REST, SALT] = noise, salt
    return weights


def player_weights(noise: float = 0.0) -> NDArray[np.float64]:
    """Return the weights (3, 9) for an unknown stock, with noise up to `noise`."""
    weights = np.array(_PLAYER, np.float64)
    weights[OF_REST, NOISE] = noise
    return weights
