"""How many of many deals can be won."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_open.restarts import hunt, lay_out
from bot.solvers.accordion_open.search_state import WON
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import STEP, shuffle, stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.accordion_open.moves import Game
    from bot.solvers.accordion_open.search_state import Desk

_ENOUGH = 5_000_000
"""Nodes for one deal: what is not decided then is not counted as won."""


@kernel
def survey(
    game: Game, desk: Desk, pack: NDArray[np.int8], row: int, seed: np.uint64, first: int, deals: int
) -> int:
    """Return how many deals of a survey can be won, from number `first` on: `row` cards of a pack each."""
    won = 0
    for number in range(first, first + deals):
        for card in range(len(pack)):
            pack[card] = card
        shuffle(pack, stream(seed, np.uint64(number)))
        desk.salt[0] += STEP
        lay_out(game, desk, pack[:row])
        won += hunt(game, desk, _ENOUGH) == WON
    return won
