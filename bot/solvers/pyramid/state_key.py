"""A state of a game as one number: the shape of the pyramid, the deck, how much of it is dealt, turns left.

The deck is the waste, from the bottom, and then the stock: its cards keep their places in it while others
leave. So the waste is all of the deck below a mark, and turning it over sets the mark back to 0.
"""

from __future__ import annotations

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import ONE

DECK = 41
"""Cards in the largest deck that a key has room for; a game deals 24."""
MOST_TURNS = 7
"""As many turns as a key can hold."""
_DECK_AT = np.uint64(11)
_DEALT_AT = np.uint64(52)
_TURNS_AT = np.uint64(58)
_SHAPE = (ONE << _DECK_AT) - ONE
_DECK = (ONE << np.uint64(DECK)) - ONE
_DEALT = np.uint64(63)


@kernel
def key_of(shape: int, deck: np.uint64, dealt: int, turns: int) -> np.uint64:
    """Return the key of a state.

    `deck` is the mask of the cards that have not left; those at places below `dealt` are the waste; `turns`
    says how often the waste may still be turned over.
    """
    key = np.uint64(shape) | (deck << _DECK_AT)
    return key | (np.uint64(dealt) << _DEALT_AT) | (np.uint64(turns) << _TURNS_AT)


@kernel
def parts_of(key: np.uint64) -> tuple[int, np.uint64, int, int]:
    """Return the shape, the deck, how much of it is dealt, and the turns left."""
    shape, dealt = int(np.int64(key & _SHAPE)), int(np.int64((key >> _DEALT_AT) & _DEALT))
    return shape, (key >> _DECK_AT) & _DECK, dealt, int(np.int64(key >> _TURNS_AT))


@kernel
def hashed(key: np.uint64, slots: int) -> int:
    """Return a slot for a key in a table of 2**n slots."""
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0xBF58476D1CE4E5B9)
    return int(np.int64((mixed ^ (mixed >> np.uint64(29))) & np.uint64(slots - 1)))
