"""Fair player: Monte Carlo evaluation of every move over determinizations, exact once the stock is known.

Its information set is all deals that look the same to a player, the true one included.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bot.engine.cards import Card
from bot.engine.games.marriage import Marriage
from bot.engine.positions.row import Row
from bot.engine.rules import DEAL, REDEAL, Pile
from bot.solvers.fair_play import Chance
from bot.solvers.information_set import seed_of, unseen_cards
from bot.solvers.marriage.forced.moves import code_of, removal_rules
from bot.solvers.marriage.forced.rollout import DEALS, REDEALS, Unseen, roll_out_moves
from bot.solvers.protocols import Answer, AnySolver, Limit

_BUDGET = 500_000
"""Cards dealt or left in the row for one decision, some 20 milliseconds."""
_CODES = {DEAL: DEALS, REDEAL: REDEALS}


@dataclass(frozen=True)
class InformationSet:
    """All that may be known of a state; it has no place for the order of the stock."""

    row: tuple[Card, ...]
    unseen: tuple[Card, ...]
    """The cards that may come next, sorted."""
    stock: int
    """How many of them will come."""
    last: tuple[Card, ...]
    """The card that the rules deal after them, or none."""
    used: bool
    """Whether the redeal was used."""

    @property
    def certain(self) -> bool:
        """Whether the order of the stock is known for certain."""
        return len(self.unseen) == self.stock <= 1

    @property
    def key(self) -> str:
        """A text that identifies it; chances stay the same as long as it does."""
        return (
            f"View(row={self.row}, unseen={self.unseen}, stock={self.stock}, last={self.last},"
            f" used={self.used})"
        )

    def state(self) -> Row:
        """Return the state as far as it is known, without the outcome of a redeal."""
        coming = self.unseen if self.certain else (None,) * self.stock
        return Row(tuple(Pile(card) for card in self.row), coming + self.last, self.used, seed=None)


@dataclass(frozen=True)
class CompactedPlayer:
    """A player of the compacted games and One-Handed Solitaire."""

    rules: Marriage
    solver: AnySolver

    def see(self, state: Row) -> InformationSet:
        """Return what may be known of a state."""
        unseen, ends_with = unseen_cards(self.rules, state)
        last = () if ends_with is None else (ends_with,)
        row = tuple(pile.top for pile in state.piles)
        return InformationSet(row, unseen, len(state.stock) - len(last), last, state.used)

    def weigh(self, view: InformationSet) -> tuple[Chance, ...]:
        """Weigh every legal move, the best first."""
        chances = (self._proven(view) if view.certain else None) or self._sampled(view)
        return tuple(sorted(chances, key=lambda chance: -chance.worth))

    def _proven(self, view: InformationSet) -> list[Chance] | None:
        """Return chances of 0 and 1, or None if the solver does not know."""
        judged = self.solver.judge(view.state(), Limit())
        if any(answer is Answer.UNKNOWN for _, answer in judged):
            return None
        wins = [float(answer is Answer.WON) for _, answer in judged]
        return [Chance.certain(move, won, won) for (move, _), won in zip(judged, wins, strict=True)]

    def _sampled(self, view: InformationSet) -> list[Chance]:
        """Return the chances over many orders of the unseen cards, the same orders for every move."""
        moves = self.rules.moves(view.state())
        if not moves:
            return []
        game = removal_rules(self.rules)
        codes = np.array([_CODES.get(move) or code_of(move, game) for move in moves], dtype=np.int64)
        orders = _BUDGET // (len(moves) * (len(view.row) + view.stock + 1))
        row, target = cards_in(view.row), self.rules.target
        sums = roll_out_moves(row, self._unseen(view), codes, game, target, orders, self._seed(view))
        return [
            Chance.counted(move, won, orders, worth / orders)
            for move, (won, worth) in zip(moves, sums.tolist(), strict=True)
        ]

    def _unseen(self, view: InformationSet) -> Unseen:
        redeal = self.rules.redeal and not view.used
        return Unseen(cards_in(view.unseen), view.stock, cards_in(view.last), redeal)

    def _seed(self, view: InformationSet) -> np.uint64:
        """Return the seed of the random orders for a view, always the same one."""
        return seed_of(f"{self.rules.id} {view.key}")


def cards_in(cards: tuple[Card, ...]) -> NDArray[np.int8]:
    """Return cards as the kernels take them."""
    return np.array(cards, dtype=np.int8)
