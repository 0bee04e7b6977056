"""Rollout policy: from quiescent row to quiescent row, greedy on the evaluation, exact at the end.

Rollouts that follow a policy go back to Tesauro and Galperin (1996), in backgammon.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_compulsory.evaluation import evaluate
from bot.solvers.accordion_compulsory.expectimax import DEEPEST, expectimax, orders
from bot.solvers.accordion_compulsory.moves import (
    GRACE,
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

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.accordion_compulsory.quiescent_rows import Workspace
    from bot.solvers.kernels.bit_planes import Planes

_FEW_ORDERS = 6
"""Orders of the last cards that are cheaper to solve than to roll out; with grace, only one."""
_NODES = 60
"""Rows examined to find the quiescent rows reachable after one card."""
_FEWER_PILES = 6.0
"""How many times as much a row is worth as one with another pile, if neither is likely to win."""


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
    rows = find_quiescent(row, used, stock.left, _NODES, space, found)
    if rows == 1:
        return kept(found, 0)
    best, most = 0, -np.inf
    for number in range(rows):
        worth = evaluate(kept(found, number), stock)
        if worth > most:
            best, most = number, worth
    return kept(found, best)
