"""States of the game as kernels take them."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.cribbage.row_tail import HELD, PLACES, pack, packed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.engine.states.claim_row import ClaimRow

NEVER = 1 << 20
"""More points than any game has: enough where points do not win any more."""


def rooted(state: ClaimRow) -> NDArray[np.int64]:
    """Return the row of a state in the columns of an end of a turn."""
    near, far = pack([pile.top for pile in state.piles])
    fresh = HELD * state.held
    for link in state.fresh:
        # The rules count links from the left. Those out of sight need not be told apart, but from HELD.
        fresh |= 1 << min(len(state.piles) - 2 - link, 2 * PLACES)
    return np.array([near, far, fresh, state.points, 0], np.int64)


def known_cards(state: ClaimRow) -> NDArray[np.int64]:
    """Return the cards of the stock up to the first that is face down, as tails hold them."""
    known = takewhile(lambda card: card is not None, state.stock)
    return np.array([packed(card) for card in known if card is not None], np.int64)
