"""A layout as the kernels see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.pyramid.deal_tables import KING, Deal, deal_of
from bot.solvers.pyramid.shapes import shape_of
from bot.solvers.pyramid.state_key import DECK, MOST_TURNS, key_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from bot.engine.cards import Card
    from bot.engine.games.pyramid import Pyramid
    from bot.engine.states.pyramid import Layout

_VALUES = KING + 1


class Laid(NamedTuple):
    """A state that is ready to be searched."""

    deal: Deal
    root: np.uint64
    lap: int
    """What a turn of the waste takes from the turns left: 1, or 0 where there is no limit."""


def lay(rules: Pyramid, state: Layout) -> Laid:
    """Prepare a state with at most DECK cards in stock and waste, all of them known."""
    deck = [card for card in (*state.waste, *state.stock) if card is not None]
    values = np.zeros(DECK, np.int8)
    values[: len(deck)] = [value_of(card) for card in deck]
    shape = shape_of([card is not None for card in state.places])
    deal = deal_of(values_of(state), values, shape, whole=rules.whole_pack)
    return Laid(deal, root_of(rules, state), 0 if rules.passes is None else 1)


def root_of(rules: Pyramid, state: Layout) -> np.uint64:
    """Return the key of a state, whose deck is its waste and its stock."""
    size = len(state.waste) + len(state.stock)
    turns = MOST_TURNS if rules.passes is None else min(rules.passes - state.passes, MOST_TURNS)
    shape = shape_of([card is not None for card in state.places])
    return np.uint64(key_of(shape, np.uint64((1 << size) - 1), len(state.waste), turns))


def values_of(state: Layout) -> NDArray[np.int8]:
    """Return what the card of each place counts, 0 where it is gone."""
    return np.array([0 if card is None else value_of(card) for card in state.places], np.int8)


def counted(cards: Iterable[Card]) -> NDArray[np.int8]:
    """Count the cards of each value, 0 to 13."""
    counts = np.zeros(_VALUES, np.int8)
    for card in cards:
        counts[value_of(card)] += 1
    return counts


def value_of(card: Card) -> int:
    """Return what a card counts: an ace 1, a king 13."""
    return card.rank + 1
