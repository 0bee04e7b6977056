"""Fair player: exact if the order of the stock does not matter, else rollouts over determinizations.

It knows what the stock holds, as every player may, but not in which order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.rules import DEAL, REDEAL
from bot.solvers.fair_play import Chance
from bot.solvers.information_set import seed_of
from bot.solvers.protocols import Answer, Limit
from bot.solvers.pyramid import clearing
from bot.solvers.pyramid.best import fewest_left
from bot.solvers.pyramid.branch_and_bound import new_search
from bot.solvers.pyramid.information_set import see
from bot.solvers.pyramid.rollout import roll_out_orders
from bot.solvers.pyramid.shapes import shape_of
from bot.solvers.pyramid.solver import PyramidSolver
from bot.solvers.pyramid.state import DECK, key_of, parts_of, root_from, root_key, value_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.games.pyramid import Pyramid
    from bot.engine.positions.pyramid import Triangle
    from bot.engine.rules import Move
    from bot.solvers.pyramid.information_set import InformationSet

_GAMES = 120
"""Games played in all to weigh the moves of one state."""
_NODES = 160
"""Nodes for the endgame of one of them."""
_TO_DECIDE = Limit(nodes=60_000, seconds=60)
"""The limit for all moves together once every card has been seen."""
_WINS = {Answer.WON: (1.0, 1.0, 1.0), Answer.LOST: (0.0, 0.0, 0.0), Answer.UNKNOWN: (0.5, 0.0, 1.0)}
"""The chance for each answer, and its bounds."""


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
        return see(self.rules, state)

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
        return clearing.answer(known, whole=self.rules.whole_pack) is Answer.LOST

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
