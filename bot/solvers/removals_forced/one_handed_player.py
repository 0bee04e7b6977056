"""Fair player of One-Handed Solitaire: averaging over clairvoyance, every sampled stock decided exactly.

A move is worth what can be made of it if the order of the stock is known from the next card on, on average
over orders (perfect information Monte Carlo; Ginsberg 2001). That flatters every move (strategy fusion; Frank
and Basin 1998), but ranks them better than rollouts do. The chances told are those of the rollouts, which see
no more than a player does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.engine.rules import DEAL
from bot.solvers.jit import kernel
from bot.solvers.kernels.rng import shuffle, stream
from bot.solvers.removals_forced.one_handed_dp import fewest_left
from bot.solvers.removals_forced.player import CompactedPlayer, cards_in
from bot.solvers.removals_forced.rollout import A_CARD

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.engine.rules import Move
    from bot.solvers.fair_play import Chance
    from bot.solvers.removals_forced.information_set import InformationSet
    from bot.solvers.removals_forced.rollout import Unseen

_ORDERS = 2_000
"""Orders of the stock for one decision, some 20 milliseconds."""


class Hands(NamedTuple):
    """What a hand may be after each of some moves."""

    cards: NDArray[np.int8]
    """Shape (moves, most cards): each hand from the bottom, then whatever."""
    sizes: NDArray[np.int64]
    """How many cards each hand has."""
    dealt: NDArray[np.int64]
    """1 if the next card is dealt before anything can leave, else 0."""


class OneHandedPlayer(CompactedPlayer):
    """A player of One-Handed Solitaire."""

    def _sampled(self, view: InformationSet) -> list[Chance]:
        """Return the chances by rollouts, with what each move is worth to a clairvoyant."""
        chances = super()._sampled(view)
        hands = self._hands(view, [chance.move for chance in chances])
        unseen, target = self._unseen(view), self.rules.target
        worths = mean_worths(hands, unseen, target, _ORDERS, self._seed(view)).tolist()
        return [chance._replace(worth=worth) for chance, worth in zip(chances, worths, strict=True)]

    def _hands(self, view: InformationSet, moves: list[Move]) -> Hands:
        state = view.state()
        cards = np.zeros((len(moves), len(view.row)), dtype=np.int8)
        sizes = np.zeros(len(moves), dtype=np.int64)
        for number, move in enumerate(moves):
            hand = state if move == DEAL else self.rules.play(state, move)
            sizes[number] = len(hand.piles)
            cards[number, : sizes[number]] = cards_in(tuple(pile.top for pile in hand.piles))
        return Hands(cards, sizes, np.array([move == DEAL for move in moves], dtype=np.int64))


@kernel
def mean_worths(
    hands: Hands, unseen: Unseen, target: int, orders: int, seed: np.uint64
) -> NDArray[np.float64]:
    """Return what some hands are worth, from 0 to 1: the means over orders of the stock, the same for all."""
    worths = np.zeros(len(hands.sizes))
    pool, stock = unseen.pool.copy(), unseen.stock
    cards = np.zeros(hands.cards.shape[1] + stock, dtype=np.int8)
    for order in range(orders):
        shuffle(pool, stream(seed, np.uint64(order)))
        for number, size in enumerate(hands.sizes):
            cards[:size] = hands.cards[number, :size]
            cards[size : size + stock] = pool[:stock]
            left = fewest_left(cards[: size + stock], size + hands.dealt[number])
            worths[number] += A_CARD ** max(left - target, 0)
    return worths / orders
