"""Fair player: Monte Carlo evaluation of every move over determinizations, exact once the stock is known.

Its information set is all deals that look the same to a player, the true one included.

A rollout removes greedily, the rightmost and largest removal first, and deals, to the end.
The unseen cards are determinized by a random order, many times (Ginsberg 2001). Every candidate move meets
the same orders (common random numbers), so that luck favours none of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import Card
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import DEAL, REDEAL, Pile
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.information_set import seed_of, unseen_cards
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.rng import shuffle, stream
from idle_year.solvers.marriage.forced.moves import (
    RemovalRules,
    code_of,
    first_with,
    last_removal,
    removal_rules,
    remove,
    unsettled,
)
from idle_year.solvers.protocols import Answer, AnySolver, Limit

DEALS, REDEALS = -1, -2
"""In place of the code of a removal: the next card is dealt; the row is shuffled and dealt again."""
WINS, WORTH = range(2)
"""Columns of the sums over all orders: games won, and the worth of the ends."""
A_CARD = 0.5
"""The worth of an end relative to one that leaves a card fewer; a win is worth 1."""


class Unseen(NamedTuple):
    """The unseen cards, from which orders are drawn."""

    pool: NDArray[np.int8]
    """The cards that may still be dealt, in any order."""
    stock: int
    """How many of them will be dealt."""
    last: NDArray[np.int8]
    """The card known to be dealt after them, or none."""
    redeal: bool
    """Whether the cards left in the end may be dealt once more."""


@kernel
def roll_out_moves(
    row: NDArray[np.int8],
    unseen: Unseen,
    moves: NDArray[np.int64],
    game: RemovalRules,
    target: int,
    orders: int,
    seed: np.uint64,
) -> NDArray[np.float64]:
    """Make each move and roll out, with `orders` of the unseen cards; return sums, shape (moves, 2)."""
    sums = np.zeros((len(moves), 2))
    size = len(row)
    cards = np.concatenate((row, unseen.pool[: unseen.stock], unseen.last))
    pool, places = unseen.pool.copy(), np.zeros(len(cards), dtype=np.int8)
    for order in range(orders):
        redeal = shuffle(pool, stream(seed, np.uint64(order)))
        cards[size : size + unseen.stock] = pool[: unseen.stock]
        for number, move in enumerate(moves):
            left = _left_after(cards, places, size, move, unseen.redeal, game, target, redeal)
            sums[number, WINS] += left <= target
            sums[number, WORTH] += A_CARD ** max(left - target, 0)
    return sums


@kernel
def _left_after(
    cards: NDArray[np.int8],
    places: NDArray[np.int8],
    size: int,
    move: int,
    may_redeal: bool,
    game: RemovalRules,
    target: int,
    redeal: np.uint64,
) -> int:
    """Return how many cards are left after a move and its rollout; `redeal` is the shuffle's stream."""
    for place in range(size):
        places[place] = place
    if move >= 0:
        left = roll_out(cards, places, remove(places, size, move, cards, game), size, 0, game)
    elif move == DEALS:
        places[size] = size
        left = roll_out(cards, places, size + 1, size + 1, first_with(size), game)
    else:
        return roll_out_redeal(cards, places, size, game, redeal)
    if may_redeal and left > target:
        return roll_out_redeal(cards, places, left, game, redeal)
    return left


@kernel
def roll_out_redeal(
    cards: NDArray[np.int8], places: NDArray[np.int8], size: int, game: RemovalRules, redeal: np.uint64
) -> int:
    """Shuffle the row, deal it singly and return how many cards are left in the end."""
    again = np.empty(size, dtype=np.int8)
    for place in range(size):
        again[place] = cards[places[place]]
    shuffle(again, redeal)
    places[0] = 0
    return roll_out(again, places, 1, 1, 0, game)


