"""The fair player: it knows what the stock holds, as every player may, but not in which order."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.cards import PACK, Card
from bot.engine.rules import DEAL, REDEAL
from bot.engine.states.pyramid import Layout
from bot.solvers.fair_play import Chance
from bot.solvers.protocols import Answer, Limit
from bot.solvers.pyramid import clearing
from bot.solvers.pyramid.best import fewest_left
from bot.solvers.pyramid.branch_and_bound import hunt
from bot.solvers.pyramid.rollout import play_orders
from bot.solvers.pyramid.shapes import shape_of
from bot.solvers.pyramid.solver import PyramidSolver
from bot.solvers.pyramid.state import lay, root_of, value_of
from bot.solvers.pyramid.state_key import DECK, key_of, parts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.games.pyramid import Pyramid
    from bot.engine.rules import Move

_GAMES = 120
"""Games that are played in all to weigh the moves of one state."""
_NODES = 160
"""Nodes for the end of one of them."""
_TO_DECIDE = Limit(nodes=60_000, seconds=60)
"""What the moves may cost together once every card has been seen."""
_WINS = {Answer.WON: (1.0, 1.0, 1.0), Answer.LOST: (0.0, 0.0, 0.0), Answer.UNKNOWN: (0.5, 0.0, 1.0)}
"""The chance that goes with an answer, and between what it lies."""


@dataclass(frozen=True)
class Seen:
    """What may be known of a state."""

    places: tuple[Card | None, ...]
    waste: tuple[Card, ...]
    passes: int
    known: tuple[Card, ...]
    """The stock, where all of it has been seen before."""
    unseen: frozenset[Card]
    """The cards that may lie in the stock where it has not."""
    hidden: int
    """How many of them lie there."""

    @property
    def layout(self) -> Layout:
        """The cards on the table."""
        return Layout(self.places, self.known or (None,) * self.hidden, self.waste, self.passes)

    @property
    def is_counted(self) -> bool:
        """Whether it is known which cards the stock holds."""
        return len(self.unseen) == self.hidden


@dataclass(frozen=True)
class PyramidPlayer:
    """A fair player for every deal of Pyramid.

    It is certain wherever the order of the stock does not matter, or is known. Else it deals the unseen cards
    in many orders and plays on; what it says is the chance of that plain play, which it beats a little, since
    it weighs every move anew.
    """

    rules: Pyramid

    def see(self, state: Layout) -> Seen:
        """Return what may be known: the cards of a stock that was not seen yet, but not their order."""
        known = [card for card in state.stock if card is not None]
        if not self.rules.hides(state):
            return Seen(state.places, state.waste, state.passes, tuple(known), frozenset(), 0)
        unseen = frozenset(known)
        if len(known) < len(state.stock):
            unseen = frozenset(PACK).difference((*state.waste, *state.places))
        return Seen(state.places, state.waste, state.passes, (), unseen, len(state.stock))

    def weigh(self, view: Seen) -> tuple[Chance, ...]:
        """Weigh every legal move; with equal chances removals come before deals."""
        moves = self.rules.moves(view.layout)
        if not moves:
            return ()
        # Any order of the unseen cards will do where it does not matter, and says nothing where it does.
        stock = view.known or tuple(sorted(view.unseen))[: view.hidden]
        state = replace(view.layout, stock=stock)
        if self._is_certain(view, state):
            chances = self._judged(moves, state)
        elif len(view.waste) + view.hidden > DECK:
            chances = [Chance(move, 0.5, 0.0, 0.0, 1.0) for move in moves]
        else:
            chances = self._tried(moves, view, state)
        return tuple(sorted(chances, key=lambda chance: -chance.worth))

    def _is_certain(self, view: Seen, state: Layout) -> bool:
        """Whether the order of the stock is known, or does not matter."""
        if view.hidden == 0 or (self.rules.passes is None and view.is_counted):
            return True
        known = state if view.is_counted else view.layout
        return clearing.answer(known, whole=self.rules.whole_pack) is Answer.LOST

    def _judged(self, moves: Sequence[Move], state: Layout) -> list[Chance]:
        """Weigh moves by what is proven; where all is lost, by how many cards must be left after them."""
        # A game that is over for want of removals still lets its player deal what he has not seen.
        answers = dict(PyramidSolver(self.rules).judge(state, _TO_DECIDE))
        chances = []
        for move in moves:
            answer = answers.get(move, Answer.LOST)
            wins, low, high = _WINS[answer]
            left = 0 if answer is Answer.WON else fewest_left(self.rules, self._after(state, move))
            chances.append(Chance(move, wins, wins - left / 100, low, high))
        return chances

    def _after(self, state: Layout, move: Move) -> Layout:
        return state if move in (DEAL, REDEAL) else self.rules.play(state, move)

    def _tried(self, moves: Sequence[Move], view: Seen, state: Layout) -> list[Chance]:
        """Weigh moves by playing on from each, with the unseen cards in the same orders."""
        laid = lay(self.rules, state)
        keys = np.array([self._key_after(state, move) for move in moves], np.uint64)
        unseen = np.array([value_of(card) for card in sorted(view.unseen)], np.int8)
        orders = _GAMES // len(moves)
        wins = play_orders(
            laid.deal,
            keys,
            unseen,
            len(view.waste),
            view.hidden,
            laid.lap,
            hunt(1 << 11),
            orders,
            _NODES,
            _seed(view),
        )
        return [Chance.counted(move, int(won), orders) for move, won in zip(moves, wins, strict=True)]

    def _key_after(self, state: Layout, move: Move) -> np.uint64:
        """Return the key of the state after a move, in the deck of the state before it."""
        _, deck, dealt, turns = parts_of(root_of(self.rules, state))
        shape = shape_of([card is not None and card not in move.at for card in state.places])
        if state.waste and state.waste[-1] in move.at:
            deck = np.uint64(int(deck) & ~(1 << dealt - 1))
        return np.uint64(key_of(shape, np.uint64(deck), dealt + (move == DEAL), turns))


def _seed(view: Seen) -> np.uint64:
    """Return a random stream that is the same for the same view."""
    told = (view.places, view.waste, view.passes, tuple(sorted(view.unseen)), view.hidden)
    return np.uint64(int.from_bytes(hashlib.sha256(repr(told).encode()).digest()[:8], "big"))
