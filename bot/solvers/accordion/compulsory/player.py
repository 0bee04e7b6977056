"""Fair player of compulsory play: sequential halving over rollouts, expectimax over the last cards.

It knows the row and which cards may come, but never in which order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bot.engine.cards import PACK, Card
from bot.engine.games.accordion import Accordion
from bot.engine.positions.row import Row
from bot.engine.rules import Move, Pile
from bot.solvers.accordion.compulsory.moves import code_of, game_of
from bot.solvers.accordion.compulsory.sequential_halving import WORK, weigh_moves
from bot.solvers.fair_play import Chance


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
