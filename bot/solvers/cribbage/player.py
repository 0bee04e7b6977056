"""Fair player: best-arm identification over determinizations of the stock.

It knows which cards are left, but nothing of their order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.engine.cards import PACK, Card
from bot.engine.games.cribbage import GAME_POINTS, Cribbage
from bot.engine.positions.cribbage import ClaimRow
from bot.engine.positions.words import face_down
from bot.engine.rules import DEAL, Move, Pile
from bot.solvers.cribbage.evaluation import learned_values
from bot.solvers.cribbage.moves import FRESH, NEVER
from bot.solvers.cribbage.sequential_halving import weigh
from bot.solvers.cribbage.state import packed, root_row
from bot.solvers.fair_play import Chance
from bot.solvers.information_set import seed_of


@dataclass(frozen=True)
class InformationSet:
    """What a player knows: the open cards, how many cards are left, and which cards they may be."""

    piles: tuple[Pile, ...]
    points: int
    fresh: frozenset[int]
    held: bool
    left: int
    unseen: frozenset[Card]
    """More than are left if the cards under the piles are not known."""

    @classmethod
    def of(cls, state: ClaimRow) -> InformationSet:
        """Return the open cards of a state, and the unseen ones without their order."""
        unseen = frozenset(card for card in state.stock if card is not None)
        if len(unseen) < len(state.stock):
            unseen = frozenset(PACK) - {pile.top for pile in state.piles}
        return cls(state.piles, state.points, state.fresh, state.held, len(state.stock), unseen)


@dataclass(frozen=True)
class CribbagePlayer:
    """A fair player of Cribbage Solitaire, with either deadline."""

    rules: Cribbage

    def see(self, state: ClaimRow) -> InformationSet:
        """Return the open cards of a state, and the unseen ones without their order."""
        return InformationSet.of(state)

    def weigh(self, view: InformationSet) -> tuple[Chance, ...]:
        """Weigh every legal move by playing on with the unseen cards in many orders, best move first."""
        stock = face_down(tuple(view.unseen)[: view.left])
        state = ClaimRow(view.piles, stock, view.points, view.fresh, view.held)
        moves = self.rules.moves(state)
        if not moves:
            return ()
        useful = view.left if self.rules.late_win else max(view.left - 1, 0)
        enough = GAME_POINTS if self.rules.late_win or view.left else NEVER
        unseen = np.array(sorted(map(packed, view.unseen)), np.int64)
        starts = np.array([self._start(state, move) for move in moves])
        weighed = weigh(starts, enough, useful, unseen, _stream(state, unseen), learned_values())
        chances = [_chance(move, *row) for move, row in zip(moves, weighed.tolist(), strict=True)]
        return tuple(sorted(chances, key=lambda chance: chance.worth, reverse=True))

    def _start(self, state: ClaimRow, move: Move) -> NDArray[np.int64]:
        """Return the row after a move; a deal ends the turn and leaves the row with nothing fresh."""
        if move != DEAL:
            return root_row(self.rules.play(state, move))
        row = root_row(state)
        row[FRESH] = 0
        return row


def _chance(move: Move, wins: float, trials: float, worth: float) -> Chance:
    return Chance.counted(move, wins, int(trials), worth) if trials else Chance.certain(move, wins, worth)


def _stream(state: ClaimRow, unseen: NDArray[np.int64]) -> np.uint64:
    """Return the start of the random stream for what is known."""
    return seed_of(f"{root_row(state).tolist()} {len(state.stock)} {unseen.tolist()}")
