"""A row of piles: Accordion, Royal Marriage and their kin.

`5H/3 6S TD +48`: the piles from the left, each by its top card and, if it holds more than one card, its size;
then the stock. `*7D` names a goal card; `!` says that the game's one exception has been used.

Piles move by arrows: `12<` goes one place left, `12<<<` three, `1>` one place right; `8S<<<` names the card.
Cards leave by removals: `x5` is one card, `x5-6` a block, `x4,6` two cards apart; `x8S`, `x5H-6C`, `x4C,4S`
name the cards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Protocol

from idle_year.engine.cards import Card
from idle_year.engine.errors import NotationError
from idle_year.engine.positions.words import (
    NUMBER,
    Stock,
    check_in_row,
    check_pack,
    check_stock,
    read_card,
    read_pile,
    take_stock,
    write_stock,
)
from idle_year.engine.rules import Move, Pile
from idle_year.engine.wording import Sentence, listed, quoted, sentence

_EMPTY = "The position is empty: write the top cards from the left, such as 5S 6S TD 5H KC."
_ARROWS = re.compile(r"([^\s<>]+?)(<+|>+)")
_REMOVAL = re.compile(r"x([^\s,-]+)(?:([,-])([^\s,-]+))?", re.IGNORECASE)


@dataclass(frozen=True)
class Row:
    """A state of a row game."""

    piles: tuple[Pile, ...]
    stock: Stock = ()
    used: bool = False
    """Whether the game's one exception was used: Goren's grace, the redeal of French."""
    goal: Card | None = None
    seed: str | None = field(default="", compare=False)
    """What a redeal shuffles by, which is not written; None if the player may not know the outcome."""

    def after_move(self, piles: tuple[Pile, ...]) -> Row:
        """Return the row with these piles, its exception unused: `dataclasses.replace` in half the time.

        Every line that a solver finds is replayed move by move, and this dominates the cost.
        """
        row = object.__new__(Row)
        row.__dict__.update(self.__dict__, piles=piles, used=False)
        return row


class RowMoves(Protocol):
    """The notation of a row game's moves: with arrows, or as removals."""

    def write(self, move: Move) -> str:
        """Write a move other than `d` and `r`."""

    def read(self, token: str, state: Row, *, deals: bool, redeals: bool) -> Move:
        """Read such a move; for the error message, whether there are `d` and `r` besides."""


def pile_number(place: int) -> int:
    """Return the number by which players refer to a place counted from 0."""
    return place + 1


def no_such_pile(place: int, count: int) -> Sentence:
    """Say that a place, counted from 0, lies outside a row of so many piles."""
    return sentence("There is no pile {pile}: the row has {count}.", pile=pile_number(place), count=count)


def unlike(one: Card, other: Card) -> Sentence:
    """Say that two cards do not match."""
    return sentence("{card} and {other} share neither suit nor rank.", card=one.symbol, other=other.symbol)


def read_place(pile: str, token: str, state: Row) -> int:
    """Return the place of a pile named by number or by top card; the number may lie outside the row."""
    if NUMBER.fullmatch(pile):
        return int(pile) - 1
    try:
        card = Card.read(pile)
    except ValueError:
        raise NotationError(
            sentence(
                "In {move}, {word} is neither a pile's number nor a card such as 8S.",
                move=quoted(token),
                word=quoted(pile),
            )
        ) from None
    places = [place for place, other in enumerate(state.piles) if other.top == card]
    if not places:
        raise NotationError(
            sentence("In {move}, {card} is not on top of any pile.", move=quoted(token), card=card.symbol)
        )
    if len(places) > 1:
        raise NotationError(
            sentence(
                "In {move}, {card} tops piles {piles}: name one by its number.",
                move=quoted(token),
                card=card.symbol,
                piles=listed([str(pile_number(place)) for place in places]),
            )
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
        return self.moves.read(token, state, deals=bool(self.stock), redeals=self.redeal)

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


@dataclass(frozen=True)
class Arrows:
    """A pile and one arrow per place; the arrows are the move's verb."""

    def write(self, move: Move) -> str:
        """Write `12<<<`."""
        return f"{pile_number(move.at[0])}{move.verb}"

    def read(self, token: str, state: Row, *, deals: bool, redeals: bool) -> Move:
        """Read `12<<<` or `8S<<<`."""
        found = _ARROWS.fullmatch(token)
        if found is None:
            raise NotationError(_no_arrows(quoted(token), deals=deals))
        pile, arrows = found.groups()
        return Move(arrows, (read_place(pile, token, state),))


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

    def read(self, token: str, state: Row, *, deals: bool, redeals: bool) -> Move:
        """Read a removal by number or by card: a block or two cards apart, depending on the game."""
        found = _REMOVAL.fullmatch(token)
        if found is None:
            if self.apart:
                raise NotationError(_no_pair(quoted(token), deals=deals))
            raise NotationError(_no_block(quoted(token), deals=deals, redeals=redeals))
        named, mark, other_named = found.groups()
        first = _read_place_in_row(named, token, state)
        if mark is None:
            return Move("x", (first,))
        last = _read_place_in_row(other_named, token, state)
        _check_order(token, (named, mark, other_named), first, last)
        return Move("x", (first, last) if mark == "," else tuple(range(first, last + 1)))


def _read_place_in_row(pile: str, token: str, state: Row) -> int:
    place = read_place(pile, token, state)
    # Checked before the rules do: a block up to pile 999999999 would list as many places.
    if not 0 <= place < len(state.piles):
        raise NotationError(no_such_pile(place, len(state.piles)))
    return place


def _check_order(token: str, parts: tuple[str, str, str], first: int, last: int) -> None:
    if first == last:
        raise NotationError(
            sentence(
                "{move} names one card twice: write what leaves from the left, each once.",
                move=quoted(token),
            )
        )
    if first > last:
        turned = "x" + "".join(reversed(parts))
        raise NotationError(
            sentence("{move} names the right card first: write {turned}.", move=quoted(token), turned=turned)
        )


def _no_arrows(token: str, *, deals: bool) -> Sentence:
    """Say how a pile is moved, and that `d` deals in some games."""
    if deals:
        return sentence(
            "{move} is not a move: write a pile and one arrow a place, such as 12< or 8S<<<, or d to deal.",
            move=token,
        )
    return sentence(
        "{move} is not a move: write a pile and one arrow a place, such as 12< or 8S<<<.", move=token
    )


def _no_pair(token: str, *, deals: bool) -> Sentence:
    """Say how two cards are taken out, and that `d` deals in some games."""
    if deals:
        return sentence(
            "{move} is not a move: write x and the two cards that leave, such as x4,6 or x8S,KS, or d to "
            "deal.",
            move=token,
        )
    return sentence(
        "{move} is not a move: write x and the two cards that leave, such as x4,6 or x8S,KS.", move=token
    )


def _no_block(token: str, *, deals: bool, redeals: bool) -> Sentence:
    """Say how cards are taken out, and that `d` deals and `r` redeals in some games."""
    if deals and redeals:
        return sentence(
            "{move} is not a move: write x and what leaves, such as x5, x5-6 or x8S, or d to deal, or r to "
            "redeal.",
            move=token,
        )
    if deals:
        return sentence(
            "{move} is not a move: write x and what leaves, such as x5, x5-6 or x8S, or d to deal.",
            move=token,
        )
    if redeals:
        return sentence(
            "{move} is not a move: write x and what leaves, such as x5, x5-6 or x8S, or r to redeal.",
            move=token,
        )
    return sentence("{move} is not a move: write x and what leaves, such as x5, x5-6 or x8S.", move=token)
