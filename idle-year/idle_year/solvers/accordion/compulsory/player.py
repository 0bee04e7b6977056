"""Fair player of compulsory play: sequential halving over rollouts, expectimax over the last cards.

It knows the row and which cards may come, but never in which order. One decision is best-arm identification
by sequential halving with common random numbers.

Every legal move is weighed by the best quiescent row that it leads to. The arms are these rows, and a pull is
a rollout, with the same orders of the unseen cards for all arms. If few orders are left, expectimax replaces
rollouts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games.accordion import Accordion
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import Move, Pile
from idle_year.solvers.accordion.compulsory.moves import (
    DEALT,
    GRACE,
    Game,
    Stock,
    code_of,
    game_of,
    piles_in,
    shifted,
)
from idle_year.solvers.accordion.compulsory.quiescent_rows import (
    LEFT_OUT,
    NODES,
    WIDEST,
    Workspace,
    expectimax,
    find_quiescent,
    new_workspace,
    orders,
)
from idle_year.solvers.accordion.compulsory.rollout import evaluate, roll_out
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bit_planes import PLANES, Planes, keep, kept, key, lay
from idle_year.solvers.kernels.bits import holds, popcount
from idle_year.solvers.kernels.rng import shuffle
from idle_year.solvers.kernels.sequential_halving import halve, rank, rounds_for

_ENOUGH_ROWS = 400
"""Rows examined to find the quiescent rows reachable after one move."""
_LONE = 20
"""The factor by which the work is cut if there is only one move to weigh."""
WORK = 180_000
"""Nodes for one decision, some 12 ms."""
MOST_CANDIDATES = 128
"""The most candidates in one decision."""
WINS, WORTH, SAMPLES = range(3)
"""Columns of the sums: chances of winning, worths, and number of samples."""
_EXACT_ORDERS = 720
"""Orders of the last cards that are examined exhaustively instead of sampled; with grace, only one."""


class Candidates(NamedTuple):
    """The arms: quiescent rows, and what was found out about them."""

    rows: NDArray[np.uint64]
    """Shape (MOST_CANDIDATES, PLANES)."""
    sums: NDArray[np.float64]
    """Shape (MOST_CANDIDATES, 3); SAMPLES stays 0 where the chance is exact."""
    ranking: NDArray[np.int64]
    """The numbers of the candidates, the best first, shape (MOST_CANDIDATES,)."""


@kernel
def weigh_moves(
    game: Game,
    cards: NDArray[np.int8],
    used: int,
    moves: NDArray[np.int64],
    unseen: np.uint64,
    left: int,
    work: int,
) -> NDArray[np.float64]:
    """Return each move's sum of winning chances, its number of samples, and its worth, shape (moves, 3).

    If a chance is exact, samples is 0 and the chance replaces the sum. `moves` are DEALT, or
    4 x place + distance; `unseen` is a mask of cards of which `left` are in the stock; `work` is in nodes.
    """
    row, stock = lay(cards), Stock(unseen, left)
    candidates, space = no_candidates(), new_workspace(game)
    reached = np.zeros((len(moves), MOST_CANDIDATES), np.bool_)
    number = _gather(candidates, reached, row, used, moves, stock, space)
    if len(moves) == 1:
        work //= _LONE
    compare(candidates, number, stock, space, work, key(row) ^ unseen)
    weighed = np.zeros((len(moves), 3))
    found = np.zeros(len(moves), np.bool_)
    worth = np.inf
    for place in range(number):
        candidate = candidates.ranking[place]
        sums = candidates.sums[candidate]
        mean = sums[WORTH] / max(sums[SAMPLES], 1.0)
        # An arm eliminated early is worth no more than a survivor, even if its few samples went well.
        worth = min(worth, mean)
        for move in range(len(moves)):
            if reached[move, candidate] and not found[move]:
                found[move] = True
                weighed[move] = (sums[WINS], sums[SAMPLES], worth)
    if space.counters[LEFT_OUT]:
        _doubt(weighed, orders(stock))
    return weighed


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
def no_candidates() -> Candidates:
    """Allocate the candidates of a decision."""
    return Candidates(
        np.zeros((MOST_CANDIDATES, PLANES), np.uint64),
        np.zeros((MOST_CANDIDATES, 3)),
        np.arange(MOST_CANDIDATES, dtype=np.int64),
    )


@kernel
def _doubt(weighed: NDArray[np.float64], worked_out: int) -> None:
    """Turn exact chances into counts over the orders tried, since some continuations were left out.

    A win that was found stays certain.
    """
    for move in range(len(weighed)):
        if weighed[move, 0] < 1 and weighed[move, 1] == 0:
            weighed[move, 0] *= worked_out
            weighed[move, 1] = worked_out


@kernel
def _gather(
    candidates: Candidates,
    reached: NDArray[np.bool_],
    row: Planes,
    used: int,
    moves: NDArray[np.int64],
    stock: Stock,
    space: Workspace,
) -> int:
    """Write the quiescent rows that moves lead to, the best evaluated of each move; return their number.

    `reached[move, candidate]` says which moves lead to which candidates.
    """
    share, number = MOST_CANDIDATES // len(moves), 0
    found, evaluations = space.quiescent[0], np.empty(WIDEST)
    for move in range(len(moves)):
        rows = _quiescent_after(row, used, moves[move], stock.left, space, found)
        space.counters[LEFT_OUT] += rows > share
        for each in range(rows):
            evaluations[each] = evaluate(kept(found, each), stock)
        for _ in range(min(share, rows)):
            best = evaluations[:rows].argmax()
            evaluations[best] = -np.inf
            place = _place_of(candidates, number, found[best])
            reached[move, place] = True
            number = max(number, place + 1)
    return number


@kernel
def _quiescent_after(
    row: Planes, used: int, move: int, left: int, space: Workspace, found: NDArray[np.uint64]
) -> int:
    """Write the quiescent rows that a move leads to; a row about to be dealt onto is itself one."""
    if move == DEALT:
        keep(found, 0, row)
        return 1
    return find_quiescent(shifted(row, move >> 2, move & 3), 0, left, _ENOUGH_ROWS, space, found)


@kernel
def _place_of(candidates: Candidates, number: int, row: NDArray[np.uint64]) -> int:
    """Return the place of a row among the candidates, appending it if it is new."""
    for place in range(number):
        if (candidates.rows[place] == row).all():
            return place
    candidates.rows[number] = row
    return number


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


@dataclass(frozen=True)
class InformationSet:
    """All that a player may know."""

    tops: tuple[Card, ...]
    """The row; the sizes of the piles do not affect any chance."""
    unseen: frozenset[Card]
    """The cards that may be in the stock; more than it holds if covered cards are not known."""
    left: int
    """Cards in the stock."""
    used: bool
    """Whether the grace is used."""


@dataclass(frozen=True)
class CompulsoryAccordionPlayer:
    """A player of one of the compulsory deals."""

    rules: Accordion

    def see(self, state: Row) -> InformationSet:
        """Return what may be known of a state."""
        tops = tuple(pile.top for pile in state.piles)
        unseen = frozenset(card for card in state.stock if card is not None)
        if None in state.stock:
            unseen = frozenset(PACK).difference(tops)
        return InformationSet(tops, unseen, len(state.stock), state.used)

    def weigh(self, view: InformationSet) -> tuple[Chance, ...]:
        """Weigh every legal move, the best first.

        Chances are those of the rollout policy from there: a player who weighs every move wins more often.
        """
        piles = tuple(Pile(card) for card in view.tops)
        moves = self.rules.moves(Row(piles, (None,) * view.left, view.used))
        if not moves:
            return ()
        weighed = weigh_moves(
            game_of(self.rules),
            np.array(view.tops, np.int8),
            int(view.used),
            np.array([code_of(move) for move in moves], np.int64),
            np.uint64(sum(1 << card for card in view.unseen)),
            view.left,
            WORK,
        )
        chances = [_chance(move, *row) for move, row in zip(moves, weighed.tolist(), strict=True)]
        return tuple(sorted(chances, key=lambda chance: -chance.worth))


def _chance(move: Move, wins: float, samples: float, worth: float) -> Chance:
    return Chance.counted(move, wins, int(samples), worth) if samples else Chance.certain(move, wins, worth)
