"""Win rate of the fair player over many random deals, dealt and played in one kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import RANKS
from idle_year.engine.positions.napoleon import CARDS, COLUMNS, FACE_UP
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.rng import shuffle, stream
from idle_year.solvers.napoleon.moves import FACE, HEIGHTS, NOTHING, RANK, SIZE, TOPS, UP, settle, turn
from idle_year.solvers.napoleon.player import SearchState, decide


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


@kernel
def begin(chance: np.uint64) -> tuple[NDArray[np.int8], NDArray[np.int8], np.uint64]:
    """Shuffle and deal; return the table, the stock, and the state of the random stream after it."""
    cards = two_packs()
    chance = shuffle(cards, chance)
    table = deal(cards)
    settle(table, np.uint64(0))
    return table, cards[FACE_UP:], chance


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
