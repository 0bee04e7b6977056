"""Boards and moves in plain words: nothing is said by colour, picture or sign alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.engine.cards import Card
from bot.engine.notation import pile_number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.rules import Menu, Pile, Table, TableRow

_CARD = re.compile(r"(?:10|[A2-9JQK])[♣♦♥♠]")
_SIGNS = {"→": " to ", " · ": ", ", " — ": ": ", "🏆 ": "", "⭐ ": ""}


def spoken(text: str) -> str:
    """Return a text with its cards and signs in words: `8♠ onto K♠ · pile 11→10` and the like."""
    text = _CARD.sub(lambda found: Card.read(found.group()).words, text)
    for sign, words in _SIGNS.items():
        text = text.replace(sign, words)
    return text


def table_in_words(table: Table, a_line: int) -> list[str]:
    """Return one line for each line of the board: `Row 1: 1 jack of hearts, 2 two of hearts`."""
    return [line for row in table.rows for line in _lines(row, a_line)]


def menus_in_words(menus: tuple[Menu, ...]) -> str:
    """Return how many moves of each kind there are: `Slide one left: 21 moves.`."""
    counts = ((menu.title, len(menu.choices)) for menu in menus)
    return " ".join(f"{title}: {count} move{'s' * (count != 1)}." for title, count in counts)


def _lines(row: TableRow, a_line: int) -> Iterator[str]:
    if row.label is not None:
        yield f"{row.label.strip()}: {', '.join(map(_pile, row.piles))}"
        return
    for number, start in enumerate(range(0, len(row.piles), a_line), start=1):
        piles = enumerate(row.piles[start : start + a_line], start=start)
        yield f"Row {number}: " + ", ".join(f"{pile_number(place)} {_pile(pile)}" for place, pile in piles)


def _pile(pile: Pile | None) -> str:
    return "empty" if pile is None else pile.top.words
