"""Win rate over many random deals with the stock known: pairing argument, then branch and bound."""

from __future__ import annotations

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import ONE
from bot.solvers.kernels.rng import deal_pack
from bot.solvers.pyramid.branch_and_bound import INCUMBENT, RANKS, SearchState, begin, search_on
from bot.solvers.pyramid.deal_tables import Deal, prepare
from bot.solvers.pyramid.pairing import CANNOT, MOST_PAIRS, pairing
from bot.solvers.pyramid.state import PLACES, SHAPES, key_of
from bot.solvers.pyramid.successors import settle

_PACK = 52
_STOCK = 24
_FULL = SHAPES - 1


@kernel
def count_won(
    deal: Deal, search: SearchState, turns: int, nodes: int, seed: np.uint64, first: int, deals: int
) -> tuple[int, int]:
    """Count the deals of a survey, starting with number `first`, that can be won, and those left undecided.

    `turns` is how often the waste may be turned over, -1 for unlimited. A deal that takes more
    than `nodes` nodes is left undecided. The deal and the search are work space.
    """
    cards, held = np.empty(_PACK, np.int8), np.empty(14, np.int8)
    chosen = np.empty((MOST_PAIRS, 2), np.int8)
    won = undecided = 0
    for number in range(first, first + deals):
        deal_pack(cards, seed, number)
        held[:] = 0
        for place in range(_PACK):
            value = cards[place] % 13 + 1
            if place < PLACES:
                deal.pyramid[place] = value
            else:
                deal.deck[place - PLACES] = value
                held[value] += 1
        if pairing(deal.pyramid, held, deal.below, deal.whole, chosen) == CANNOT:
            continue
        if turns < 0:
            won += 1
            continue
        over = _search(deal, search, turns, nodes)
        won += search.counters[INCUMBENT] < RANKS
        undecided += not over
    return won, undecided


@kernel
def _search(deal: Deal, search: SearchState, turns: int, nodes: int) -> bool:
    """Search a deal for a win until one is found or nothing is left; return whether it came to that."""
    prepare(deal, _FULL)
    root = settle(deal, key_of(_FULL, (ONE << np.uint64(_STOCK)) - ONE, 0, turns), True)
    begin(search, deal, root, 1, RANKS)
    return search_on(search, deal, 1, 0, RANKS, nodes)
