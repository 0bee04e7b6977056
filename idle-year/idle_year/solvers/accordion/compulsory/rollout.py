"""Rollout policy: from quiescent row to quiescent row, greedy on a static evaluation, exact at the end.

Rollouts that follow a policy go back to Tesauro and Galperin (1996), in backgammon. The evaluation has linear
features whose weights depend on the cards left. They were tuned by CMA-ES (Hansen and Ostermeier 2001) over
whole rollouts, for the fewest piles.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.accordion.compulsory.moves import (
    GRACE,
    Stock,
    piles_in,
    slides_and_leaps,
    used_by_dealing,
    with_card,
    without_card,
)
from idle_year.solvers.accordion.compulsory.quiescent_rows import (
    DEEPEST,
    Workspace,
    expectimax,
    find_quiescent,
    orders,
)
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bit_planes import Planes, card_at, kept, matches
from idle_year.solvers.kernels.bits import NOTHING, popcount

_FEW_ORDERS = 6
"""Orders of the last cards that are cheaper to solve than to roll out; with grace, only one."""
_ENOUGH_ROWS = 60
"""Rows examined to find the quiescent rows reachable after one card."""
_FEWER_PILES = 6.0
"""How many times as much a row is worth as one with another pile, if neither is likely to win."""
_WEIGHTS = np.array(
    [
        (-1.74, -0.06),
        (0.01, 0.36),
        (0.58, -0.56),
        (0.31, -0.34),
        (0.66, -1.54),
        (0.12, 0.09),
        (-0.69, -0.32),
        (2.30, 0.46),
        (0.35, 0.17),
        (1.21, 0.38),
        (1.68, 0.45),
        (1.21, -0.50),
        (2.03, 0.04),
        (0.44, 0.44),
        (-0.78, -1.48),
    ]
)
"""For each feature: its weight when no card is left, and what a full stock adds to it."""
(
    _PILES,
    _TWO,
    _FOUR,
    _FIVE,
    _SIX,
    _SEVEN,
    _LAST,
    _EITHER,
    _SECOND,
    _SLIDES,
    _LEAPS,
    _FOURTH,
    _ALL,
    _EACH,
    _FIRST,
) = range(15)
_ALIKE = np.array(
    [
        sum(1 << other for other in range(52) if (other % 13 == card % 13) != (other // 13 == card // 13))
        for card in range(52)
    ],
    np.uint64,
)
"""For every card, the mask of cards that match it."""


@kernel
def roll_out(row: Planes, cards: NDArray[np.int8], stock: Stock, space: Workspace) -> tuple[float, float]:
    """Deal `cards` onto a quiescent row until few orders are left.

    Return the chance of winning from there, 0 to 1, and its worth: the chance plus a little for few piles.
    """
    dealt, few = 0, 1 if space.game.compulsion == GRACE else _FEW_ORDERS
    while orders(stock) > few:
        slides, leaps = slides_and_leaps(row, space.game)
        card = cards[dealt]
        dealt, stock = dealt + 1, without_card(stock, card)
        used = used_by_dealing(space.game, slides | leaps)
        row = _greedy(with_card(row, card), used, stock, space)
    chance = expectimax(row, stock, space)
    return chance, chance + _FEWER_PILES ** -piles_in(row)


@kernel
def _greedy(row: Planes, used: int, stock: Stock, space: Workspace) -> Planes:
    """Return the reachable quiescent row with the highest evaluation."""
    found = space.quiescent[DEEPEST + 1]
    rows = find_quiescent(row, used, stock.left, _ENOUGH_ROWS, space, found)
    if rows == 1:
        return kept(found, 0)
    best, most = 0, -np.inf
    for number in range(rows):
        worth = evaluate(kept(found, number), stock)
        if worth > most:
            best, most = number, worth
    return kept(found, best)


@kernel
def evaluate(row: Planes, stock: Stock) -> float:
    """Evaluate a row by its piles, near-matches and the cards that may come; more is better."""
    piles, left = piles_in(row), stock.left
    worth = _weight(_PILES, left) * piles
    # A pile that leaves from between two others brings them one place nearer to each other.
    worth += _weight(_TWO, left) * popcount(matches(row, 2))
    worth += _weight(_FOUR, left) * popcount(matches(row, 4))
    worth += _weight(_FIVE, left) * popcount(matches(row, 5))
    worth += _weight(_SIX, left) * popcount(matches(row, 6))
    worth += _weight(_SEVEN, left) * popcount(matches(row, 7))
    if left == 0:
        return worth
    chances = _next_card(row, piles, stock) + _any_card(row, piles, stock)
    return worth + chances / popcount(stock.unseen)


@kernel
def _next_card(row: Planes, piles: int, stock: Stock) -> float:
    """Weigh the cards that could move as soon as they are dealt, and those that could then move on."""
    unseen, left = stock.unseen, stock.left
    last, second = _matching(row, piles - 1, unseen), _matching(row, piles - 2, unseen)
    third, fourth = _matching(row, piles - 3, unseen), _matching(row, piles - 4, unseen)
    worth = _weight(_LAST, left) * popcount(last) + _weight(_EITHER, left) * popcount(last | third)
    worth += _weight(_SECOND, left) * popcount(second) + _weight(_SLIDES, left) * popcount(last & second)
    worth += _weight(_LEAPS, left) * popcount(third & second)
    return worth + _weight(_FOURTH, left) * popcount(fourth & (last | third))


@kernel
def _any_card(row: Planes, piles: int, stock: Stock) -> float:
    """Weigh how many of the unseen cards match the piles."""
    unseen, left, pairs = stock.unseen, stock.left, 0
    for place in range(piles):
        pairs += popcount(_matching(row, place, unseen))
    worth = _weight(_ALL, left) * pairs + _weight(_EACH, left) * pairs / max(piles, 1)
    return worth + _weight(_FIRST, left) * popcount(_matching(row, 0, unseen))


@kernel
def _matching(row: Planes, place: int, unseen: np.uint64) -> np.uint64:
    """Return the unseen cards that match a pile; none if there is no such place."""
    return unseen & _ALIKE[card_at(row, place)] if place >= 0 else NOTHING


@kernel
def _weight(feature: int, left: int) -> float:
    return float(_WEIGHTS[feature, 0] + _WEIGHTS[feature, 1] * left / 52)
