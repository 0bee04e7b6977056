"""How much a rest promises, at a glance: what quick play goes by.

The weights come from CMA-ES (Hansen 2001) over whole games of quick play, for the fewest piles.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_compulsory.moves import NOTHING, piles_in
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import card_at, matches
from bot.solvers.kernels.bits import popcount

if TYPE_CHECKING:
    from bot.solvers.kernels.bit_planes import Planes

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
"""For every thing that counts: its weight when no card is left, and what a full stock adds to that."""
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
"""For every card those that match it, as masks."""


@kernel
def promise(row: Planes, unseen: np.uint64, left: int) -> float:
    """Weigh a rest by its piles, by which of them nearly meet and by the cards that may come."""
    piles = piles_in(row)
    worth = _weight(_PILES, left) * piles
    # A pile that leaves from between brings those beyond it one place nearer to each other.
    worth += _weight(_TWO, left) * popcount(matches(row, 2))
    worth += _weight(_FOUR, left) * popcount(matches(row, 4))
    worth += _weight(_FIVE, left) * popcount(matches(row, 5))
    worth += _weight(_SIX, left) * popcount(matches(row, 6))
    worth += _weight(_SEVEN, left) * popcount(matches(row, 7))
    if left == 0:
        return worth
    return worth + (_next_card(row, piles, unseen, left) + _any_card(row, piles, unseen, left)) / popcount(
        unseen
    )


@kernel
def _next_card(row: Planes, piles: int, unseen: np.uint64, left: int) -> float:
    """Weigh the cards that can move as soon as they are dealt, and those that can move on from there."""
    last, second = _matching(row, piles - 1, unseen), _matching(row, piles - 2, unseen)
    third, fourth = _matching(row, piles - 3, unseen), _matching(row, piles - 4, unseen)
    worth = _weight(_LAST, left) * popcount(last) + _weight(_EITHER, left) * popcount(last | third)
    worth += _weight(_SECOND, left) * popcount(second) + _weight(_SLIDES, left) * popcount(last & second)
    worth += _weight(_LEAPS, left) * popcount(third & second)
    return worth + _weight(_FOURTH, left) * popcount(fourth & (last | third))


@kernel
def _any_card(row: Planes, piles: int, unseen: np.uint64, left: int) -> float:
    """Weigh how many of the unseen cards match the piles."""
    pairs = 0
    for place in range(piles):
        pairs += popcount(_matching(row, place, unseen))
    worth = _weight(_ALL, left) * pairs + _weight(_EACH, left) * pairs / max(piles, 1)
    return worth + _weight(_FIRST, left) * popcount(_matching(row, 0, unseen))


@kernel
def _matching(row: Planes, place: int, unseen: np.uint64) -> np.uint64:
    """Return the unseen cards that match a pile; none where there is no such place."""
    return unseen & _ALIKE[card_at(row, place)] if place >= 0 else NOTHING


@kernel
def _weight(thing: int, left: int) -> float:
    return float(_WEIGHTS[thing, 0] + _WEIGHTS[thing, 1] * left / 52)
