"""Connected components of cards, where cards that share a suit or a rank are neighbours.

A pile only ever meets one that it matches, so piles of cards in different components stay apart for good: a
row never shrinks to fewer piles than it has components. This lower bound ends most searches long before the
last move.
"""

from __future__ import annotations

import numpy as np

from idle_year.solvers.jit import kernel

_SUITS = 4
_SUIT = np.uint64(0x1FFF)
_NONE = np.uint64(0)
_RANK = np.uint64(1 | 1 << 13 | 1 << 26 | 1 << 39)


@kernel
def components(visible: np.uint64) -> int:
    """Return how many components a set of cards has; the bit of a card is its number, 0..51.

    All cards of a suit are in one component. So each suit is merged into the next with a common rank, if any.
    """
    clubs, diamonds = visible & _SUIT, (visible >> np.uint64(13)) & _SUIT
    hearts, spades = (visible >> np.uint64(26)) & _SUIT, visible >> np.uint64(39)
    first, diamonds, hearts, spades = _pour(clubs, diamonds, hearts, spades)
    second, hearts, spades, _ = _pour(diamonds, hearts, spades, _NONE)
    third, spades, _, _ = _pour(hearts, spades, _NONE, _NONE)
    return first + second + third + (1 if spades else 0)


@kernel
def _pour(
    ranks: np.uint64, one: np.uint64, two: np.uint64, three: np.uint64
) -> tuple[int, np.uint64, np.uint64, np.uint64]:
    """Merge a suit, given by its ranks, into its first match of three; return 1 if none match, and these."""
    if ranks & one:
        return 0, ranks | one, two, three
    if ranks & two:
        return 0, one, ranks | two, three
    if ranks & three:
        return 0, one, two, ranks | three
    return (1 if ranks else 0), one, two, three


@kernel
def component_of(visible: np.uint64, card: int) -> np.uint64:
    """Return the component of one of the cards."""
    found = of_suit(visible, card)
    for _ in range(_SUITS - 1):
        every = found | (found >> np.uint64(13)) | (found >> np.uint64(26)) | (found >> np.uint64(39))
        for suit in range(_SUITS):
            same_ranks = (every & _SUIT) << np.uint64(13 * suit)
            if visible & same_ranks:
                found |= of_suit(visible, 13 * suit)
    return found


@kernel
def of_suit(visible: np.uint64, card: int) -> np.uint64:
    """Return the visible cards of a card's suit."""
    return visible & (_SUIT << np.uint64(card // 13 * 13))


@kernel
def of_rank(visible: np.uint64, card: int) -> np.uint64:
    """Return the visible cards of a card's rank."""
    return visible & (_RANK << np.uint64(card % 13))
