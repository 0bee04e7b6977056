"""A table as lines of cards: its layout, and the lines as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.engine.positions.row import pile_number
from bot.render.cards.words import table_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.engine.rules import Pile, Table
    from bot.render.cards.style import Style

_HALF_A_CARD = "\N{EN SPACE}\N{FOUR-PER-EM SPACE}"
"""About half as wide as a card's picture and the space after it."""


class Line(NamedTuple):
    """A line of a board: its label, its piles, and its indent in half cards."""

    label: str
    piles: tuple[Pile | None, ...]
    indent: int = 0


def laid_out(table: Table, a_line: int) -> Iterator[Line]:
    """Yield the lines; a numbered row takes several, each labelled with the number of its first pile."""
    for row in table.rows:
        if row.label is not None:
            yield Line(row.label.text, row.piles, row.indent)
            continue
        wide = max(2, len(str(len(row.piles))))
        for start in range(0, len(row.piles), a_line):
            yield Line(f"{pile_number(start):>{wide}}", row.piles[start : start + a_line])


def table_lines(table: Table, style: Style) -> list[str]:
    """Return the lines as text, as emoji or in words."""
    if style.spoken:
        return table_in_words(table, style.a_line)
    return [
        f"`{line.label}` " + _HALF_A_CARD * line.indent + _cards(line.piles, style)
        for line in laid_out(table, style.a_line)
    ]


def _cards(piles: Iterable[Pile | None], style: Style) -> str:
    return " ".join(style.face(pile.top if pile else None) for pile in piles)