@kernel
def roll_out(
    cards: NDArray[np.int8],
    places: NDArray[np.int8],
    size: int,
    dealt: int,
    settled: int,
    game: RemovalRules,
) -> int:
    """Remove what may leave, rightmost and largest first, deal, and return how many cards are left."""
    while True:
        removal = last_removal(cards, places, size, settled, game)
        if removal >= 0:
            settled = min(settled, unsettled(removal, game))
            size = remove(places, size, removal, cards, game)
        elif dealt < len(cards):
            places[size] = dealt
            settled = first_with(size)
            size, dealt = size + 1, dealt + 1
        else:
            return size


_BUDGET = 500_000
"""Cards dealt or left in the row for one decision, some 20 milliseconds."""
_CODES = {DEAL: DEALS, REDEAL: REDEALS}


@dataclass(frozen=True)
class InformationSet:
    """All that may be known of a state; it has no place for the order of the stock."""

    row: tuple[Card, ...]
    unseen: tuple[Card, ...]
    """The cards that may come next, sorted."""
    stock: int
    """How many of them will come."""
    last: tuple[Card, ...]
    """The card that the rules deal after them, or none."""
    used: bool
    """Whether the redeal was used."""

    @property
    def certain(self) -> bool:
        """Whether the order of the stock is known for certain."""
        return len(self.unseen) == self.stock <= 1

    @property
    def key(self) -> str:
        """A text that identifies it; chances stay the same as long as it does."""
        return (
            f"View(row={self.row}, unseen={self.unseen}, stock={self.stock}, last={self.last},"
            f" used={self.used})"
        )

    def state(self) -> Row:
        """Return the state as far as it is known, without the outcome of a redeal."""
        coming = self.unseen if self.certain else (None,) * self.stock
        return Row(tuple(Pile(card) for card in self.row), coming + self.last, self.used, seed=None)


@dataclass(frozen=True)
class CompactedPlayer:
    """A player of the compacted games and One-Handed Solitaire."""

    rules: Marriage
    solver: AnySolver

    def see(self, state: Row) -> InformationSet:
        """Return what may be known of a state."""
        unseen, ends_with = unseen_cards(self.rules, state)
        last = () if ends_with is None else (ends_with,)
        row = tuple(pile.top for pile in state.piles)
        return InformationSet(row, unseen, len(state.stock) - len(last), last, state.used)

    def weigh(self, view: InformationSet) -> tuple[Chance, ...]:
        """Weigh every legal move, the best first."""
        chances = (self._proven(view) if view.certain else None) or self._sampled(view)
        return tuple(sorted(chances, key=lambda chance: -chance.worth))

    def _proven(self, view: InformationSet) -> list[Chance] | None:
        """Return chances of 0 and 1, or None if the solver does not know."""
        judged = self.solver.judge(view.state(), Limit())
        if any(answer is Answer.UNKNOWN for _, answer in judged):
            return None
        wins = [float(answer is Answer.WON) for _, answer in judged]
        return [Chance.certain(move, won, won) for (move, _), won in zip(judged, wins, strict=True)]

    def _sampled(self, view: InformationSet) -> list[Chance]:
        """Return the chances over many orders of the unseen cards, the same orders for every move."""
        moves = self.rules.moves(view.state())
        if not moves:
            return []
        game = removal_rules(self.rules)
        codes = np.array([_CODES.get(move) or code_of(move, game) for move in moves], dtype=np.int64)
        orders = _BUDGET // (len(moves) * (len(view.row) + view.stock + 1))
        row, target = cards_in(view.row), self.rules.target
        sums = roll_out_moves(row, self._unseen(view), codes, game, target, orders, self._seed(view))
        return [
            Chance.counted(move, won, orders, worth / orders)
            for move, (won, worth) in zip(moves, sums.tolist(), strict=True)
        ]

    def _unseen(self, view: InformationSet) -> Unseen:
        redeal = self.rules.redeal and not view.used
        return Unseen(cards_in(view.unseen), view.stock, cards_in(view.last), redeal)

    def _seed(self, view: InformationSet) -> np.uint64:
        """Return the seed of the random orders for a view, always the same one."""
        return seed_of(f"{self.rules.id} {view.key}")


def cards_in(cards: tuple[Card, ...]) -> NDArray[np.int8]:
    """Return cards as the kernels take them."""
    return np.array(cards, dtype=np.int8)
