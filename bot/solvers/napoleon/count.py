"""Win rate of the fair player over many random deals, dealt and played in one kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.positions.napoleon import CARDS
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import stream
from bot.solvers.napoleon.deal import begin
from bot.solvers.napoleon.decision import SearchState, decide
from bot.solvers.napoleon.moves import settle, turn
from bot.solvers.napoleon.state import FACE, UP

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel
def count_wins(search: SearchState, seed: np.uint64, first: np.uint64, deals: np.uint64) -> int:
    """Play `deals` deals of a survey, starting with number `first`; return how many are won.

    The player plays every macro to its end before it decides again.
    """
    wins = 0
    for number in range(deals):
        wins += _play(search, stream(seed, first + number))
    return wins


@kernel
def _play(search: SearchState, chance: np.uint64) -> bool:
    """Deal and play a game; return whether it is won."""
    table, stock, _ = begin(chance)
    for turned in range(len(stock) + 1):
        left = stock[turned:]
        macro = decide(search, table, _by_face(left), len(left))
        table[:] = search.macros[macro].table
        if len(left) == 0 or table[UP] == CARDS:
            break
        turn(table, left[0])
        settle(table, np.uint64(0))
    return bool(table[UP] == CARDS)


@kernel
def _by_face(cards: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return cards in an order that reveals nothing about the original one."""
    ordered = np.empty_like(cards)
    count = 0
    for face in range(FACE + 1):
        for card in cards:
            if card & FACE == face:
                ordered[count] = card
                count += 1
    return ordered
