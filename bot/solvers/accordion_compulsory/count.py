"""How many deals of a survey can be won where the stock is known, and how many the fair player wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_compulsory.depth_first import RANK, TWO_PILES, Deal, begun, go_on
from bot.solvers.accordion_compulsory.moves import (
    Law,
    piles_in,
    slides_and_leaps,
    tops,
    used_by_dealing,
    with_card,
)
from bot.solvers.accordion_compulsory.quiescent_rows import WIDEST, desk, find_rests
from bot.solvers.accordion_compulsory.sequential_halving import WORK, decide, no_choice
from bot.solvers.accordion_compulsory.transposition import SMALLEST, roomier
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import kept, key, lay
from bot.solvers.kernels.rng import shuffle, stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.accordion_compulsory.quiescent_rows import Desk
    from bot.solvers.kernels.bit_planes import Planes

_PACK = 52
_LOOKED = 400
"""Rows that are looked at for the rests that one card leads to."""


@kernel
def winnable(law: Law, cards: int, face_up: int, seed: np.uint64, first: int, deals: int) -> int:
    """Count the deals from a number on that can be won; each is searched to the end.

    So many cards are in a deal, and so many of them lie face up at the start.
    """
    won, no_sizes = 0, np.zeros(1, np.int8)
    for number in range(first, first + deals):
        pack = _dealt(cards, seed, number)
        deal = Deal(law, pack[face_up:], 0, 0)
        hunt = begun(deal, pack[:face_up], no_sizes, 0, TWO_PILES)
        met = np.zeros(SMALLEST, np.uint64)
        while not go_on(deal, hunt, met, len(met) // 2):
            met = roomier(met)
        won += hunt.tally[RANK] < TWO_PILES
    return won


@kernel
def fairly_won(law: Law, cards: int, face_up: int, seed: np.uint64, first: int, deals: int) -> int:
    """Count the deals from a number on that the fair player wins, as in `winnable`."""
    won, here = 0, desk()
    for number in range(first, first + deals):
        won += _played(law, _dealt(cards, seed, number), face_up, here)
    return won


@kernel
def _played(law: Law, pack: NDArray[np.int8], face_up: int, desk: Desk) -> bool:
    """Play a deal from rest to rest; return whether it is won."""
    unseen = tops(lay(pack[face_up:]))
    row = _chosen(lay(pack[:face_up]), 0, unseen, len(pack) - face_up, law, desk)
    for dealt in range(face_up, len(pack)):
        slides, leaps = slides_and_leaps(row, law)
        unseen &= ~(np.uint64(1) << np.uint64(pack[dealt]))
        used = used_by_dealing(law, slides | leaps)
        row = _chosen(with_card(row, pack[dealt]), used, unseen, len(pack) - 1 - dealt, law, desk)
    return piles_in(row) == 1


@kernel
def _chosen(row: Planes, used: int, unseen: np.uint64, left: int, law: Law, desk: Desk) -> Planes:
    """Return the rest that the fair player goes to."""
    choice = no_choice()
    number = find_rests(row, used, left, law, _LOOKED, desk, choice.rests[:WIDEST])
    if number > 1:
        decide(choice, number, unseen, left, law, desk, WORK, key(row) ^ unseen)
    return kept(choice.rests, choice.ranking[0])


@kernel
def _dealt(cards: int, seed: np.uint64, number: int) -> NDArray[np.int8]:
    """Return the cards of one deal of a survey."""
    pack = np.arange(_PACK).astype(np.int8)
    shuffle(pack, stream(seed, np.uint64(number)))
    return pack[:cards]
