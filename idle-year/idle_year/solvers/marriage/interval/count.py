"""Win rates over a survey of random deals, each decided by interval dynamic programming."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import PACK
from idle_year.engine.games.marriage import Marriage
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.rng import deal_pack, draw_ends, shuffle, shuffle_between, stream
from idle_year.solvers.marriage.interval.interval_dp import Permit, can_be_won, match, new_table
from idle_year.solvers.marriage.interval.redeal import cards_to_keep, count_won_shuffles


def pack_of(rules: Marriage) -> NDArray[np.int8]:
    """Return the cards of a game (int8, 0..51), those fixed as first and last in their places."""
    ends = rules.ends or ()
    others = [card for card in PACK * rules.packs if card not in ends]
    return np.array([*ends[:1], *others, *ends[1:]], np.int8)


@kernel
def count_wins(
    pack: NDArray[np.int8], ends: int, permit: Permit, seed: np.uint64, first: int, deals: int
) -> int:
    """Count the deals that can be won; with 2 `ends` the first and last cards of the pack stay in place."""
    row, table, wins = pack.copy(), new_table(), 0
    between = row[1:-1]
    for number in range(first, first + deals):
        state = stream(seed, np.uint64(number))
        for place in range(len(pack)):
            row[place] = pack[place]
        if ends:
            shuffle(between, state)
            wins += can_be_won(row, permit, table)
            continue
        state = draw_ends(row, state)
        # Most deals are already lost here, because their ends do not match; the others are shuffled.
        if match(row[0], row[-1]):
            shuffle_between(row, state)
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
