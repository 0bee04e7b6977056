"""Moves of piles: `12<` goes one place left, `12<<<` three, `1>` one place right; `8S<<<` names the card."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.errors import NotationError
from bot.engine.notation.row import pile_number, read_place
from bot.engine.quoting import quoted
from bot.engine.rules import Move

if TYPE_CHECKING:
    from bot.engine.states.row import Row

_ARROWS = re.compile(r"([^\s<>]+?)(<+|>+)")


@dataclass(frozen=True)
class Arrows:
    """A pile and one arrow per place; the arrows are the move's verb."""

    def write(self, move: Move) -> str:
        """Write `12<<<`."""
        return f"{pile_number(move.at[0])}{move.verb}"

    def read(self, token: str, state: Row, others: str) -> Move:
        """Read `12<<<` or `8S<<<`."""
        found = _ARROWS.fullmatch(token)
        if found is None:
            raise NotationError(
                f"{quoted(token)} is not a move: write a pile and one arrow a place, such as 12< or "
                f"8S<<<{others}."
            )
        pile, arrows = found.groups()
        return Move(arrows, (read_place(pile, token, state),))
