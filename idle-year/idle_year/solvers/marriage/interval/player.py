"""Fair players: determinization, each sample solved exactly, and for French shuffles.

In Royal Marriage and the Queen, dealt singly, many orders of the stock are drawn. French is exact before its
redeal, and Monte Carlo over shuffles beyond it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import Card
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import DEAL, REDEAL, Move, Pile
from idle_year.solvers.fair_play import Chance
from idle_year.solvers.information_set import seed_of
from idle_year.solvers.marriage.interval.interval_dp import Permit, can_be_won, new_table
from idle_year.solvers.marriage.interval.redeal import cards_to_keep, count_won_shuffles, log_chance
from idle_year.solvers.marriage.interval.solver import (
    InformationSet,
    blocks_of,
    count_wins_after,
    hidden_stock,
    redeal_is_left,
)

_ORDERS = 1000
_SHUFFLES = 20_000
_OTHERS_COST = 10.0
"""The cost of a card not in the remainder, relative to 1 for each card in it."""


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
        samples = 1 if stock.told else _ORDERS
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


@dataclass(frozen=True)
class FrenchInformationSet:
    """All that a player of French may know, which excludes the outcome of the redeal."""

    row: tuple[Card, ...]
    used: bool


@dataclass(frozen=True)
class FrenchPlayer:
    """A player who wins the layout if possible, and otherwise keeps the best cards for the redeal.

    The winning chance of a redeal is mostly too small to be measured quickly, so moves are compared by an
    estimate of it; the chance reported to players is counted.
    """

    rules: Marriage
    permit: Permit

    def see(self, state: Row) -> FrenchInformationSet:
        """Return what may be known of a state."""
        return FrenchInformationSet(tuple(pile.top for pile in state.piles), state.used)

    def weigh(self, view: FrenchInformationSet) -> tuple[Chance, ...]:
        """Weigh every legal move."""
        state = Row(tuple(Pile(card) for card in view.row), used=view.used, seed=None)
        remainder = self._remainder(np.array(view.row, np.int8), np.ones(52))
        cost = np.full(52, _OTHERS_COST)
        cost[remainder] = 1.0
        counted: dict[bytes, int] = {}
        chances = (self._weigh(state, move, cost, counted) for move in self.rules.moves(state))
        return tuple(sorted(chances, key=lambda chance: (-chance.worth, -chance.wins)))

    def _weigh(self, state: Row, move: Move, cost: NDArray[np.float64], counted: dict[bytes, int]) -> Chance:
        after = state if move == REDEAL else self.rules.play(state, move)
        row = np.array([pile.top for pile in after.piles], np.int8)
        if move != REDEAL and can_be_won(row, self.permit, new_table()):
            return Chance.certain(move, 1.0, 1.0)
        if not redeal_is_left(self.rules, after):
            return Chance.certain(move, 0.0, 0.0)
        kept = row if move == REDEAL else self._remainder(row, cost)
        return self._redealt(move, np.sort(kept), counted)

    def _remainder(self, row: NDArray[np.int8], cost: NDArray[np.float64]) -> NDArray[np.int8]:
        """Return the cards to keep, given the initial costs."""
        return cards_to_keep(row, self.permit, cost, seed_of(repr(row.tolist())))

    def _redealt(self, move: Move, kept: NDArray[np.int8], counted: dict[bytes, int]) -> Chance:
        """Return the chance of a move after which these cards are kept; each set of cards is counted once."""
        key = kept.tobytes()
        if key not in counted:
            counted[key] = count_won_shuffles(kept, self.permit, _SHUFFLES, seed_of(repr(kept.tolist())))
        wins = counted[key]
        worth = min(1.0, exp(log_chance(kept, np.zeros(17))))
        return Chance.counted(move, wins, _SHUFFLES, worth)


def _chance(move: Move, wins: int, samples: int) -> Chance:
    if samples == 1:
        return Chance.certain(move, float(wins), float(wins))
    return Chance.counted(move, wins, samples)
