"""Determinization with common random numbers: whether rows can be won after each removal.

If nothing is hidden there is one sample, and the counts are verdicts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import shuffle
from bot.solvers.removals_interval.interval_dp import can_be_won, new_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from bot.engine.rules import Move
    from bot.solvers.removals_interval.eligibility import Permit


def blocks_of(moves: Sequence[Move]) -> NDArray[np.int64]:
    """Return the first place and the number of the cards that each move removes, (moves, 2)."""
    return np.array([(move.at[0], len(move.at)) if move.at else (0, 0) for move in moves], np.int64).reshape(
        -1, 2
    )


@kernel
def count_wins_after(
    row: NDArray[np.int8],
    start: int,
    stop: int,
    pool: NDArray[np.int8],
    blocks: NDArray[np.int64],
    permit: Permit,
    samples: int,
    state: np.uint64,
) -> NDArray[np.int64]:
    """Count for each block in how many samples the row (int8, 0..51) can be won after the block has left.

    The cards from place `start` up to but excluding `stop` lie face down: for every sample they are drawn
    anew from the pool, by the random stream that begins with `state`. All blocks are judged on the same
    samples.
    """
    row, pool, table = row.copy(), pool.copy(), new_table()
    shorter, wins = np.empty_like(row), np.zeros(len(blocks), np.int64)
    for _ in range(samples):
        state = shuffle(pool, state)
        for place in range(start, stop):
            row[place] = pool[place - start]
        for number in range(len(blocks)):
            left = _take_out(row, blocks[number, 0], blocks[number, 1], shorter)
            wins[number] += can_be_won(shorter[:left], permit, table)
    return wins


@kernel
def _take_out(row: NDArray[np.int8], first: int, size: int, shorter: NDArray[np.int8]) -> int:
    """Copy a row without a block into another array, and return how many cards are left."""
    left = len(row) - size
    for place in range(left):
        shorter[place] = row[place if place < first else place + size]
    return left
