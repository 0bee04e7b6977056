"""The fair player: it plays on with the unseen cards in many orders, and counts."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from bot.engine.rules import DEAL, REDEAL
from bot.solvers.fair_play import Chance
from bot.solvers.protocols import Answer, Limit
from bot.solvers.removals_forced.information_set import see
from bot.solvers.removals_forced.moves import code_of, leaving_of
from bot.solvers.removals_forced.rollout import DEALS, REDEALS, Unseen, play_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.engine.cards import Card
    from bot.engine.games.marriage import Marriage
    from bot.engine.states.row import Row
    from bot.solvers.protocols import AnySolver
    from bot.solvers.removals_forced.information_set import View

_WORK = 500_000
"""Cards dealt or left lying for one decision, some 20 milliseconds."""
_CODES = {DEAL: DEALS, REDEAL: REDEALS}


@dataclass(frozen=True)
class DealtPlayer:
    """A player of the games that are dealt singly."""

    rules: Marriage
    solver: AnySolver

    def see(self, state: Row) -> View:
        """Return what may be known of a state."""
        return see(self.rules, state)

    def weigh(self, view: View) -> tuple[Chance, ...]:
        """Weigh every legal move, the best first."""
        chances = (self._proven(view) if view.certain else None) or self._sampled(view)
        return tuple(sorted(chances, key=lambda chance: -chance.worth))

    def _proven(self, view: View) -> list[Chance] | None:
        """Return chances of 0 and 1, or None where the solver does not know."""
        judged = self.solver.judge(view.state(), Limit())
        if any(answer is Answer.UNKNOWN for _, answer in judged):
            return None
        wins = [float(answer is Answer.WON) for _, answer in judged]
        return [Chance.certain(move, won, won) for (move, _), won in zip(judged, wins, strict=True)]

    def _sampled(self, view: View) -> list[Chance]:
        """Return the chances over many orders of the unseen cards, the same for every move."""
        moves = self.rules.moves(view.state())
        if not moves:
            return []
        game = leaving_of(self.rules)
        codes = np.array([_CODES.get(move) or code_of(move, game) for move in moves], dtype=np.int64)
        orders = _WORK // (len(moves) * (len(view.row) + view.stock + 1))
        seed = np.uint64(_seed(self.rules.id, view))
        sums = play_out(_cards(view.row), self._unseen(view), codes, game, self.rules.target, orders, seed)
        return [
            Chance.counted(move, won, orders, worth / orders)
            for move, (won, worth) in zip(moves, sums.tolist(), strict=True)
        ]

    def _unseen(self, view: View) -> Unseen:
        redeal = self.rules.redeal and not view.used
        return Unseen(_cards(view.unseen), view.stock, _cards(view.last), redeal)


def _cards(cards: tuple[Card, ...]) -> NDArray[np.int8]:
    return np.array(cards, dtype=np.int8)


def _seed(game: str, view: View) -> int:
    """Return the seed of the random orders: the same for the same view."""
    told = hashlib.sha256(f"{game} {view}".encode()).digest()
    return int.from_bytes(told[:8], "big")
