"""The table of Pyramid: seven rows, each covering the one above, the stock and the waste.

`KS / 9C 4D / - 2H 3H w: 3C 8D +20 =2`: the rows from the top with `-` for a card that is gone (rows that
are gone altogether are left out), the waste with its top card last, the stock, and the pass after the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from idle_year.engine.cards import Card
from idle_year.engine.errors import NotationError
from idle_year.engine.positions.words import (
    NUMBER,
    Stock,
    check_pack,
    check_stock,
    read_card,
    take_stock,
    write_stock,
)
from idle_year.engine.rules import Move
from idle_year.engine.wording import quoted, sentence

ROWS = tuple(range(row * (row + 1) // 2, (row + 1) * (row + 2) // 2) for row in range(7))
"""The places of each row of the pyramid, counted from 0 at the top."""
COVERED_BY: tuple[tuple[int, ...], ...] = tuple(
    (place + row + 1, place + row + 2) if row < len(ROWS) - 1 else ()
    for row, places in enumerate(ROWS)
    for place in places
)
"""For each place, the places of the next row whose cards cover it."""
_CARDS = 52
_SEPARATORS = re.compile(r"[/|]|w:", re.IGNORECASE)


@dataclass(frozen=True)
class Triangle:
    """A state of Pyramid."""

    places: tuple[Card | None, ...]
    """The 28 places, row by row from the top; None is a card that is gone."""
    stock: Stock = ()
    waste: tuple[Card, ...] = ()
    """The cards turned up, the top one last."""
    passes: int = 1
    """The number of the current pass through the stock."""

    @property
    def rows(self) -> list[tuple[Card | None, ...]]:
        """The rows from the top to the last one that holds a card; always at least the first."""
        rows = [self.places[row.start : row.stop] for row in ROWS]
        while len(rows) > 1 and rows[-1].count(None) == len(rows[-1]):
            rows.pop()
        return rows

    def covers(self, place: int) -> list[Card]:
        """Return the cards that still cover a place."""
        lower = (self.places[other] for other in COVERED_BY[place])
        return [card for card in lower if card is not None]


@dataclass(frozen=True)
class PyramidNotation:
    """The notation of Pyramid."""

    name: str
    passes: int | None
    """How often the stock may be gone through; None means any number of times."""

    def write_move(self, move: Move) -> str:
        """Write `9C+4D`, `KS`, `d` or `r`."""
        return "+".join(str(Card(number)) for number in move.at) or move.verb

    def read_move(self, token: str, _state: Triangle) -> Move:
        """Read `9C+4D` in either order, `KS`, `d` or `r`."""
        if token.lower() in ("d", "r"):
            return Move(token.lower())
        names = token.split("+")
        try:
            cards = [Card.read(name) for name in names]
        except ValueError:
            cards = []
        if not 1 <= len(cards) <= 2:
            raise NotationError(
                sentence(
                    "{move} is not a move: write two cards that total 13, such as 9C+4D, a king alone, such "
                    "as KS, d to deal or r to turn the waste over.",
                    move=quoted(token),
                )
            )
        return removal(cards)

    def write_position(self, state: Triangle) -> str:
        """Write the rows, the waste, the stock and the pass."""
        rows = (" ".join("-" if card is None else str(card) for card in row) for row in state.rows)
        words = [" / ".join(rows)]
        if state.waste:
            words += ["w:", *map(str, state.waste)]
        words += write_stock(state.stock)
        if state.passes > 1:
            words.append(f"={state.passes}")
        return " ".join(words)

    def read_position(self, text: str) -> Triangle:
        """Read the rows, the waste, the stock and the pass."""
        tokens = _SEPARATORS.sub(r" \g<0> ", text).split()
        if not tokens:
            raise NotationError(
                "The position is empty: write the rows from the top, such as QS / 9C 4D / 8H 5S 2C."
            )
        passes = self._take_passes(tokens)
        stock = take_stock(tokens)
        waste = _take_waste(tokens)
        layout = Triangle(_read_rows(tokens), stock, waste, passes)
        _check_covered(layout)
        known = [card for card in (*layout.places, *waste, *stock) if card is not None]
        check_pack(self.name, known, len(known) + stock.count(None), most=_CARDS)
        turned = "stock with the waste" if waste else "stock"
        check_stock(self.name, len(stock) + len(waste), _CARDS - len(COVERED_BY), turned)
        return layout

    def _take_passes(self, tokens: list[str]) -> int:
        if not tokens or not tokens[-1].startswith("="):
            return 1
        token = tokens.pop()
        if not NUMBER.fullmatch(token[1:]) or int(token[1:]) < 1:
            raise NotationError(f"{quoted(token)} is not a pass: write = and a number from 1 on at the end.")
        passes = int(token[1:])
        if self.passes is not None and passes > self.passes:
            raise NotationError(f"{quoted(token)} is pass {passes}; {self.name} has {self.passes}.")
        return passes


def removal(cards: Iterable[Card]) -> Move:
    """Return the move that removes cards together, the higher first, each by its own number."""
    higher_first = sorted(cards, key=lambda card: card.rank, reverse=True)
    return Move("+", tuple(higher_first))


def _take_waste(tokens: list[str]) -> tuple[Card, ...]:
    marks = [place for place, token in enumerate(tokens) if token.lower() == "w:"]
    if not marks:
        return ()
    start = marks[0]
    waste = tuple(read_card(token, number) for number, token in enumerate(tokens[start + 1 :], start + 2))
    del tokens[start:]
    return waste


def _read_rows(tokens: Sequence[str]) -> tuple[Card | None, ...]:
    """Read the rows that are written; those below are gone."""
    rows: list[list[Card | None]] = [[]]
    for number, word in enumerate(tokens, start=1):
        if word == "/":
            rows.append([])
        else:
            rows[-1].append(None if word == "-" else read_card(word, number))
    if len(rows) > len(ROWS):
        raise NotationError(f"The pyramid has {len(ROWS)} rows; {len(rows)} are written.")
    for number, row in enumerate(rows, start=1):
        if len(row) != number:
            places = "1 place" if number == 1 else f"{number} places"
            raise NotationError(
                f"Row {number} of the pyramid has {places}; {len(row)} "
                f"{'is' if len(row) == 1 else 'are'} written (- is a card that is gone, / ends a row)."
            )
    cards = [card for row in rows for card in row]
    return (*cards, *[None] * (len(COVERED_BY) - len(cards)))


def _check_covered(layout: Triangle) -> None:
    """Raise NotationError if a card is gone from under another: the pyramid is cleared from below."""
    for number, places in enumerate(ROWS, start=1):
        for column, place in enumerate(places, start=1):
            if layout.places[place] is None and layout.covers(place):
                over = layout.covers(place)[0].symbol
                raise NotationError(
                    f"Card {column} of row {number} is gone, but {over} lies over it: that cannot be."
                )
