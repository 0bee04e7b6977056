"""Information set of a game dealt singly: the row, which cards the stock can hold, and which is its last."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.solvers.information_set import seed_of, unseen_cards

if TYPE_CHECKING:
    import numpy as np

    from bot.engine.cards import Card
    from bot.engine.games.marriage import Marriage
    from bot.engine.positions.row import Row

_SEED_TEXT = "DealtView(row={!r}, stock=Unseen(pool={!r}, hidden={!r}, last={!r}))"
"""The text that seeds the random stream of an information set: changing it would change sampled chances."""


@dataclass(frozen=True)
class HiddenStock:
    """The cards of a stock as its player knows them; it has no place for their order."""

    pool: tuple[Card, ...]
    """The cards that it may hold, sorted, without the last one if that is known."""
    hidden: int
    """How many of the pool it holds."""
    last: Card | None
    """The card with which the game always ends, if it is still to come."""

    @property
    def told(self) -> bool:
        """Whether only one order is possible."""
        return self.hidden == 0 or (self.hidden == 1 and len(self.pool) == 1)


@dataclass(frozen=True)
class InformationSet:
    """All that a player may know."""

    row: tuple[Card, ...]
    stock: HiddenStock

    @property
    def seed(self) -> np.uint64:
        """The start of its random stream."""
        stock = self.stock
        return seed_of(_SEED_TEXT.format(self.row, stock.pool, stock.hidden, stock.last))


def hidden_stock(rules: Marriage, state: Row) -> HiddenStock:
    """Return what a player knows of the stock; if it is known, what is left, without its order."""
    pool, last = unseen_cards(rules, state)
    return HiddenStock(pool, len(state.stock) - (last is not None), last)


def with_stock_known(rules: Marriage, state: Row) -> Row | None:
    """Return a state with its stock face up, or None if more than one order is possible."""
    if None not in state.stock:
        return state
    stock = hidden_stock(rules, state)
    if not stock.told:
        return None
    cards = stock.pool[: stock.hidden]
    return replace(state, stock=cards if stock.last is None else (*cards, stock.last))
