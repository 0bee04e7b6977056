"""Removals: `x5` is one card, `x5-6` a block, `x4,6` two cards apart; `x8S`, `x5H-6C`, `x4C,4S` by card."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.errors import NotationError
from bot.engine.notation.row import no_such_pile, pile_number, read_place
from bot.engine.quoting import quoted
from bot.engine.rules import Move

if TYPE_CHECKING:
    from bot.engine.states.row import Row

_REMOVAL = re.compile(r"x([^\s,-]+)(?:([,-])([^\s,-]+))?", re.IGNORECASE)


@dataclass(frozen=True)
class Removals:
    """An x and what leaves; the move holds the places of all cards that leave, from the left."""

    apart: bool = False
    """Whether two places, even adjacent ones, are written apart (`x2,3`) rather than as a block (`x2-3`)."""

    def write(self, move: Move) -> str:
        """Write `x5`, `x5-6` or `x4,6`."""
        first, last = pile_number(move.at[0]), pile_number(move.at[-1])
        if len(move.at) == 1:
            return f"x{first}"
        return f"x{first},{last}" if self.apart else f"x{first}-{last}"

    def read(self, token: str, state: Row, others: str) -> Move:
        """Read a removal by number or by card: a block or two cards apart, depending on the game."""
        found = _REMOVAL.fullmatch(token)
        if found is None:
            what = "the two cards that leave" if self.apart else "what leaves"
            examples = "x4,6 or x8S,KS" if self.apart else "x5, x5-6 or x8S"
            raise NotationError(
                f"{quoted(token)} is not a move: write x and {what}, such as {examples}{others}."
            )
        named, mark, other_named = found.groups()
        first = _read_place(named, token, state)
        if mark is None:
            return Move("x", (first,))
        last = _read_place(other_named, token, state)
        _check_order(token, (named, mark, other_named), first, last)
        return Move("x", (first, last) if mark == "," else tuple(range(first, last + 1)))


def _read_place(pile: str, token: str, state: Row) -> int:
    place = read_place(pile, token, state)
    # Checked before the rules do: a block up to pile 999999999 would list as many places.
    if not 0 <= place < len(state.piles):
        raise NotationError(no_such_pile(place, len(state.piles)))
    return place


def _check_order(token: str, parts: tuple[str, str, str], first: int, last: int) -> None:
    if first == last:
        raise NotationError(
            f"{quoted(token)} names one card twice: write what leaves from the left, each once."
        )
    if first > last:
        turned = "".join(reversed(parts))
        raise NotationError(f"{quoted(token)} names the right card first: write x{turned}.")
