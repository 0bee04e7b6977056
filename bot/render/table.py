"""A table as lines of cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine.notation.row import pile_number
from bot.render.words import table_in_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.engine.rules import Pile, Table, TableRow
    from bot.render.style import Style

_HALF_A_CARD = "\N{EN SPACE}\N{FOUR-PER-EM SPACE}"
"""About half as wide as a card's picture and the space behind it."""


def table_lines(table: Table, style: Style) -> list[str]:
    """Return the rows; a numbered row takes several lines, each led by the number of its first pile."""
    if style.spoken:
        return table_in_words(table, style.a_line)
    return [line for row in table.rows for line in _row_lines(row, style)]


def _row_lines(row: TableRow, style: Style) -> list[str]:
    if row.label is not None:
        return [f"`{row.label.text}` " + _HALF_A_CARD * row.indent + _cards(row.piles, style)]
    wide = max(2, len(str(len(row.piles))))
    return [
        f"`{pile_number(start):>{wide}}` " + _cards(row.piles[start : start + style.a_line], style)
        for start in range(0, len(row.piles), style.a_line)
    ]


def _cards(piles: Iterable[Pile | None], style: Style) -> str:
    return " ".join(style.face(pile.top if pile else None) for pile in piles)
