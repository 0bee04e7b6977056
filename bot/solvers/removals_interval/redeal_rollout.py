"""Monte Carlo estimate of the redeal of French: shuffle the kept cards, and decide each row exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import deal_pack, shuffle
from bot.solvers.removals_interval.interval_dp import can_be_won, fill, new_table
from bot.solvers.removals_interval.place_sets import MEETS
from bot.solvers.removals_interval.redeal_choice import best_remainder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.removals_interval.eligibility import Permit


@kernel
def cards_to_keep(
    row: NDArray[np.int8], permit: Permit, cost: NDArray[np.float64], state: np.uint64
) -> NDArray[np.int8]:
    """Return the cards (int8, 0..51) of a row that are best to keep for the redeal; see `best_remainder`."""
    table, kept = new_table(), np.empty_like(row)
    fill(row, permit, table)
    return kept[: best_remainder(row, table.sets[0, MEETS], cost, state, kept)]


@kernel
def count_won_shuffles(cards: NDArray[np.int8], permit: Permit, samples: int, state: np.uint64) -> int:
    """Count how many of `samples` shuffles of some cards can be won; `state` begins the random stream."""
    row, table, wins = cards.copy(), new_table(), 0
    for _ in range(samples):
        state = shuffle(row, state)
        wins += can_be_won(row, permit, table)
    return wins


@kernel
def count_wins_with_redeal(permit: Permit, seed: np.uint64, first: int, deals: int) -> int:
    """Count the deals of a survey that are won by keeping the best remainder for one redeal."""
    cost, wins = np.ones(52), 0
    for number in range(first, first + deals):
        row = np.empty(52, np.int8)
        state = deal_pack(row, seed, number)
        kept = cards_to_keep(row, permit, cost, state)
        wins += len(kept) <= 2 or count_won_shuffles(kept, permit, 1, ~state) == 1
    return wins
