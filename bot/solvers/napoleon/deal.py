"""Dealing on a kernel's table, as surveys and training games begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.cards import RANKS
from bot.engine.positions.napoleon import CARDS, COLUMNS, FACE_UP
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import shuffle
from bot.solvers.napoleon.moves import settle
from bot.solvers.napoleon.state import HEIGHTS, NOTHING, RANK, SIZE, TOPS, UP

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel
def begin(chance: np.uint64) -> tuple[NDArray[np.int8], NDArray[np.int8], np.uint64]:
    """Shuffle and deal; return the table, the stock, and the state of the random stream after it."""
    cards = two_packs()
    chance = shuffle(cards, chance)
    table = deal(cards)
    settle(table, np.uint64(0))
    return table, cards[FACE_UP:], chance


@kernel
def two_packs() -> NDArray[np.int8]:
    """Return the numbers of all cards."""
    cards = np.empty(CARDS, np.int8)
    count = 0
    for card in range(128):
        if card & RANK < len(RANKS):
            cards[count] = card
            count += 1
    return cards


@kernel
def deal(cards: NDArray[np.int8]) -> NDArray[np.int8]:
    """Deal four rows of ten cards."""
    table = np.full(SIZE, NOTHING, np.int8)
    table[HEIGHTS : UP + 1] = 0
    for number in range(FACE_UP):
        top = TOPS + number % COLUMNS
        table[cards[number]] = table[top]
        table[top] = cards[number]
    return table
