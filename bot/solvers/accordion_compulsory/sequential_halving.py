"""The choice among rests: games are played on from each, with the same orders of the unseen cards for all.

Sequential halving (Karnin, Koren and Somekh 2013): in every round the candidates that are left share the
same work, then the worse half goes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.accordion_compulsory.expectimax import chance_of, orders
from bot.solvers.accordion_compulsory.moves import GRACE, Law, piles_in
from bot.solvers.accordion_compulsory.quiescent_rows import LOOKED
from bot.solvers.accordion_compulsory.rollout import play_on
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import PLANES, kept
from bot.solvers.kernels.bits import popcount
from bot.solvers.kernels.rng import shuffle

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.accordion_compulsory.quiescent_rows import Desk

WORK = 180_000
"""Rows looked at for one decision, some 12 ms."""
CANDIDATES = 128
WINS, WORTH, GAMES = range(3)
"""What is summed up of a candidate: chances to win, worths, and how many of them."""
_WORKED_OUT = 720
"""Orders of the last cards that are all looked at, instead of a sample; with grace, one only."""


class Choice(NamedTuple):
    """Candidates and what was found out about them."""

    rests: NDArray[np.uint64]
    """Shape (CANDIDATES, PLANES)."""
    sums: NDArray[np.float64]
    """Shape (CANDIDATES, 3); GAMES stays 0 where the chance is exact."""
    ranking: NDArray[np.int64]
    """The candidates, the best first."""


@kernel
def no_choice() -> Choice:
    """Return a choice without candidates."""
    return Choice(
        np.zeros((CANDIDATES, PLANES), np.uint64),
        np.zeros((CANDIDATES, 3)),
        np.arange(CANDIDATES, dtype=np.int64),
    )


@kernel
def decide(
    choice: Choice,
    number: int,
    unseen: np.uint64,
    left: int,
    law: Law,
    desk: Desk,
    work: int,
    start: np.uint64,
) -> None:
    """Rank so many candidates; `work` counts rows to look at for it, `start` begins the random stream."""
    if orders(unseen, left) <= (1 if law.compulsion == GRACE else _WORKED_OUT):
        _work_out(choice, number, unseen, left, law, desk)
    else:
        _halve(choice, number, unseen, left, law, desk, work, start)


@kernel
def _work_out(choice: Choice, number: int, unseen: np.uint64, left: int, law: Law, desk: Desk) -> None:
    """Rank the candidates by their exact chances; where those are the same, by their piles."""
    for rest in range(number):
        row = kept(choice.rests, rest)
        chance = chance_of(row, unseen, left, law, desk)
        choice.sums[rest, WINS], choice.sums[rest, WORTH] = chance, chance - 1e-6 * piles_in(row)
    _rank(choice, number)


@kernel
def _halve(
    choice: Choice,
    number: int,
    unseen: np.uint64,
    left: int,
    law: Law,
    desk: Desk,
    work: int,
    start: np.uint64,
) -> None:
    cards = _cards_in(unseen)
    rounds = 1
    while 1 << rounds < number:
        rounds += 1
    going = number
    for _ in range(rounds):
        enough = desk.work[LOOKED] + work // rounds
        while desk.work[LOOKED] < enough:
            start = shuffle(cards, start)
            for place in range(going):
                _try(choice, choice.ranking[place], cards, unseen, left, law, desk)
        _rank(choice, going)
        going = (going + 1) // 2


@kernel
def _try(
    choice: Choice, rest: int, cards: NDArray[np.int8], unseen: np.uint64, left: int, law: Law, desk: Desk
) -> None:
    """Play on from a candidate once."""
    chance, worth = play_on(kept(choice.rests, rest), cards, unseen, left, law, desk)
    sums = choice.sums[rest]
    sums[WINS] += chance
    sums[WORTH] += worth
    sums[GAMES] += 1


@kernel
def _rank(choice: Choice, going: int) -> None:
    """Sort the first of the ranking, which have all played the same games (insertion sort: stable)."""
    ranking = choice.ranking
    for place in range(1, going):
        rest, to = ranking[place], place
        while to > 0 and choice.sums[ranking[to - 1], WORTH] < choice.sums[rest, WORTH]:
            ranking[to] = ranking[to - 1]
            to -= 1
        ranking[to] = rest


@kernel
def _cards_in(mask: np.uint64) -> NDArray[np.int8]:
    """Return the cards of a mask, the lowest first."""
    cards = np.empty(popcount(mask), np.int8)
    filled = 0
    for card in range(52):
        if (mask >> np.uint64(card)) & np.uint64(1) != np.uint64(0):
            cards[filled] = card
            filled += 1
    return cards
