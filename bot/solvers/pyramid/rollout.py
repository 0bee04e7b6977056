"""Rollout policy: greedy in the first pass, guarded by the pairing argument, then an exhaustive search.

In the first pass every free card leaves, provided that the pyramid could still be cleared afterwards with
unlimited passes: that depends on what the stock holds, not on its order, so a player can know it. After that
pass every card has been seen, and the rest of the game is searched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import NOTHING, ONE, bit, holds, lowest_bit
from bot.solvers.kernels.rng import shuffle
from bot.solvers.pyramid.branch_and_bound import INCUMBENT, RANKS, begin, search_on
from bot.solvers.pyramid.pairing import CANNOT, MOST_PAIRS, pairing
from bot.solvers.pyramid.state import key_of, parts_of
from bot.solvers.pyramid.successors import MOST_STEPS, expand_now, settle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.pyramid.branch_and_bound import SearchState
    from bot.solvers.pyramid.deal_tables import Deal


@kernel
def roll_out_orders(
    deal: Deal,
    keys: NDArray[np.uint64],
    unseen: NDArray[np.int8],
    waste: int,
    hidden: int,
    lap: int,
    search: SearchState,
    orders: int,
    nodes: int,
    random: np.uint64,
) -> NDArray[np.int64]:
    """Return how many games are won from each key with a stock of `hidden` unseen cards.

    Each of the `orders` is tried with every key. Games that take more than `nodes` nodes are not won.
    """
    wins = np.zeros(len(keys), np.int64)
    for _ in range(orders):
        random = shuffle(unseen, random)
        deal.deck[waste : waste + hidden] = unseen[:hidden]
        for index in range(len(keys)):
            wins[index] += _wins(deal, keys[index], lap, search, nodes)
    return wins


@kernel
def _wins(deal: Deal, key: np.uint64, lap: int, search: SearchState, nodes: int) -> bool:
    key = _roll_out(deal, settle(deal, key, True))
    begin(search, deal, key, lap, RANKS)
    search_on(search, deal, lap, 0, RANKS, nodes)
    return bool(search.counters[INCUMBENT] < RANKS)


@kernel
def _roll_out(deal: Deal, key: np.uint64) -> np.uint64:
    """Play until the stock is empty."""
    keys, costs = np.empty(MOST_STEPS, np.uint64), np.empty(MOST_STEPS, np.int16)
    while True:
        # The top of the waste is listed last and tried first: its chance soon passes.
        step = expand_now(deal, key, True, keys, costs) - 1
        while step >= 0 and not _may_be_cleared(deal, keys[step]):
            step -= 1
        if step >= 0:
            key = keys[step]
            continue
        shape, deck, dealt, turns = parts_of(key)
        ahead = deck & ~(bit(dealt) - ONE)
        if ahead == NOTHING:
            return key
        key = settle(deal, key_of(shape, deck, lowest_bit(ahead) + 1, turns), True)


@kernel
def _may_be_cleared(deal: Deal, key: np.uint64) -> bool:
    """Whether everything could leave if passes were unlimited."""
    shape, deck, _, _ = parts_of(key)
    pyramid, outside = np.zeros_like(deal.pyramid), np.zeros(len(deal.places), np.int8)
    for place in range(len(pyramid)):
        if holds(deal.shapes.left[shape], place):
            pyramid[place] = deal.pyramid[place]
    while deck != NOTHING:
        outside[deal.deck[lowest_bit(deck)]] += 1
        deck &= deck - ONE
    chosen = np.empty((MOST_PAIRS, 2), np.int8)
    return pairing(pyramid, outside, deal.below, deal.whole, chosen) != CANNOT
