"""A row of piles: Accordion, Royal Marriage and their kin."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.engine.cards import Card
    from bot.engine.rules import Pile
    from bot.engine.stock import Stock


@dataclass(frozen=True)
class Row:
    """A state of a row game."""

    piles: tuple[Pile, ...]
    stock: Stock = ()
    used: bool = False
    """Whether the game's one exception was used: Goren's grace, the redeal of French."""
    goal: Card | None = None
    seed: str | None = field(default="", compare=False)
    """What a redeal shuffles by, which is not written; None if the player may not know the outcome."""

    def after_move(self, piles: tuple[Pile, ...]) -> Row:
        """Return the row with these piles, its exception unused: `dataclasses.replace` in half the time.

        Every line that a solver finds is replayed move by move, and this dominates the cost.
        """
        row = object.__new__(Row)
        row.__dict__.update(self.__dict__, piles=piles, used=False)
        return row
