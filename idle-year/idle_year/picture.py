"""What a player sees of a game, as text and as an SVG: for consoles and notebooks."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from idle_year.engine.rules import Pile, Table, TableRow

_IN_A_LINE = 13
"""Piles of a long row that lie side by side."""
_WIDTH, _HEIGHT, _LINE = 44, 60, 84  # pixels: a card, and a line of cards with what is written under it
_RED = "♥♦"


def write_table(table: Table) -> str:
    """Write a table as lines of piles: `6♠ ×2`, `[]` for an empty place."""
    lines = []
    for row, _ in _lines(table):
        label = f"{row.label.text} " if row.label is not None else ""
        lines.append("  " * row.indent + label + "  ".join(map(_written, row.piles)))
    return "\n".join([*lines, *_notes(table)])


def draw_picture(table: Table) -> str:
    """Draw a table as an SVG, its piles numbered as moves count them."""
    drawn, height = [], 0
    for row, number in _lines(table):
        left = row.indent * _WIDTH // 2
        if row.label is not None:
            drawn.append(f'<text x="2" y="{height + 36}" font-size="13">{escape(row.label.text)}</text>')
            left += 64
        for place, pile in enumerate(row.piles):
            x = left + place * (_WIDTH + 6)
            drawn += _drawn(pile, x, height)
            if row.label is None:
                drawn.append(_centred(str(number + place), x, height + 74, 11, "#777"))
        height += _LINE
    for note in _notes(table):
        drawn.append(f'<text x="2" y="{height + 12}" font-size="13">{escape(note)}</text>')
        height += 18
    width = 64 + _IN_A_LINE * (_WIDTH + 6)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(drawn)}</svg>'
    )


def _lines(table: Table) -> Iterator[tuple[TableRow, int]]:
    """Yield lines of piles, each with the number of its first pile; a long row without a label wraps."""
    for row in table.rows:
        if row.label is not None:
            yield row, 1
            continue
        for first in range(0, len(row.piles), _IN_A_LINE):
            yield TableRow(row.piles[first : first + _IN_A_LINE], None, row.indent), first + 1


def _notes(table: Table) -> tuple[str, ...]:
    stock = (f"{table.stock} cards face down",) if table.stock else ()
    return (*stock, *map(str, table.notes))


def _written(pile: Pile | None) -> str:
    if pile is None:
        return "[]"
    return pile.top.symbol if pile.size == 1 else f"{pile.top.symbol} ×{pile.size}"


def _drawn(pile: Pile | None, x: int, y: int) -> Iterator[str]:
    edge = 'stroke="#bbb" stroke-dasharray="4"' if pile is None else 'stroke="#555"'
    size = f'width="{_WIDTH - 2}" height="{_HEIGHT - 2}" rx="5"'
    yield f'<rect x="{x + 1}" y="{y + 1}" {size} fill="#fff" {edge}/>'
    if pile is None:
        return
    colour = "#c22" if pile.top.symbol[-1] in _RED else "#222"
    yield _centred(pile.top.symbol, x, y + 34, 19, colour)
    if pile.size > 1:
        yield _centred(f"×{pile.size}", x, y + 54, 11, "#222")


def _centred(text: str, x: int, y: int, size: int, colour: str) -> str:
    """Write a text in the middle of the card that begins at x."""
    return (
        f'<text x="{x + _WIDTH // 2}" y="{y}" font-size="{size}" text-anchor="middle" '
        f'fill="{colour}">{text}</text>'
    )
