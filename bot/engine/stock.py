"""The stock: the cards that are still to be dealt, as far as they are known."""

from __future__ import annotations

from typing import TypeAlias

from bot.engine.cards import Card
from bot.engine.errors import IllegalMove

Stock: TypeAlias = tuple[Card | None, ...]
"""A stock, its next card first; None is an unknown card."""


def next_card(stock: Stock) -> tuple[Card, Stock]:
    """Return the first card of a non-empty stock, and the rest; raise IllegalMove if the card is unknown."""
    card, *rest = stock
    if card is None:
        raise IllegalMove("The next card is face down here: write the stock after | to deal from it.")
    return card, tuple(rest)


def face_down(stock: Stock) -> Stock:
    """Return a stock as its player sees it: how many cards it holds, all of them unknown."""
    return (None,) * len(stock)
