"""Win rates over a survey of random deals: with the stock known, and for the fair player."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from idle_year.solvers.accordion.compulsory.depth_first import (
    RANK,
    SMALLEST,
    TWO_PILES,
    Deal,
    begin,
    grown,
    search_on,
)
from idle_year.solvers.accordion.compulsory.moves import (
    Game,
    Stock,
    piles_in,
    slides_and_leaps,
    tops,
    used_by_dealing,
    with_card,
    without_card,
)
from idle_year.solvers.accordion.compulsory.player import WORK, compare, no_candidates
from idle_year.solvers.accordion.compulsory.quiescent_rows import (
    WIDEST,
    Workspace,
    find_quiescent,
    new_workspace,
)
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bit_planes import Planes, kept, key, lay
from idle_year.solvers.kernels.rng import deal_pack

_PACK = 52
_ENOUGH_ROWS = 400
"""Rows examined to find the quiescent rows reachable after one card."""


@kernel
def count_wins(game: Game, cards: int, face_up: int, seed: np.uint64, first: int, deals: int) -> int:
    """Count the deals, starting from number `first`, that can be won; each is searched to the end.

    A deal has `cards` cards, `face_up` of them face up at the start.
    """
    won, no_sizes = 0, np.zeros(1, np.int8)
    for number in range(first, first + deals):
        pack = _dealt(cards, seed, number)
        deal = Deal(game, pack[face_up:], 0, 0)
        search = begin(deal, pack[:face_up], no_sizes, 0, TWO_PILES)
        table = np.zeros(SMALLEST, np.uint64)
        while not search_on(deal, search, table, len(table) // 2):
            table = grown(table)
        won += search.counters[RANK] < TWO_PILES
    return won


@kernel
def count_player_wins(game: Game, cards: int, face_up: int, seed: np.uint64, first: int, deals: int) -> int:
    """Count the deals, starting from number `first`, that the fair player wins, as in `count_wins`.

    It chooses one of the quiescent rows that it finds, and goes there. A hint chooses by the same rollouts,
    but anew after each move, among rows that it finds after each.
    """
    won, space = 0, new_workspace(game)
    for number in range(first, first + deals):
        won += _played(_dealt(cards, seed, number), face_up, space)
    return won


@kernel
def _played(pack: NDArray[np.int8], face_up: int, space: Workspace) -> bool:
    """Play a deal from quiescent row to quiescent row; return whether it is won."""
    stock = Stock(tops(lay(pack[face_up:])), len(pack) - face_up)
    row = _chosen(lay(pack[:face_up]), 0, stock, space)
    for card in pack[face_up:]:
        slides, leaps = slides_and_leaps(row, space.game)
        stock = without_card(stock, card)
        used = used_by_dealing(space.game, slides | leaps)
        row = _chosen(with_card(row, card), used, stock, space)
    return piles_in(row) == 1


@kernel
def _chosen(row: Planes, used: int, stock: Stock, space: Workspace) -> Planes:
    """Return the quiescent row that the fair player chooses."""
    candidates = no_candidates()
    number = find_quiescent(row, used, stock.left, _ENOUGH_ROWS, space, candidates.rows[:WIDEST])
    if number > 1:
        compare(candidates, number, stock, space, WORK, key(row) ^ stock.unseen)
    return kept(candidates.rows, candidates.ranking[0])


@kernel
def _dealt(cards: int, seed: np.uint64, number: int) -> NDArray[np.int8]:
    """Return the cards of one deal of a survey."""
    pack = np.empty(_PACK, np.int8)
    deal_pack(pack, seed, number)
    return pack[:cards]
