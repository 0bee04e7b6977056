"""Win rates over many random deals: of beam search, which rarely proves a loss, and of the fair player."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import PACK
from idle_year.engine.games.cribbage import GAME_POINTS
from idle_year.solvers.cribbage.beam import WIDTHS, beam
from idle_year.solvers.cribbage.moves import (
    COLUMNS,
    FAR,
    FRESH,
    NEAR,
    TOTAL,
    begin,
    claimed,
    list_claims,
    new_turn,
    pack,
    packed,
    points_of,
)
from idle_year.solvers.cribbage.player import weigh
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.rng import STEP, deal_pack, random, stream

NO_NEAR, NO_FAR = pack([])
"""A row with no piles."""
_PACKED = np.array([packed(card) for card in PACK])
_NODES = 1 << 60


@kernel
def deal(seed: np.uint64, number: int) -> NDArray[np.int64]:
    """Return the pack of a deal, packed, first card first."""
    cards = np.empty(len(_PACKED), np.int8)
    deal_pack(cards, seed, number)
    return _PACKED[cards]


@kernel
def count_won(
    seed: np.uint64,
    first: int,
    deals: int,
    late: bool,
    values: NDArray[np.float32],
) -> tuple[int, int]:
    """Count the deals for which a beam finds a win with all cards known, and those it leaves undecided."""
    won = lost = 0
    turn = new_turn()
    for number in range(first, first + deals):
        cards = deal(seed, number)
        begin(turn, NO_NEAR, NO_FAR, cards[0], 0)
        stock = cards[1:] if late else cards[1:-1]
        for width in WIDTHS:
            trail = np.empty((len(stock) + 1, width, 2), np.int64)
            reached = beam(turn.ends[0], stock, len(cards) - 1, late, False, _NODES, values, trail)
            if reached.points >= GAME_POINTS:
                won += 1
                break
            if reached.complete:
                lost += 1
                break
    return won, deals - won - lost


@kernel
def count_fair(
    seed: np.uint64,
    first: int,
    deals: int,
    late: bool,
    values: NDArray[np.float32],
) -> int:
    """Count the deals that the fair player wins."""
    won = 0
    for number in range(first, first + deals):
        if _play_fairly(deal(seed, number), late, stream(~seed, np.uint64(number)), values) >= GAME_POINTS:
            won += 1
    return won


@kernel
def _play_fairly(cards: NDArray[np.int64], late: bool, chance: np.uint64, values: NDArray[np.float32]) -> int:
    """Play a deal and return the points scored in time to count."""
    turn = new_turn()
    begin(turn, NO_NEAR, NO_FAR, cards[0], 0)
    row, dealt = turn.ends[0], 1
    useful = len(cards) if late else len(cards) - 1
    while row[TOTAL] < GAME_POINTS:
        starts = _starts(row, turn.found)
        best = len(starts) - 1
        if best:
            # Sorted, so that their order reveals nothing.
            unseen = np.sort(cards[dealt:])
            chance += STEP
            weighed = weigh(starts, GAME_POINTS, useful - dealt, unseen, random(chance), values)
            best = int(weighed[:, 2].argmax())
        if best < len(starts) - 1:
            row[:] = starts[best]
        elif dealt < useful:
            begin(turn, row[NEAR], row[FAR], cards[dealt], row[TOTAL])
            dealt += 1
        else:
            break
    return int(row[TOTAL])


@kernel
def _starts(row: NDArray[np.int64], found: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the rows after every claim for the most that a window is worth, and last the row for a deal."""
    claims = list_claims(row[NEAR], row[FRESH], False, found)
    starts = np.empty((claims + 1, COLUMNS), np.int64)
    starts[:] = row
    starts[claims, FRESH] = 0
    for number in range(claims):
        near, far, fresh = claimed(row[NEAR], row[FAR], row[FRESH], found[number])
        starts[number, NEAR], starts[number, FAR], starts[number, FRESH] = near, far, fresh
        starts[number, TOTAL] = row[TOTAL] + points_of(found[number])
    return starts
