"""The fair player of compulsory play: it knows the row and which cards may come, never in which order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.cards import PACK, Card
from bot.engine.rules import Pile
from bot.engine.states.row import Row
from bot.solvers.accordion_compulsory.decision import weigh_moves
from bot.solvers.accordion_compulsory.moves import code_of, law_of
from bot.solvers.accordion_compulsory.sequential_halving import WORK
from bot.solvers.fair_play import Chance

if TYPE_CHECKING:
    from bot.engine.games.accordion import Accordion
    from bot.engine.rules import Move


@dataclass(frozen=True)
class View:
    """What a player knows."""

    tops: tuple[Card, ...]
    """The row: how many cards a pile holds changes no chance."""
    unseen: frozenset[Card]
    """The cards that may be in the stock; more than are, where covered cards are not known."""
    left: int
    """Cards in the stock."""
    used: bool
    """Whether the grace is used."""


@dataclass(frozen=True)
class FairCompulsory:
    """A player of one of the deals that compel."""

    rules: Accordion

    def see(self, state: Row) -> View:
        """Return what may be known of a state."""
        tops = tuple(pile.top for pile in state.piles)
        unseen = frozenset(card for card in state.stock if card is not None)
        if None in state.stock:
            unseen = frozenset(PACK).difference(tops)
        return View(tops, unseen, len(state.stock), state.used)

    def weigh(self, view: View) -> tuple[Chance, ...]:
        """Weigh every legal move, the best first.

        Chances are those of quick play from there: whoever weighs every move on the way wins more often.
        """
        piles = tuple(Pile(card) for card in view.tops)
        moves = self.rules.moves(Row(piles, (None,) * view.left, view.used))
        if not moves:
            return ()
        weighed = weigh_moves(
            law_of(self.rules),
            np.array(view.tops, np.int8),
            int(view.used),
            np.array([code_of(move) for move in moves], np.int64),
            np.uint64(sum(1 << card for card in view.unseen)),
            view.left,
            WORK,
        )
        chances = [_chance(move, *row) for move, row in zip(moves, weighed.tolist(), strict=True)]
        return tuple(sorted(chances, key=lambda chance: -chance.worth))


def _chance(move: Move, wins: float, games: float, worth: float) -> Chance:
    return Chance.counted(move, wins, int(games), worth) if games else Chance.certain(move, wins, worth)
