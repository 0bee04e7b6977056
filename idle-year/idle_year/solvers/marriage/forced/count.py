"""Exact win rates over many random deals, with the stock known from the start: clairvoyant play."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.rng import shuffle, stream
from idle_year.solvers.marriage.forced.depth_first import (
    END_FOUND,
    GENERATIONS,
    PAUSED,
    SearchState,
    begin,
    search_on,
)
from idle_year.solvers.marriage.forced.moves import RemovalRules
from idle_year.solvers.marriage.forced.one_handed import fewest_left
from idle_year.solvers.marriage.forced.player import roll_out, roll_out_redeal

_ENOUGH = 1_000_000
"""Nodes after which a deal is left undecided."""


@kernel
def count_compacted(
    search: SearchState, game: RemovalRules, target: int, fixed: int, seed: int, first: int, deals: int
) -> tuple[int, int]:
    """Count the deals that can be won, and those left undecided.

    `fixed` cards stay in place at each end of `search.cards`.
    """
    pack, won, undecided = search.cards.copy(), 0, 0
    for number in range(first, first + deals):
        generation = 1 + number % (GENERATIONS - 1)
        if generation == 1:
            search.transposition[:] = 0
        _deal(search.cards, pack, fixed, seed, number)
        begin(search, 1, generation)
        stopped, _ = search_on(search, game, target, _ENOUGH)
        won += stopped == END_FOUND
        undecided += stopped == PAUSED
    return won, undecided


@kernel
def count_redealt(
    pack: NDArray[np.int8], game: RemovalRules, target: int, seed: int, first: int, deals: int
) -> int:
    """Count the deals of French that are won, the redeal included: there is never a choice in it."""
    cards, places, won = pack.copy(), np.zeros_like(pack), 0
    for number in range(first, first + deals):
        redeal = _deal(cards, pack, 0, seed, number)
        places[0] = 0
        left = roll_out(cards, places, 1, 1, 0, game)
        won += left <= target or roll_out_redeal(cards, places, left, game, redeal) <= target
    return won


@kernel
def count_one_handed(pack: NDArray[np.int8], target: int, seed: int, first: int, deals: int) -> int:
    """Count the deals of One-Handed Solitaire in which no more cards than the target can be left."""
    cards, won = pack.copy(), 0
    for number in range(first, first + deals):
        _deal(cards, pack, 0, seed, number)
        won += fewest_left(cards, 0) <= target
    return won


@kernel
def _deal(cards: NDArray[np.int8], pack: NDArray[np.int8], fixed: int, seed: int, number: int) -> np.uint64:
    """Lay out the cards of one deal and return the state of its random stream."""
    cards[:] = pack
    return shuffle(cards[fixed : len(cards) - fixed], stream(np.uint64(seed), np.uint64(number)))
