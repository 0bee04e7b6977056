"""Fair player of Royal Marriage and the Queen, dealt singly: determinization, each sample solved exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.positions.row import Row
from bot.engine.rules import DEAL, Pile
from bot.solvers.fair_play import Chance
from bot.solvers.removals_interval.determinization import blocks_of, count_wins_after
from bot.solvers.removals_interval.information_set import InformationSet, hidden_stock

if TYPE_CHECKING:
    from bot.engine.games.marriage import Marriage
    from bot.engine.rules import Move
    from bot.solvers.removals_interval.eligibility import Permit

_SAMPLES = 1000


@dataclass(frozen=True)
class RoyalMarriagePlayer:
    """A player who samples many orders of the stock, and solves every row exactly.

    Dealing everything first keeps every choice open, so dealing is never worse than a removal: the
    player deals if both are worth the same.
    """

    rules: Marriage
    permit: Permit

    def see(self, state: Row) -> InformationSet:
        """Return what may be known of a state."""
        return InformationSet(tuple(pile.top for pile in state.piles), hidden_stock(self.rules, state))

    def weigh(self, view: InformationSet) -> tuple[Chance, ...]:
        """Weigh every legal move on the same orders of the stock; with all of it known they are certain."""
        cards, stock = len(view.row), view.stock
        last = () if stock.last is None else (stock.last,)
        size = cards + stock.hidden + len(last)
        piles = tuple(Pile(card) for card in view.row)
        moves = self.rules.moves(Row(piles, (None,) * (size - cards)))
        samples = 1 if stock.told else _SAMPLES
        row = np.zeros(size, np.int8)
        row[:cards] = view.row
        row[size - len(last) :] = last
        wins = count_wins_after(
            row,
            cards,
            cards + stock.hidden,
            np.array(stock.pool, np.int8),
            blocks_of(moves),
            self.permit,
            samples,
            view.seed,
        )
        chances = (_chance(*pair, samples) for pair in zip(moves, wins.tolist(), strict=True))
        return tuple(sorted(chances, key=lambda chance: (-chance.worth, chance.move != DEAL)))


def _chance(move: Move, wins: int, samples: int) -> Chance:
    if samples == 1:
        return Chance.certain(move, float(wins), float(wins))
    return Chance.counted(move, wins, samples)
