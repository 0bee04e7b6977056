"""Best-arm identification by sequential halving with common random numbers.

The arms are quiescent rows, and a pull is a rollout, with the same orders of the unseen cards for all arms.
If few orders are left, expectimax replaces rollouts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.accordion_compulsory.expectimax import expectimax, orders
from bot.solvers.accordion_compulsory.moves import GRACE, piles_in
from bot.solvers.accordion_compulsory.quiescent_rows import NODES
from bot.solvers.accordion_compulsory.rollout import roll_out
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import PLANES, kept
from bot.solvers.kernels.bits import holds, popcount
from bot.solvers.kernels.rng import shuffle
from bot.solvers.kernels.sequential_halving import halve, rank, rounds_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.accordion_compulsory.moves import Stock
    from bot.solvers.accordion_compulsory.quiescent_rows import Workspace

WORK = 180_000
"""Nodes for one decision, some 12 ms."""
MOST = 128
"""The most candidates in one decision."""
WINS, WORTH, SAMPLES = range(3)
"""Columns of the sums: chances of winning, worths, and number of samples."""
_EXACT_ORDERS = 720
"""Orders of the last cards that are examined exhaustively instead of sampled; with grace, only one."""


class Candidates(NamedTuple):
    """The arms: quiescent rows, and what was found out about them."""

    rows: NDArray[np.uint64]
    """Shape (MOST, PLANES)."""
    sums: NDArray[np.float64]
    """Shape (MOST, 3); SAMPLES stays 0 where the chance is exact."""
    ranking: NDArray[np.int64]
    """The numbers of the candidates, the best first, shape (MOST,)."""


@kernel
def no_candidates() -> Candidates:
    """Allocate the candidates of a decision."""
    return Candidates(
        np.zeros((MOST, PLANES), np.uint64), np.zeros((MOST, 3)), np.arange(MOST, dtype=np.int64)
    )


@kernel
def compare(
    candidates: Candidates, number: int, stock: Stock, space: Workspace, work: int, start: np.uint64
) -> None:
    """Rank the first `number` candidates; `work` is in nodes, and `start` begins the random stream."""
    if orders(stock) <= (1 if space.game.compulsion == GRACE else _EXACT_ORDERS):
        _rank_exactly(candidates, number, stock, space)
    else:
        _halve(candidates, number, stock, space, work, start)


@kernel
def _rank_exactly(candidates: Candidates, number: int, stock: Stock, space: Workspace) -> None:
    """Rank the candidates by their exact chances, breaking ties by fewest piles."""
    for candidate in range(number):
        row = kept(candidates.rows, candidate)
        chance = expectimax(row, stock, space)
        sums = candidates.sums[candidate]
        sums[WINS], sums[WORTH] = chance, chance - 1e-6 * piles_in(row)
    rank(candidates.ranking[:number], candidates.sums[:, WORTH])


@kernel
def _halve(
    candidates: Candidates, number: int, stock: Stock, space: Workspace, work: int, start: np.uint64
) -> None:
    """Rank the candidates by the sums of their worths: the survivors all have the same samples."""
    cards, left, rounds = _cards_in(stock.unseen), number, rounds_for(number)
    for _ in range(rounds):
        enough = space.counters[NODES] + work // rounds
        while space.counters[NODES] < enough:
            start = shuffle(cards, start)
            for place in range(left):
                _sample(candidates, candidates.ranking[place], cards, stock, space)
        left = halve(candidates.ranking, left, candidates.sums[:, WORTH])


@kernel
def _sample(
    candidates: Candidates, candidate: int, cards: NDArray[np.int8], stock: Stock, space: Workspace
) -> None:
    """Add one rollout from a candidate."""
    chance, worth = roll_out(kept(candidates.rows, candidate), cards, stock, space)
    sums = candidates.sums[candidate]
    sums[WINS] += chance
    sums[WORTH] += worth
    sums[SAMPLES] += 1


@kernel
def _cards_in(mask: np.uint64) -> NDArray[np.int8]:
    """Return the cards of a mask, lowest first."""
    cards = np.empty(popcount(mask), np.int8)
    filled = 0
    for card in range(52):
        if holds(mask, card):
            cards[filled] = card
            filled += 1
    return cards
