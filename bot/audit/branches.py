"""Where a move may lead: to one state, or to several if it turns up what nobody has seen."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

from bot.engine.games.marriage import Marriage
from bot.engine.positions.napoleon import Columns
from bot.engine.rules import DEAL, REDEAL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.cards import Card
    from bot.engine.rules import AnyRules, Move

_MOST_SHUFFLED = 6
"""The most cards of which every order is tried."""


class TooLarge(Exception):  # noqa: N818  named as the situation
    """A position has too many outcomes to be read."""


def branches(rules: AnyRules, state: Any, move: Move, *, hidden: bool) -> Sequence[Any] | None:
    """Return the states that a move may lead to, all equally likely; None if chance has no part in it.

    The order of a stock is random only if it is `hidden`, that of a redeal always. Raise TooLarge if too
    many cards are shuffled.
    """
    if not rules.reveals(state, move):
        return None
    if move == REDEAL:
        return _redealt(rules, state)
    if move != DEAL or not hidden:
        return None
    order = state.stock
    last = () if known_last(rules, state.stock) is None else order[-1:]
    pool = order[: len(order) - len(last)]
    if not pool:
        return None
    return [
        rules.play(replace(state, stock=(card, *pool[:place], *pool[place + 1 :], *last)), move)
        for place, card in enumerate(pool)
    ]


def known_last(rules: AnyRules, stock: Sequence[Card]) -> Card | None:
    """Return the card that the rules deal last, if it is still in the stock; else None."""
    if isinstance(rules, Marriage) and rules.ends and stock and stock[-1] == rules.ends[1]:
        return rules.ends[1]
    return None


def same(rules: AnyRules, state: Any, *, hidden: bool) -> Any:
    """Return one representative of equivalent states: columns are interchangeable, hidden cards unordered."""
    if isinstance(state, Columns):
        state = replace(state, columns=tuple(sorted(state.columns)))
    if hidden and rules.hides(state) and state.stock:
        last = () if known_last(rules, state.stock) is None else state.stock[-1:]
        pool = state.stock[: len(state.stock) - len(last)]
        state = replace(state, stock=(*sorted(pool), *last))
    return state


def _redealt(rules: AnyRules, state: Any) -> Sequence[Any]:
    """Return every layout that a redeal may bring."""
    cards = [pile.top for pile in state.piles]
    if len(cards) > _MOST_SHUFFLED:
        raise TooLarge
    return [replace(rules.lay_out(order, ""), used=True) for order in permutations(cards)]
