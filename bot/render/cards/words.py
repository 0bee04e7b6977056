"""Boards and moves in plain words: nothing is conveyed by colour, picture or sign alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.engine.cards import Card
from bot.engine.positions.row import pile_number
from bot.engine.wording import counted, spelt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.rules import Menu, Pile, Table, TableRow

_CARD = re.compile(r"(?:10|[A2-9JQK])[♣♦♥♠]")
_TAG = r"<[@#t][^<>\s]*>"
_STEPS = re.compile(rf"(?P<tag>{_TAG})|(?<=\w)(?:<+|>+)(?![\w>])")
_ONTO = re.compile(r"(?<=\w)>(?=\w)")
_SIGNS = {"→": " to ", " · ": ", ", " — ": ": ", "🛟": "with help"} | dict.fromkeys(
    ["⚠ ", "✅ ", "❌ ", "🎲 ", "❔ ", "🥇 ", "🥈 ", "🥉 "], ""
)
_ENDED = re.compile(r"(?P<sign>[🏆⭐]) (?P<said>\*\*)?")
_HOW = {"🏆": "won, ", "⭐": "minor win, "}
"""How a game ended; on boards, words in bold behind the sign say so already."""


def spoken(text: str) -> str:
    """Return a text with its cards, moves and signs in words: `8♠ onto K♠ · pile 11→10`, `12<<<`, `t3>f`."""
    return cards_spoken(_ONTO.sub(" to ", _STEPS.sub(_steps, text)))


def cards_spoken(text: str) -> str:
    """Return a text with its cards and signs in words, and its moves as they are typed."""
    text = _CARD.sub(lambda found: Card.read(found.group()).words, text)
    text = _ENDED.sub(lambda found: found["said"] or _HOW[found["sign"]], text)
    for sign, words in _SIGNS.items():
        text = text.replace(sign, words)
    return text


def table_in_words(table: Table, a_line: int) -> list[str]:
    """Return one line for each line of the board: `Row 1: 1 jack of hearts, 2 two of hearts`."""
    return [line for row in table.rows for line in _lines(row, a_line)]


def menus_in_words(menus: tuple[Menu, ...]) -> str:
    """Return how many moves of each kind there are: `Slide one left: 21 moves.`."""
    return " ".join(f"{menu.title}: {counted(len(menu.choices), 'move')}." for menu in menus)


def _lines(row: TableRow, a_line: int) -> Iterator[str]:
    if row.label is not None:
        yield f"{row.label.spoken}: {', '.join(map(_pile, row.piles))}"
        return
    for number, start in enumerate(range(0, len(row.piles), a_line), start=1):
        piles = enumerate(row.piles[start : start + a_line], start=start)
        yield f"Row {number}: " + ", ".join(f"{pile_number(place)} {_pile(pile)}" for place, pile in piles)


def _steps(found: re.Match[str]) -> str:
    """Return ` three left` for `<<<`; leave a mention or timestamp (`<…>`) as it is."""
    if found["tag"]:
        return found["tag"]
    return f" {spelt(len(found[0]))} {'left' if '<' in found[0] else 'right'}"


def _pile(pile: Pile | None) -> str:
    return "empty" if pile is None else pile.top.words
