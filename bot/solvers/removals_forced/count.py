"""Counting over many deals: how many can be won if the stock is known from the start."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import shuffle, stream
from bot.solvers.removals_forced.depth_first import AN_END, hunt, start
from bot.solvers.removals_forced.one_handed_dp import fewest_left
from bot.solvers.removals_forced.rollout import dealt_again, to_the_end
from bot.solvers.removals_forced.transposition import SEARCHES, SLOTS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.removals_forced.depth_first import Path
    from bot.solvers.removals_forced.moves import Leaving

_ENOUGH = 1_000_000
"""States after which a deal counts as not won."""


@kernel
def count_dealt(path: Path, game: Leaving, target: int, fixed: int, seed: int, first: int, deals: int) -> int:
    """Count the deals that can be won; so many cards stay fixed at either end of `path.cards`."""
    met = np.zeros((SLOTS, 2), dtype=np.uint64)
    pack, won = path.cards.copy(), 0
    for number in range(first, first + deals):
        search = 1 + number % (SEARCHES - 1)
        if search == 1:
            met[:] = 0
        _deal(path.cards, pack, fixed, seed, number)
        start(path, 1)
        won += hunt(path, met, search, game, target, _ENOUGH)[0] == AN_END
    return won


@kernel
def count_redealt(
    pack: NDArray[np.int8], game: Leaving, target: int, seed: int, first: int, deals: int
) -> int:
    """Count the deals of French that are won, the redeal included: nobody ever has a choice there."""
    cards, places, won = pack.copy(), np.zeros_like(pack), 0
    for number in range(first, first + deals):
        redeal = _deal(cards, pack, 0, seed, number)
        places[0] = 0
        left = to_the_end(cards, places, 1, 1, 0, game)
        won += left <= target or dealt_again(cards, places, left, game, redeal) <= target
    return won


@kernel
def count_one_handed(pack: NDArray[np.int8], target: int, seed: int, first: int, deals: int) -> int:
    """Count the deals of One-Handed Solitaire of which no more cards than the target can be left."""
    cards, won = pack.copy(), 0
    for number in range(first, first + deals):
        _deal(cards, pack, 0, seed, number)
        won += fewest_left(cards, 0) <= target
    return won


@kernel
def _deal(cards: NDArray[np.int8], pack: NDArray[np.int8], fixed: int, seed: int, number: int) -> np.uint64:
    """Lay out the cards of one deal and return the state of its stream."""
    cards[:] = pack
    return shuffle(cards[fixed : len(cards) - fixed], stream(np.uint64(seed), np.uint64(number)))
