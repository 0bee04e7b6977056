"""What a phone shows of a message: which buttons lie side by side, and how many rows are seen."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations
from typing import Protocol, TypeVar

from bot.render.cards import Style, laid_out
from bot.render.discord_limits import ROW_BUTTONS
from idle_year.engine.rules import Table

WIDTH = 270
"""Pixels that a row has on a phone."""
_GAP, _NARROWEST, _PADDING, _PICTURE = 8, 60, 32, 27
"""Pixels between two buttons, of one at least, around what is on it, and of a picture beside a label."""
_ROOM, _LINE, _ROW, _TABLE = 439, 24, 48, 205
"""Pixels for cards and moves together, of a line of cards, of a row of buttons, and of a high picture."""
_A_FEW = 5
"""Buttons of which every order can be tried."""
_MOST_ROWS, _FEWEST_ROWS = 6, 3
"""Rows of moves under a board."""
_WIDTHS = {0: "\N{VARIATION SELECTOR-15}", 5: " :.", 6: "'’fijlrtIí", 8: "cksvxyzç", 12: "+←→↑", 13: "mwMW"}
"""The characters that are not as wide as most, which measure 9, and signs 13."""


class Wide(Protocol):
    """A button, as wide as it is on a phone."""

    @property
    def pixels(self) -> int:
        """About how wide it is."""


W = TypeVar("W", bound=Wide)


def button_pixels(label: str, *, picture: bool) -> int:
    """Return about how wide a button is."""
    return max(_NARROWEST, _PADDING + sum(map(_pixels, label)) + _PICTURE * picture)


def side_by_side(buttons: Iterable[W], across: int = ROW_BUTTONS) -> list[list[W]]:
    """Return the rows in which a phone shows buttons, of at most so many."""
    rows: list[list[W]] = []
    left = 0
    for button in buttons:
        if not rows or left < button.pixels or len(rows[-1]) == across:
            rows.append([])
            left = WIDTH
        rows[-1].append(button)
        left -= button.pixels + _GAP
    return rows


def fewest_rows(buttons: Sequence[W]) -> list[list[W]]:
    """Return a few buttons in as few rows as can be, and otherwise in their order as far as that goes.

    Of many, each comes into the first row that has room for it.
    """
    if len(buttons) <= _A_FEW:
        return min(map(side_by_side, permutations(buttons)), key=len)
    rows: list[list[W]] = []
    for button in buttons:
        row = next((row for row in rows if len(side_by_side([*row, button])) == 1), None)
        if row is None:
            rows.append([button])
        else:
            row.append(button)
    return rows


def rows_on_screen(table: Table, style: Style, others: int) -> int:
    """Return how many rows of moves a phone shows together with all cards, beside so many other rows."""
    cards = _TABLE if style.large else _LINE * sum(1 for _ in laid_out(table, style.a_line))
    room = (_ROOM - cards) // _ROW - others - (table.stock is not None)
    return max(_FEWEST_ROWS, min(_MOST_ROWS, room))


@cache
def _pixels(character: str) -> int:
    """Return about how wide a character of a label is."""
    if unicodedata.east_asian_width(character) in "WF":
        return 14
    usual = 9 if character.isalnum() else 13
    return next((wide for wide, alike in _WIDTHS.items() if character in alike), usual)
