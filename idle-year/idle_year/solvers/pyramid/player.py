"""Fair player: exact if the order of the stock does not matter, else rollouts over determinizations.

It knows what the stock holds, as every player may, but not in which order. A rollout is greedy in the first
pass: every free card leaves, provided that the pyramid could still be cleared afterwards with unlimited
passes. That depends on what the stock holds, not on its order, so a player can know it. After that pass every
card has been seen, and the rest of the game is searched exhaustively.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import PACK, Card
from idle_year.engine.games.pyramid import Pyramid
from idle_year.engine.positions.pyramid import Triangle
from idle_year.engine.rules import DEAL, REDEAL, Move
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.information_set import seed_of
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bits import NOTHING, ONE, bit, holds, lowest_bit
from idle_year.solvers.kernels.rng import shuffle
from idle_year.solvers.protocols import Answer, Limit
from idle_year.solvers.pyramid.branch_and_bound import (
    INCUMBENT,
    RANKS,
    SearchState,
    begin,
    new_search,
    search_on,
)
from idle_year.solvers.pyramid.deal_tables import Deal, root_from
from idle_year.solvers.pyramid.pairing import CANNOT, MOST_PAIRS, fewest_left, pairing, unlimited_answer
from idle_year.solvers.pyramid.solver import PyramidSolver
from idle_year.solvers.pyramid.state import DECK, key_of, parts_of, root_key, shape_of, value_of
from idle_year.solvers.pyramid.successors import MOST_STEPS, expand_now, settle

_GAMES = 120
"""Games played in all to weigh the moves of one state."""
_NODES = 160
"""Nodes for the endgame of one of them."""
_TO_DECIDE = Limit(nodes=60_000, seconds=60)
"""The limit for all moves together once every card has been seen."""
_WINS = {Answer.WON: (1.0, 1.0, 1.0), Answer.LOST: (0.0, 0.0, 0.0), Answer.UNKNOWN: (0.5, 0.0, 1.0)}
"""The chance for each answer, and its bounds."""


@dataclass(frozen=True)
class InformationSet:
    """What may be known of a state."""

    places: tuple[Card | None, ...]
    waste: tuple[Card, ...]
    passes: int
    known: tuple[Card, ...]
    """The stock, if all of it has been seen before."""
    unseen: frozenset[Card]
    """The cards that may be in the stock, if it has not been seen."""
    hidden: int
    """How many of them are in the stock."""

    @classmethod
    def of(cls, rules: Pyramid, state: Triangle) -> InformationSet:
        """Return what may be known: the cards of a stock not yet seen, but not their order."""
        known = [card for card in state.stock if card is not None]
        if not rules.hides(state):
            return cls(state.places, state.waste, state.passes, tuple(known), frozenset(), 0)
        unseen = frozenset(known)
        if len(known) < len(state.stock):
            unseen = frozenset(PACK).difference((*state.waste, *state.places))
        return cls(state.places, state.waste, state.passes, (), unseen, len(state.stock))

    @property
    def layout(self) -> Triangle:
        """The cards on the table."""
        return Triangle(self.places, self.known or (None,) * self.hidden, self.waste, self.passes)

    @property
    def is_counted(self) -> bool:
        """Whether it is known which cards the stock holds."""
        return len(self.unseen) == self.hidden


@dataclass(frozen=True)
class PyramidPlayer:
    """A fair player for every deal of Pyramid.

    It is certain whenever the order of the stock does not matter or is known. Otherwise it deals the unseen
    cards in many orders and plays on; it reports the chance of that simple play, which it beats a little,
    since it weighs every move anew.
    """

    rules: Pyramid

    def see(self, state: Triangle) -> InformationSet:
        """Return what may be known of a state."""
        return InformationSet.of(self.rules, state)

    def weigh(self, view: InformationSet) -> tuple[Chance, ...]:
        """Weigh every legal move; with equal chances, removals come before deals."""
        moves = self.rules.moves(view.layout)
        if not moves:
            return ()
        # Any order of the unseen cards will do if it does not matter, and reveals nothing if it does.
        stock = view.known or tuple(sorted(view.unseen))[: view.hidden]
        state = replace(view.layout, stock=stock)
        if self._is_certain(view, state):
            chances = self._judged(moves, state)
        elif len(view.waste) + view.hidden > DECK:
            chances = [Chance(move, 0.5, 0.0, 0.0, 1.0) for move in moves]
        else:
            chances = self._tried(moves, view, state)
        return tuple(sorted(chances, key=lambda chance: -chance.worth))

    def _is_certain(self, view: InformationSet, state: Triangle) -> bool:
        """Whether the order of the stock is known, or does not matter."""
        if view.hidden == 0 or (self.rules.passes is None and view.is_counted):
            return True
        known = state if view.is_counted else view.layout
        return unlimited_answer(known, whole=self.rules.whole_pack) is Answer.LOST

    def _judged(self, moves: Sequence[Move], state: Triangle) -> list[Chance]:
        """Weigh moves by what is proven; if all lose, by how many cards must be left after them."""
        # A game that is over for want of removals still lets its player deal unseen cards.
        answers = dict(PyramidSolver(self.rules).judge(state, _TO_DECIDE))
        chances = []
        for move in moves:
            answer = answers.get(move, Answer.LOST)
            wins, low, high = _WINS[answer]
            left = 0 if answer is Answer.WON else fewest_left(self.rules, self._after(state, move))
            chances.append(Chance(move, wins, wins - left / 100, low, high))
        return chances

    def _after(self, state: Triangle, move: Move) -> Triangle:
        return state if move in (DEAL, REDEAL) else self.rules.play(state, move)

    def _tried(self, moves: Sequence[Move], view: InformationSet, state: Triangle) -> list[Chance]:
        """Weigh moves by playing on from each, with the unseen cards in the same orders."""
        root = root_from(self.rules, state)
        keys = np.array([self._key_after(state, move) for move in moves], np.uint64)
        unseen = np.array([value_of(card) for card in sorted(view.unseen)], np.int8)
        orders = _GAMES // len(moves)
        wins = roll_out_orders(
            root.deal,
            keys,
            unseen,
            len(view.waste),
            view.hidden,
            root.lap,
            new_search(1 << 11),
            orders,
            _NODES,
            _seed(view),
        )
        return [Chance.counted(move, int(won), orders) for move, won in zip(moves, wins, strict=True)]

    def _key_after(self, state: Triangle, move: Move) -> np.uint64:
        """Return the key of the state after a move, relative to the deck before it."""
        _, deck, dealt, turns = parts_of(root_key(self.rules, state))
        shape = shape_of([card is not None and card not in move.at for card in state.places])
        if state.waste and state.waste[-1] in move.at:
            deck = np.uint64(int(deck) & ~(1 << dealt - 1))
        return np.uint64(key_of(shape, np.uint64(deck), dealt + (move == DEAL), turns))


def _seed(view: InformationSet) -> np.uint64:
    """Return a random stream determined by the view."""
    known = (view.places, view.waste, view.passes, tuple(sorted(view.unseen)), view.hidden)
    return seed_of(repr(known))


@kernel
def roll_out_orders(
    deal: Deal,
    keys: NDArray[np.uint64],
    unseen: NDArray[np.int8],
    waste: int,
    hidden: int,
    lap: int,
    search: SearchState,
    orders: int,
    nodes: int,
    random: np.uint64,
) -> NDArray[np.int64]:
    """Return how many games are won from each key with a stock of `hidden` unseen cards.

    Each of the `orders` is tried with every key. Games that take more than `nodes` nodes are not won.
    """
    wins = np.zeros(len(keys), np.int64)
    for _ in range(orders):
        random = shuffle(unseen, random)
        deal.deck[waste : waste + hidden] = unseen[:hidden]
        for index in range(len(keys)):
            wins[index] += _wins(deal, keys[index], lap, search, nodes)
    return wins


@kernel
def _wins(deal: Deal, key: np.uint64, lap: int, search: SearchState, nodes: int) -> bool:
    key = _roll_out(deal, settle(deal, key, True))
    begin(search, deal, key, lap, RANKS)
    search_on(search, deal, lap, 0, RANKS, nodes)
    return bool(search.counters[INCUMBENT] < RANKS)


@kernel
def _roll_out(deal: Deal, key: np.uint64) -> np.uint64:
    """Play until the stock is empty."""
    keys, costs = np.empty(MOST_STEPS, np.uint64), np.empty(MOST_STEPS, np.int16)
    while True:
        # The top of the waste is listed last and tried first: its chance soon passes.
        step = expand_now(deal, key, True, keys, costs) - 1
        while step >= 0 and not _may_be_cleared(deal, keys[step]):
            step -= 1
        if step >= 0:
            key = keys[step]
            continue
        shape, deck, dealt, turns = parts_of(key)
        ahead = deck & ~(bit(dealt) - ONE)
        if ahead == NOTHING:
            return key
        key = settle(deal, key_of(shape, deck, lowest_bit(ahead) + 1, turns), True)


@kernel
def _may_be_cleared(deal: Deal, key: np.uint64) -> bool:
    """Whether everything could leave if passes were unlimited."""
    shape, deck, _, _ = parts_of(key)
    pyramid, outside = np.zeros_like(deal.pyramid), np.zeros(len(deal.places), np.int8)
    for place in range(len(pyramid)):
        if holds(deal.shapes.left[shape], place):
            pyramid[place] = deal.pyramid[place]
    while deck != NOTHING:
        outside[deal.deck[lowest_bit(deck)]] += 1
        deck &= deck - ONE
    chosen = np.empty((MOST_PAIRS, 2), np.int8)
    return pairing(pyramid, outside, deal.below, deal.whole, chosen) != CANNOT
