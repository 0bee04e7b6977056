"""The information set of a player: all deals that look the same to them, the true one included."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.positions.row import Row
from bot.engine.rules import Pile
from bot.solvers.information_set import unseen_cards

if TYPE_CHECKING:
    from bot.engine.cards import Card
    from bot.engine.games.marriage import Marriage


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


def see(rules: Marriage, state: Row) -> InformationSet:
    """Return what may be known of a state."""
    unseen, ends_with = unseen_cards(rules, state)
    last = () if ends_with is None else (ends_with,)
    row = tuple(pile.top for pile in state.piles)
    return InformationSet(row, unseen, len(state.stock) - len(last), last, state.used)
