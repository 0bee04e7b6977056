"""Rollout policy: remove greedily, the rightmost and largest removal first, and deal, to the end.

The unseen cards are determinized by a random order, many times (Ginsberg 2001). Every candidate move meets
the same orders (common random numbers), so that luck favours none of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import shuffle, stream
from bot.solvers.marriage.forced.moves import RemovalRules, first_with, last_removal, remove, unsettled

DEALS, REDEALS = -1, -2
"""In place of the code of a removal: the next card is dealt; the row is shuffled and dealt again."""
WINS, WORTH = range(2)
"""Columns of the sums over all orders: games won, and the worth of the ends."""
A_CARD = 0.5
"""The worth of an end relative to one that leaves a card fewer; a win is worth 1."""


class Unseen(NamedTuple):
    """The unseen cards, from which orders are drawn."""

    pool: NDArray[np.int8]
    """The cards that may still be dealt, in any order."""
    stock: int
    """How many of them will be dealt."""
    last: NDArray[np.int8]
    """The card known to be dealt after them, or none."""
    redeal: bool
    """Whether the cards left in the end may be dealt once more."""


@kernel
def roll_out_moves(
    row: NDArray[np.int8],
    unseen: Unseen,
    moves: NDArray[np.int64],
    game: RemovalRules,
    target: int,
    orders: int,
    seed: np.uint64,
) -> NDArray[np.float64]:
    """Make each move and roll out, with `orders` of the unseen cards; return sums, shape (moves, 2)."""
    sums = np.zeros((len(moves), 2))
    size = len(row)
    cards = np.concatenate((row, unseen.pool[: unseen.stock], unseen.last))
    pool, places = unseen.pool.copy(), np.zeros(len(cards), dtype=np.int8)
    for order in range(orders):
        redeal = shuffle(pool, stream(seed, np.uint64(order)))
        cards[size : size + unseen.stock] = pool[: unseen.stock]
        for number, move in enumerate(moves):
            left = _left_after(cards, places, size, move, unseen.redeal, game, target, redeal)
            sums[number, WINS] += left <= target
            sums[number, WORTH] += A_CARD ** max(left - target, 0)
    return sums


@kernel
def _left_after(
    cards: NDArray[np.int8],
    places: NDArray[np.int8],
    size: int,
    move: int,
    may_redeal: bool,
    game: RemovalRules,
    target: int,
    redeal: np.uint64,
) -> int:
    """Return how many cards are left after a move and its rollout; `redeal` is the shuffle's stream."""
    for place in range(size):
        places[place] = place
    if move >= 0:
        left = roll_out(cards, places, remove(places, size, move, cards, game), size, 0, game)
    elif move == DEALS:
        places[size] = size
        left = roll_out(cards, places, size + 1, size + 1, first_with(size), game)
    else:
        return roll_out_redeal(cards, places, size, game, redeal)
    if may_redeal and left > target:
        return roll_out_redeal(cards, places, left, game, redeal)
    return left


@kernel
def roll_out_redeal(
    cards: NDArray[np.int8], places: NDArray[np.int8], size: int, game: RemovalRules, redeal: np.uint64
) -> int:
    """Shuffle the row, deal it singly and return how many cards are left in the end."""
    again = np.empty(size, dtype=np.int8)
    for place in range(size):
        again[place] = cards[places[place]]
    shuffle(again, redeal)
    places[0] = 0
    return roll_out(again, places, 1, 1, 0, game)


@kernel
def roll_out(
    cards: NDArray[np.int8],
    places: NDArray[np.int8],
    size: int,
    dealt: int,
    settled: int,
    game: RemovalRules,
) -> int:
    """Remove what may leave, rightmost and largest first, deal, and return how many cards are left."""
    while True:
        removal = last_removal(cards, places, size, settled, game)
        if removal >= 0:
            settled = min(settled, unsettled(removal, game))
            size = remove(places, size, removal, cards, game)
        elif dealt < len(cards):
            places[size] = dealt
            settled = first_with(size)
            size, dealt = size + 1, dealt + 1
        else:
            return size
