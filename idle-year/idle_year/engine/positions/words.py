"""What the positions of all games share: the stock, and the words for it, cards and piles.

Nobody but the command line reads positions, so what is wrong with one is told in English.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from idle_year.engine.cards import Card
from idle_year.engine.errors import IllegalMove, NotationError
from idle_year.engine.rules import Pile
from idle_year.engine.wording import quoted, sentence

Stock: TypeAlias = tuple[Card | None, ...]
"""A stock, its next card first; None is an unknown card."""
NUMBER = re.compile(r"[0-9]{1,9}")


def next_card(stock: Stock) -> tuple[Card, Stock]:
    """Return the first card of a non-empty stock, and the rest; raise IllegalMove if the card is unknown."""
    card, *rest = stock
    if card is None:
        raise IllegalMove(
            sentence("The next card is face down here: write the stock after | to deal from it.")
        )
    return card, tuple(rest)


def face_down(stock: Stock) -> Stock:
    """Return a stock as its player sees it: how many cards it holds, all of them unknown."""
    return (None,) * len(stock)


def read_card(token: str, number: int) -> Card:
    """Read a word of a position as a card; `number` counts the words from 1."""
    try:
        return Card.read(token)
    except ValueError as error:
        raise NotationError(f"Word {number} of the position: {error}") from None


def read_pile(token: str, number: int) -> Pile:
    """Read `5H` or `5H/3`."""
    card, slash, size = token.partition("/")
    if slash and not (NUMBER.fullmatch(size) and int(size) >= 1):
        raise NotationError(
            f"Word {number}, {quoted(token)}: the size of a pile is a whole number, such as 5H/3."
        )
    return Pile(read_card(card, number), int(size or 1))


def take_stock(tokens: list[str]) -> Stock:
    """Take the stock off the end of a position: `| 3D 4C` if it is known, `+48` if it lies face down."""
    if "|" in tokens:
        bar = tokens.index("|")
        known = [read_card(token, number) for number, token in enumerate(tokens[bar + 1 :], start=bar + 2)]
        del tokens[bar:]
        return tuple(known)
    if tokens and tokens[-1].startswith("+"):
        return (None,) * _read_stock_size(tokens.pop())
    return ()


def write_stock(stock: Stock) -> list[str]:
    """Write a stock as the last words of a position."""
    known = [str(card) for card in stock if card is not None]
    if known:
        return ["|", *known]
    return [f"+{len(stock)}"] if stock else []


def check_stock(name: str, size: int, most: int, what: str = "stock") -> None:
    """Raise NotationError if more cards are still to be dealt than the deal leaves."""
    if size > most:
        raise NotationError(f"The {what} holds {size} cards; in {name} it never holds more than {most}.")


def check_in_row(name: str, piles: Sequence[Pile]) -> None:
    """Raise NotationError if there is no card before the stock."""
    if not piles:
        raise NotationError(
            f"No card lies before the stock; in {name} the row is never empty: write its top cards first, "
            "such as 5S 6S +48."
        )


def check_pack(name: str, cards: Sequence[Card], total: int, *, most: int, packs: int = 1) -> None:
    """Raise NotationError if a card occurs more often than in the packs, or there are too many cards."""
    if total > most:
        raise NotationError(f"The position holds {total} cards; {name} is played with {most}.")
    for card, count in Counter(cards).items():
        if count > packs:
            places = [str(place) for place, other in enumerate(cards, start=1) if other == card]
            most_often = "the pack has it once" if packs == 1 else "two packs have it twice"
            times = "twice" if count == 2 else f"{count} times"
            raise NotationError(f"{card.symbol} stands {times} (cards {' and '.join(places)}); {most_often}.")


def _read_stock_size(token: str) -> int:
    # No game needs more than three digits: a larger number would only cost memory before it is rejected.
    if not re.fullmatch(r"\+[0-9]{1,3}", token):
        raise NotationError(f"{quoted(token)} is not a stock: write + and its number of cards, such as +48.")
    return int(token)
