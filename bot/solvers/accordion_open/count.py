"""Win rate over a survey of random deals, all cards known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.accordion_open.restarts import lay_out, resume
from bot.solvers.accordion_open.search_state import WON
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import STEP, deal_pack

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from bot.solvers.accordion_open.moves import Game
    from bot.solvers.accordion_open.search_state import SearchState

_ENOUGH = 5_000_000
"""Nodes per deal; a deal still undecided then is not counted as won."""


@kernel
def count_wins(
    game: Game, search: SearchState, pack: NDArray[np.int8], row: int, seed: np.uint64, first: int, deals: int
) -> int:
    """Return how many deals of a survey, from number `first`, can be won: `row` cards of a pack each."""
    won = 0
    for number in range(first, first + deals):
        deal_pack(pack, seed, number)
        search.salt[0] += STEP
        lay_out(game, search, pack[:row])
        won += resume(game, search, _ENOUGH) == WON
    return won
