"""The packed pack of a numbered deal, with which surveys and training games begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.cards import PACK
from bot.solvers.cribbage.state import pack, packed
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import deal_pack

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PACKED = np.array([packed(card) for card in PACK])
NO_NEAR, NO_FAR = pack([])
"""A row with no piles."""


@kernel
def deal(seed: np.uint64, number: int) -> NDArray[np.int64]:
    """Return the pack of a deal, packed, first card first."""
    cards = np.empty(len(_PACKED), np.int8)
    deal_pack(cards, seed, number)
    return _PACKED[cards]
