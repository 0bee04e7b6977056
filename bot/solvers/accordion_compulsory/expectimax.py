"""The ends of games, exactly: with a few cards left, the chance to win if every choice is the best one.

The player chooses among rests, then chance among the unseen cards, and so on (expectimax, Michie 1966).
What a later card will be plays no part in a choice, unlike in a search that knows the stock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_compulsory.moves import (
    NOTHING,
    Law,
    piles_in,
    slides_and_leaps,
    used_by_dealing,
    with_card,
)
from bot.solvers.accordion_compulsory.quiescent_rows import find_rests
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import kept
from bot.solvers.kernels.bits import lowest_bit, popcount

if TYPE_CHECKING:
    from bot.solvers.accordion_compulsory.quiescent_rows import Desk
    from bot.solvers.kernels.bit_planes import Planes

MOST_LEFT = 6
"""Cards left in the stock of the longest ending."""
_LOOKED = 100
"""Rows that are looked at for the rests that one card leads to."""


@kernel
def orders(unseen: np.uint64, left: int) -> int:
    """Return in how many orders the last cards may come; beyond MOST_LEFT cards just a large number."""
    if left > MOST_LEFT:
        return 2**62
    number, cards = 1, popcount(unseen)
    for dealt in range(left):
        number *= cards - dealt
    return number


@kernel
def chance_of(row: Planes, unseen: np.uint64, left: int, law: Law, desk: Desk) -> float:
    """Return the chance to win from a rest with so many cards left, of those unseen."""
    if left == 0:
        return 1.0 if piles_in(row) == 1 else 0.0
    slides, leaps = slides_and_leaps(row, law)
    used = used_by_dealing(law, slides | leaps)
    found, cards, sum_ = desk.rests[left], unseen, 0.0
    while cards != NOTHING:
        card = lowest_bit(cards)
        cards &= cards - np.uint64(1)
        others = unseen & ~(np.uint64(1) << np.uint64(card))
        best = 0.0
        for rest in range(find_rests(with_card(row, card), used, left - 1, law, _LOOKED, desk, found)):
            best = max(best, chance_of(kept(found, rest), others, left - 1, law, desk))
            if best == 1.0:
                break
        sum_ += best
    return sum_ / popcount(unseen)
