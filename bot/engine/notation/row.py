"""Positions of row games.

`5H/3 6S TD +48`: the piles from the left, each by its top card and, if it holds more than one card, its size;
then the stock. `*7D` names a goal card; `!` says that the game's one exception has been used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from bot.engine.cards import Card
from bot.engine.errors import NotationError
from bot.engine.notation.words import (
    NUMBER,
    check_in_row,
    check_pack,
    check_stock,
    read_card,
    read_pile,
    take_stock,
    write_stock,
)
from bot.engine.quoting import quoted
from bot.engine.rules import Move
from bot.engine.states.row import Row

_EMPTY = "The position is empty: write the top cards from the left, such as 5S 6S TD 5H KC."


class RowMoves(Protocol):
    """The notation of a row game's moves: with arrows, or as removals."""

    def write(self, move: Move) -> str:
        """Write a move other than `d` and `r`."""

    def read(self, token: str, state: Row, others: str) -> Move:
        """Read such a move; `others` names the moves without a pile, for the error message."""


def pile_number(place: int) -> int:
    """Return the number by which players refer to a place counted from 0."""
    return place + 1


def no_such_pile(place: int, count: int) -> str:
    """Say that a place, counted from 0, lies outside a row of so many piles."""
    return f"There is no pile {pile_number(place)}: the row has {count}."


def read_place(pile: str, token: str, state: Row) -> int:
    """Return the place of a pile named by number or by top card; the number may lie outside the row."""
    if NUMBER.fullmatch(pile):
        return int(pile) - 1
    try:
        card = Card.read(pile)
    except ValueError:
        raise NotationError(
            f"In {quoted(token)}, {quoted(pile)} is neither a pile's number nor a card such as 8S."
        ) from None
    places = [place for place, other in enumerate(state.piles) if other.top == card]
    if not places:
        raise NotationError(f"In {quoted(token)}, {card.symbol} is not on top of any pile.")
    if len(places) > 1:
        numbers = " and ".join(str(pile_number(place)) for place in places)
        raise NotationError(
            f"In {quoted(token)}, {card.symbol} tops piles {numbers}: name one by its number."
        )
    return places[0]


@dataclass(frozen=True)
class RowNotation:
    """Notation of one row game: what it may hold, and which words and marks have a meaning in it."""

    name: str
    moves: RowMoves
    cards: int = 52
    packs: int = 1
    stock: int = 0
    """Cards that the deal leaves in the stock, possibly 0."""
    redeal: bool = False
    exception: str = ""
    """What `!` says has been used, such as `grace`."""
    dealt_before: int = 0
    """The fewest cards that have left the stock once the exception has been used."""
    ends: tuple[Card, Card] | None = None
    """The cards that are dealt first and last in every game."""
    goal: bool = False
    single_cards: bool = False
    """Whether cards leave the row one by one instead of forming piles."""
    can_empty: bool = False
    """Whether a game can end with no cards left, which is written `+0`."""

    def write_move(self, move: Move) -> str:
        """Write a move in its canonical form."""
        return self.moves.write(move) if move.at else move.verb

    def read_move(self, token: str, state: Row) -> Move:
        """Read a move as typed."""
        if token.lower() in ("d", "r"):
            return Move(token.lower())
        others = ", or d to deal" * bool(self.stock) + ", or r to redeal" * self.redeal
        return self.moves.read(token, state, others)

    def write_position(self, state: Row) -> str:
        """Write the row, its stock and its marks."""
        tokens = [str(pile.top) + (f"/{pile.size}" if pile.size > 1 else "") for pile in state.piles]
        tokens += write_stock(state.stock)
        if state.goal is not None:
            tokens.append(f"*{state.goal}")
        if state.used:
            tokens.append("!")
        return " ".join(tokens) or "+0"

    def read_position(self, text: str) -> Row:
        """Read the row, its stock and its marks."""
        text, used = self._take_exception(text.strip())
        tokens = text.split()
        if not tokens:
            raise NotationError(_EMPTY)
        goal = self._take_goal(tokens)
        stock = take_stock(tokens)
        piles = tuple(read_pile(token, number) for number, token in enumerate(tokens, start=1))
        row = Row(piles, stock, used, goal)
        self._check(row)
        return row

    def _take_exception(self, text: str) -> tuple[str, bool]:
        if not text.endswith("!"):
            return text, False
        if not self.exception:
            raise NotationError(f"`!` marks a grace or a redeal that was used; {self.name} has none.")
        return text[:-1], True

    def _take_goal(self, tokens: list[str]) -> Card | None:
        last = tokens[-1] if tokens else ""
        if not self.goal:
            if last.startswith("*"):
                raise NotationError(f"{quoted(last)} names a goal card; {self.name} has none.")
            return None
        if not last.startswith("*"):
            raise NotationError(f"{self.name} needs its goal card at the end, such as *7D.")
        return read_card(tokens.pop()[1:], len(tokens) + 1)

    def _check(self, row: Row) -> None:
        if not row.piles and not row.stock and not self.can_empty:
            raise NotationError(_EMPTY)
        large = next((pile for pile in row.piles if pile.size > 1), None)
        if self.single_cards and large is not None:
            raise NotationError(
                f"{self.name} has no piles: write {large.top} instead of {large.top}/{large.size}."
            )
        tops = [pile.top for pile in row.piles]
        total = sum(pile.size for pile in row.piles) + len(row.stock)
        known = [*tops, *(card for card in row.stock if card is not None)]
        check_pack(self.name, known, total, most=self.cards, packs=self.packs)
        if row.stock:
            self._check_stock(row)
        if row.goal is not None and total == len(tops) and row.goal not in tops:
            raise NotationError(f"The goal card {row.goal.symbol} is not in the row.")

    def _check_stock(self, row: Row) -> None:
        """Raise NotationError if the game cannot have reached this stock."""
        if not self.stock:
            raise NotationError(f"{self.name} has no stock: all its cards lie in the row.")
        with_used = f" with the {self.exception} used" * row.used
        check_stock(self.name + with_used, len(row.stock), self.stock - self.dealt_before * row.used)
        if not self.can_empty:
            check_in_row(self.name, row.piles)
        if self.ends is not None:
            self._check_ends(row, *self.ends)

    def _check_ends(self, row: Row, first: Card, last: Card) -> None:
        """Raise NotationError if the first card is not first in the row, or the last is not still to come."""
        if row.piles[0].top != first:
            raise NotationError(
                f"{row.piles[0].top.symbol} lies first; in {self.name} that is {first.symbol} all the time."
            )
        if row.stock[-1] not in (None, last) or last in (pile.top for pile in row.piles):
            raise NotationError(f"In {self.name} {last.symbol} is dealt last: it must end the stock.")
