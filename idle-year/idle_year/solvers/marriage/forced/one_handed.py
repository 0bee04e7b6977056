"""One-Handed Solitaire: exact with the stock known, by dynamic programming over left neighbours.

Lines are found by greedy reconstruction. The program takes microseconds, with sets of places as bit boards.
The argument:

Every line of play is determined by which card lies next to which. A card's left neighbour changes only while
the card itself is on top, and whether it changes then or when the card is on top again makes no difference to
what lies above. So three sets belong to each place d that has been on top: the places that can come to lie
one, two and three steps to its left. Place 0 is the bottom of the hand, and the place after the last card is
the end.

- On top of d a card is dealt, which finds d on its left.
- If d and the card three steps to its left share the suit, the two between them can leave: the third card
  becomes a neighbour of d. From right to left, one pass finds all of these.
- If they share the rank, all four can leave, and what lay left of the fourth is on top again, with all that
  was dealt before. So `tops`, the places that can be on top when the next card is dealt, follows from the
  cards that are on top already; from right to left, one pass finds all of these as well.

Cards that lay in the hand from the start keep their old neighbour while they stay buried: until they
are on top for the first time, nothing can leave from their left. So each set has two halves, for places that
have since been exposed and for places still buried; what lies left of a buried one is one bit lower.

The fair player averages over clairvoyance: a move is worth what can be made of it if the order of the stock
is known from the next card on, on average over orders (perfect information Monte Carlo; Ginsberg 2001). That
flatters every move (strategy fusion; Frank and Basin 1998), but ranks them better than rollouts do. The
chances told are those of the rollouts, which see no more than a player does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.games.one_handed import OneHanded
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import DEAL, Move
from idle_year.solvers import lines
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.generic import search_best
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import ONE, bit
from idle_year.solvers.kernels.rng import shuffle, stream
from idle_year.solvers.lines import judge_each
from idle_year.solvers.marriage.forced.player import A_CARD, CompactedPlayer, InformationSet, Unseen, cards_in
from idle_year.solvers.protocols import Answer, Best, Judged, Limit, Verdict

_ORDERS = 2_000
"""Orders of the stock for one decision, some 20 milliseconds."""
_PLACES = 54
"""The bottom, 52 cards and the end."""
_EXPOSED, _BURIED = range(2)
_ONE, _TWO, _THREE = range(3)
"""Steps to the left of a place."""


@dataclass(frozen=True)
class OneHandedSolver:
    """A solver that computes what can be left, for every state with a known stock.

    A node is a card. Limits are ignored: the longest answer takes a few milliseconds, for its line.
    """

    rules: OneHanded

    def solve(self, state: Row, limit: Limit) -> Verdict:
        """Decide a state; with an unknown stock, nothing is proven."""
        if None in state.stock:
            return Verdict(Answer.UNKNOWN, hidden=True)
        cards = len(state.piles) + len(state.stock)
        fewest = _fewest(state)
        if fewest > self.rules.target:
            return Verdict(Answer.LOST, nodes=cards)
        return lines.won(self.rules, state, self._line(state, fewest), cards)

    def best(self, state: Row, limit: Limit) -> Best:
        """Find the fewest cards that can be left."""
        if None in state.stock:
            return search_best(self.rules, state, limit)
        cards = len(state.piles) + len(state.stock)
        return lines.best(self.rules, state, self._line(state, _fewest(state)), cards, exact=True)

    def judge(self, state: Row, limit: Limit) -> tuple[Judged, ...]:
        """Judge the state after every legal move."""
        return judge_each(self.rules, self.solve, state, limit)

    def _line(self, state: Row, fewest: int) -> tuple[Move, ...]:
        """Return the moves to as few cards as possible: any that keeps the value of the state."""
        line: list[Move] = []
        while moves := self.rules.moves(state):
            children = ((move, self.rules.play(state, move)) for move in moves)
            move, state = next(child for child in children if _fewest(child[1]) == fewest)
            line.append(move)
        return tuple(line)


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


def _fewest(state: Row) -> int:
    """Return the fewest cards that can be left of a state with a known stock."""
    hand = [int(pile.top) for pile in state.piles]
    stock = [int(card) for card in state.stock if card is not None]
    return fewest_left(np.array(hand + stock, dtype=np.int8), len(hand))


class Hands(NamedTuple):
    """What a hand may be after each of some moves."""

    cards: NDArray[np.int8]
    """Shape (moves, most cards): each hand from the bottom, then whatever."""
    sizes: NDArray[np.int64]
    """How many cards each hand has."""
    dealt: NDArray[np.int64]
    """1 if the next card is dealt before anything can leave, else 0."""


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


@kernel
def fewest_left(cards: NDArray[np.int8], hand: int) -> int:
    """Return the fewest cards that can be left of a hand and a stock.

    `cards` (int8, 0..51) are those of the hand, from the bottom, then the stock; `hand` is how many of them
    are in the hand.
    """
    sets = np.zeros((2, 3, _PLACES), dtype=np.uint64)
    fewest = np.zeros(_PLACES, dtype=np.int64)
    tops, end = bit(0), len(cards) + 1
    for place in range(1, hand + 1):
        sets[_BURIED, _ONE, place] = bit(place - 1)
        _complete(cards, sets, place)
        fewest[place] = 1 + _least(fewest, sets, place)
        tops = bit(place)
    for place in range(hand + 1, end):
        sets[_EXPOSED, _ONE, place] = _exposed_by_fours(cards, sets, tops, place - 1)
        _complete(cards, sets, place)
        fewest[place] = 1 + _least(fewest, sets, place)
        tops = bit(place)
    sets[_EXPOSED, _ONE, end] = _exposed_by_fours(cards, sets, tops, len(cards))
    return _least(fewest, sets, end)


@kernel
def _complete(cards: NDArray[np.int8], sets: NDArray[np.uint64], place: int) -> None:
    """Add what comes to lie next to a card once two others have left, and what lies beyond."""
    exposed, buried = sets[_EXPOSED], sets[_BURIED]
    suit = cards[place - 1] // 13
    for left in range(place - 1, -1, -1):
        mask = bit(left)
        if left > 0 and cards[left - 1] // 13 == suit:
            exposed[_ONE, place] |= exposed[_THREE, place] & mask
            buried[_ONE, place] |= buried[_THREE, place] & mask
        if exposed[_ONE, place] & mask:
            exposed[_TWO, place] |= exposed[_ONE, left]
            exposed[_THREE, place] |= exposed[_TWO, left]
            buried[_TWO, place] |= buried[_ONE, left]
            buried[_THREE, place] |= buried[_TWO, left]
        if buried[_ONE, place] & mask:
            buried[_TWO, place] |= mask >> ONE
            buried[_THREE, place] |= mask >> np.uint64(2)


@kernel
def _exposed_by_fours(
    cards: NDArray[np.int8], sets: NDArray[np.uint64], tops: np.uint64, highest: int
) -> np.uint64:
    """Return the places that can be on top once any number of fours have left."""
    for place in range(highest, 3, -1):
        if tops & bit(place):
            rank = cards[place - 1] % 13
            for fourth in range(1, place - 2):
                if cards[fourth - 1] % 13 == rank:
                    if sets[_EXPOSED, _THREE, place] & bit(fourth):
                        tops |= sets[_EXPOSED, _ONE, fourth] | sets[_BURIED, _ONE, fourth]
                    if sets[_BURIED, _THREE, place] & bit(fourth):
                        tops |= bit(fourth - 1)
    return tops


@kernel
def _least(fewest: NDArray[np.int64], sets: NDArray[np.uint64], place: int) -> int:
    """Return the fewest cards that can lie left of a place; if it is buried, all below it are still there."""
    least = _PLACES
    for left in range(place):
        if sets[_EXPOSED, _ONE, place] & bit(left):
            least = min(least, fewest[left])
        if sets[_BURIED, _ONE, place] & bit(left):
            least = min(least, left)
    return least
