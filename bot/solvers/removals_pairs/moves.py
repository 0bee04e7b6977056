"""Move generation on a bit board of places: which two cards may leave a row.

Cards only ever leave, and the others keep their order. So the whole state of a game is the set of original
places whose cards are left. It is one number of 64 bits, and exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.cards import PACK
from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import ONE, bit, lowest_bit

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 52
"""Cards in the longest row."""
MOVES = 2 * MOST
"""An upper bound on the removals from a row."""
_SUITS = np.array([card.suit for card in PACK], dtype=np.int8)
_RANKS = np.array([card.rank for card in PACK], dtype=np.int8)


@kernel
def full(size: int) -> np.uint64:
    """Return the set of the first `size` places."""
    return bit(size) - ONE


@kernel
def match(cards: NDArray[np.int8], matches: NDArray[np.uint64]) -> None:
    """Write for each place of a row of cards, 0..51, the mask of places that its card matches."""
    suits, ranks = np.zeros(4, dtype=np.uint64), np.zeros(13, dtype=np.uint64)
    for place, card in enumerate(cards):
        suits[_SUITS[card]] |= bit(place)
        ranks[_RANKS[card]] |= bit(place)
    for place, card in enumerate(cards):
        matches[place] = suits[_SUITS[card]] | ranks[_RANKS[card]]


@kernel
def removals(
    left: np.uint64, matches: NDArray[np.uint64], near: int, far: int, children: NDArray[np.uint64]
) -> int:
    """Write the mask after each removal, by the right card from the left; return how many there are.

    The two cards of a removal are `near` or `far` places apart, at most 3.
    """
    one = two = three = np.uint64(0)
    rest, found = left, 0
    while rest:
        card = rest & (~rest + ONE)
        partners = matches[lowest_bit(rest)]
        before = (one, two, three)
        for other in (before[near - 1], before[far - 1]):
            if partners & other:
                children[found] = left ^ card ^ other
                found += 1
        one, two, three = card, one, two
        rest ^= card
    return found
