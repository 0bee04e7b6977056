"""Text <-> moves and positions of row games. Piles are counted from 1 here, and only here.

Position: `5H/3 6S TD +48`: the piles from the left, each by its top card and, if it holds more than one
card, its size; then the stock: `+48` face down, or ` | 3D 4C` known, next card first. A goal card is
`*7D`; a grace that has been used is `!`.
Move: `12<` pile 12 onto its left neighbour, `12<<<` onto the third to its left, `1>` to the right, `d` deal
one card. `8S<<<` names the pile by its top card.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine.cards import Card
from bot.engine.errors import NotationError
from bot.engine.rules import Move, Pile

if TYPE_CHECKING:
    from collections.abc import Iterable

_TOKEN = re.compile(r"([^\s<>]+?)(<+|>+)")
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True)
class Row:
    """A state of a row game: the piles, and the stock with its next card first (None = not known)."""

    piles: tuple[Pile, ...]
    stock: tuple[Card | None, ...] = ()
    grace_used: bool = False
    goal: Card | None = None


def pile_number(place: int) -> int:
    """Return the number that players give to a place counted from 0."""
    return place + 1


@dataclass(frozen=True)
class RowNotation:
    """Notation of one row game: how many cards it may hold, and which extra marks have a meaning in it."""

    name: str
    cards: int
    deals: bool
    grace: bool = False
    goal: bool = False

    def write_move(self, move: Move) -> str:
        """Write `12<<<` or `d`."""
        return "".join(str(pile_number(place)) for place in move.at) + move.verb

    def read_move(self, token: str, state: Row) -> Move:
        """Read `12<<<`, `8S<<<` or `d`."""
        if token.lower() == "d":
            return Move("d")
        found = _TOKEN.fullmatch(token)
        if found is None:
            deal = ", or d to deal" if self.deals else ""
            raise NotationError(
                f"`{token}` is not a move: write a pile and one arrow a place, such as 12< or 8S<<<{deal}."
            )
        pile, arrows = found.groups()
        return Move(arrows, (self._place(pile, token, state),))

    def _place(self, pile: str, token: str, state: Row) -> int:
        if _NUMBER.fullmatch(pile):
            return int(pile) - 1
        try:
            card = Card.read(pile)
        except ValueError:
            raise NotationError(
                f"In `{token}`, `{pile}` is neither a pile's number nor a card such as 8S."
            ) from None
        places = [place for place, other in enumerate(state.piles) if other.top == card]
        if not places:
            raise NotationError(f"In `{token}`, {card.symbol} is not on top of any pile.")
        return places[0]

    def write_position(self, state: Row) -> str:
        """Write the row, its stock and its marks."""
        tokens = [str(pile.top) + (f"/{pile.size}" if pile.size > 1 else "") for pile in state.piles]
        known = [str(card) for card in state.stock if card is not None]
        if known:
            tokens += ["|", *known]
        elif state.stock:
            tokens.append(f"+{len(state.stock)}")
        if state.goal is not None:
            tokens.append(f"*{state.goal}")
        if state.grace_used:
            tokens.append("!")
        return " ".join(tokens)

    def read_position(self, text: str) -> Row:
        """Read the row, its stock and its marks."""
        tokens = text.split()
        grace_used = self._take_grace(tokens)
        goal = self._take_goal(tokens)
        stock: tuple[Card | None, ...] = ()
        if "|" in tokens:
            bar = tokens.index("|")
            stock = tuple(_read_card(token, bar + 2 + n) for n, token in enumerate(tokens[bar + 1 :]))
            tokens = tokens[:bar]
        elif tokens and tokens[-1].startswith("+"):
            stock = (None,) * _read_stock_size(tokens.pop())
        piles = tuple(_read_pile(token, number) for number, token in enumerate(tokens, start=1))
        self._check_pack(piles, stock, goal)
        return Row(piles, stock, grace_used, goal)

    def _take_grace(self, tokens: list[str]) -> bool:
        if not tokens or tokens[-1] != "!":
            return False
        if not self.grace:
            raise NotationError(f"`!` marks a grace that was used; {self.name} has none.")
        tokens.pop()
        return True

    def _take_goal(self, tokens: list[str]) -> Card | None:
        last = tokens[-1] if tokens else ""
        if not self.goal:
            if last.startswith("*"):
                raise NotationError(f"`{last}` names a goal card; {self.name} has none.")
            return None
        if not last.startswith("*"):
            raise NotationError(f"{self.name} needs its goal card at the end, such as *7D.")
        return _read_card(tokens.pop()[1:], len(tokens) + 1)

    def _check_pack(self, piles: tuple[Pile, ...], stock: tuple[Card | None, ...], goal: Card | None) -> None:
        if not piles and not stock:
            raise NotationError(
                "The position is empty: write the top cards from the left, such as 5S 6S TD 5H KC."
            )
        if stock and not self.deals:
            raise NotationError(f"{self.name} has no stock: all its cards lie in the row.")
        tops = [pile.top for pile in piles]
        _check_no_twins([*tops, *(card for card in stock if card is not None)])
        total = sum(pile.size for pile in piles) + len(stock)
        if total > self.cards:
            raise NotationError(f"The position holds {total} cards; {self.name} is played with {self.cards}.")
        if goal is not None and total == len(tops) and goal not in tops:
            raise NotationError(f"The goal card {goal.symbol} is not in the row.")


def _read_pile(token: str, number: int) -> Pile:
    card, slash, size = token.partition("/")
    if slash and not (_NUMBER.fullmatch(size) and int(size) >= 1):
        raise NotationError(f"Word {number}, `{token}`: the size of a pile is a whole number, such as 5H/3.")
    return Pile(_read_card(card, number), int(size or 1))


def _read_card(token: str, number: int) -> Card:
    try:
        return Card.read(token)
    except ValueError as error:
        raise NotationError(f"Word {number} of the position: {error}") from None


def _read_stock_size(token: str) -> int:
    # Three digits are more than any game has: a larger number would only cost memory before it is refused.
    if not re.fullmatch(r"\+[0-9]{1,3}", token):
        raise NotationError(f"`{token}` is not a stock: write + and its number of cards, such as +48.")
    return int(token)


def _check_no_twins(cards: Iterable[Card]) -> None:
    seen: dict[Card, int] = {}
    for number, card in enumerate(cards, start=1):
        if card in seen:
            raise NotationError(
                f"{card.symbol} stands twice (cards {seen[card]} and {number}); the pack has it once."
            )
        seen[card] = number
