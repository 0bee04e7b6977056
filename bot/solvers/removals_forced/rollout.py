"""Playing on to the end with the cards not yet seen in some order, many times.

Every move is tried with the same orders, so that luck favours none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import shuffle, stream
from bot.solvers.removals_forced.moves import first_with, last_removal, take, unsettled

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.removals_forced.moves import Leaving

DEALS, REDEALS = -1, -2
"""In place of the code of a removal: the next card is dealt; the row is shuffled and dealt again."""
WINS, WORTH = range(2)
"""Columns of the sums over all orders: games won, and what the ends are worth."""
_A_CARD = 0.5
"""What an end is worth, compared with one that leaves a card fewer; a win is worth 1."""


class Unseen(NamedTuple):
    """What the rest of a game may bring."""

    pool: NDArray[np.int8]
    """The cards that may still be dealt, in any order."""
    stock: int
    """How many of them will be."""
    last: NDArray[np.int8]
    """The card that is known to be dealt after them, or none."""
    redeal: bool
    """Whether the cards that are left in the end may be dealt once more."""


@kernel
def play_out(
    row: NDArray[np.int8],
    unseen: Unseen,
    moves: NDArray[np.int64],
    game: Leaving,
    target: int,
    orders: int,
    seed: np.uint64,
) -> NDArray[np.float64]:
    """Make each move and play on, with so many orders of the unseen cards; return sums, shape (moves, 2)."""
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
            sums[number, WORTH] += _A_CARD ** max(left - target, 0)
    return sums


@kernel
def _left_after(
    cards: NDArray[np.int8],
    places: NDArray[np.int8],
    size: int,
    move: int,
    may_redeal: bool,
    game: Leaving,
    target: int,
    redeal: np.uint64,
) -> int:
    """Return how many cards are left after a move and what follows it; `redeal` shuffles by a stream."""
    for place in range(size):
        places[place] = place
    if move >= 0:
        left = to_the_end(cards, places, take(places, size, move, cards, game), size, 0, game)
    elif move == DEALS:
        places[size] = size
        left = to_the_end(cards, places, size + 1, size + 1, first_with(size), game)
    else:
        return dealt_again(cards, places, size, game, redeal)
    if may_redeal and left > target:
        return dealt_again(cards, places, left, game, redeal)
    return left


@kernel
def dealt_again(
    cards: NDArray[np.int8], places: NDArray[np.int8], size: int, game: Leaving, redeal: np.uint64
) -> int:
    """Shuffle the row, deal it singly and return how many cards are left in the end."""
    again = np.empty(size, dtype=np.int8)
    for place in range(size):
        again[place] = cards[places[place]]
    shuffle(again, redeal)
    places[0] = 0
    return to_the_end(again, places, 1, 1, 0, game)


@kernel
def to_the_end(
    cards: NDArray[np.int8], places: NDArray[np.int8], size: int, dealt: int, settled: int, game: Leaving
) -> int:
    """Take out what may leave, farthest right and most cards first, deal, and return how many are left."""
    while True:
        removal = last_removal(cards, places, size, settled, game)
        if removal >= 0:
            settled = min(settled, unsettled(removal, game))
            size = take(places, size, removal, cards, game)
        elif dealt < len(cards):
            places[size] = dealt
            settled = first_with(size)
            size, dealt = size + 1, dealt + 1
        else:
            return size
