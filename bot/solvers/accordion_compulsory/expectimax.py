"""Expectimax over the last cards (Michie 1966): the exact chance of winning with optimal choices.

The player chooses among quiescent rows, then chance among the unseen cards, and so on. A choice never depends
on what a later card will be, unlike in a search that knows the stock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.accordion_compulsory.moves import (
    Stock,
    piles_in,
    slides_and_leaps,
    used_by_dealing,
    with_card,
    without_card,
)
from bot.solvers.accordion_compulsory.quiescent_rows import find_quiescent
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import kept
from bot.solvers.kernels.bits import NOTHING, ONE, lowest_bit, popcount

if TYPE_CHECKING:
    from bot.solvers.accordion_compulsory.quiescent_rows import Workspace
    from bot.solvers.kernels.bit_planes import Planes

DEEPEST = 6
"""Cards left in the stock at the root of the deepest tree."""
_NODES = 100
"""Rows examined to find the quiescent rows reachable after one card."""


@kernel
def orders(stock: Stock) -> int:
    """Return in how many orders the last cards may come; just a large number beyond DEEPEST cards."""
    if stock.left > DEEPEST:
        return 2**62
    number, cards = 1, popcount(stock.unseen)
    for dealt in range(stock.left):
        number *= cards - dealt
    return number


@kernel
def expectimax(row: Planes, stock: Stock, space: Workspace) -> float:
    """Return the chance of winning, 0 to 1, from a quiescent row."""
    if stock.left == 0:
        return 1.0 if piles_in(row) == 1 else 0.0
    slides, leaps = slides_and_leaps(row, space.game)
    used = used_by_dealing(space.game, slides | leaps)
    found, cards, sum_ = space.quiescent[stock.left], stock.unseen, 0.0
    while cards != NOTHING:
        card = lowest_bit(cards)
        cards &= cards - ONE
        after = without_card(stock, card)
        best = 0.0
        for number in range(find_quiescent(with_card(row, card), used, after.left, _NODES, space, found)):
            best = max(best, expectimax(kept(found, number), after, space))
            if best == 1.0:
                break
        sum_ += best
    return sum_ / popcount(stock.unseen)
