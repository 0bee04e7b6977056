"""Quick play: from rest to rest, always to the one that promises most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_compulsory.evaluation import promise
from bot.solvers.accordion_compulsory.expectimax import MOST_LEFT, chance_of, orders
from bot.solvers.accordion_compulsory.moves import (
    GRACE,
    Law,
    piles_in,
    slides_and_leaps,
    used_by_dealing,
    with_card,
)
from bot.solvers.accordion_compulsory.quiescent_rows import find_rests
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import kept

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.accordion_compulsory.quiescent_rows import Desk
    from bot.solvers.kernels.bit_planes import Planes

_FEW_ORDERS = 6
"""Orders of the last cards that take less time to work out than to get there; with grace, one only."""
_LOOKED = 60
"""Rows that are looked at for the rests that one card leads to."""
_FEWER_PILES = 6.0
"""How much more a row is worth than one with a pile more, where neither is likely to win."""


@kernel
def play_on(
    row: Planes, cards: NDArray[np.int8], unseen: np.uint64, left: int, law: Law, desk: Desk
) -> tuple[float, float]:
    """Deal cards to a rest until few are left; return the chance to win from there, and what it is worth."""
    dealt, few = 0, 1 if law.compulsion == GRACE else _FEW_ORDERS
    while orders(unseen, left) > few:
        slides, leaps = slides_and_leaps(row, law)
        card = cards[dealt]
        dealt, left = dealt + 1, left - 1
        unseen &= ~(np.uint64(1) << np.uint64(card))
        used = used_by_dealing(law, slides | leaps)
        row = most_promising(with_card(row, card), used, unseen, left, law, desk)
    chance = chance_of(row, unseen, left, law, desk)
    return chance, chance + _FEWER_PILES ** -piles_in(row)


@kernel
def most_promising(row: Planes, used: int, unseen: np.uint64, left: int, law: Law, desk: Desk) -> Planes:
    """Return the rest that quick play goes to."""
    found = desk.rests[MOST_LEFT + 1]
    number = find_rests(row, used, left, law, _LOOKED, desk, found)
    if number == 1:
        return kept(found, 0)
    best, most = 0, -np.inf
    for rest in range(number):
        worth = promise(kept(found, rest), unseen, left)
        if worth > most:
            best, most = rest, worth
    return kept(found, best)
