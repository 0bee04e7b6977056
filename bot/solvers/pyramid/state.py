"""Packed state: a game in one 64-bit word, and the root of a search for kernels.

A key holds the shape of the pyramid, the deck, how much of it is dealt, and the turns left. The deck is the
waste, from the bottom, followed by the stock: cards keep their places in it while others leave. So the waste
is all of the deck below a mark, and turning it over resets the mark to 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.jit import kernel
from bot.solvers.kernels.bits import ONE
from bot.solvers.pyramid.deal_tables import KING, Deal, deal_of
from bot.solvers.pyramid.shapes import shape_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from bot.engine.cards import Card
    from bot.engine.games.pyramid import Pyramid
    from bot.engine.positions.pyramid import Triangle

DECK = 41
"""Cards in the largest deck that fits into a key; a game deals 24."""
MOST_TURNS = 7
"""The most turns that a key can hold."""
_DECK_AT = np.uint64(11)
_DEALT_AT = np.uint64(52)
_TURNS_AT = np.uint64(58)
_SHAPE = (ONE << _DECK_AT) - ONE
_DECK = (ONE << np.uint64(DECK)) - ONE
_DEALT = np.uint64(63)
_VALUES = KING + 1


@kernel
def key_of(shape: int, deck: np.uint64, dealt: int, turns: int) -> np.uint64:
    """Return the key of a state.

    `deck` is the mask of the cards that have not left; those at places below `dealt` are the waste; `turns`
    is how often the waste may still be turned over.
    """
    key = np.uint64(shape) | (deck << _DECK_AT)
    return key | (np.uint64(dealt) << _DEALT_AT) | (np.uint64(turns) << _TURNS_AT)


@kernel
def parts_of(key: np.uint64) -> tuple[int, np.uint64, int, int]:
    """Return the shape, the deck, how much of it is dealt, and the turns left."""
    shape, dealt = int(np.int64(key & _SHAPE)), int(np.int64((key >> _DEALT_AT) & _DEALT))
    return shape, (key >> _DECK_AT) & _DECK, dealt, int(np.int64(key >> _TURNS_AT))


@kernel
def hashed(key: np.uint64, slots: int) -> int:
    """Return a slot for a key in a table of 2**n slots."""
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0xBF58476D1CE4E5B9)
    return int(np.int64((mixed ^ (mixed >> np.uint64(29))) & np.uint64(slots - 1)))


class SearchRoot(NamedTuple):
    """The root of a search: a deal and its current state."""

    deal: Deal
    key: np.uint64
    lap: int
    """What a turn of the waste subtracts from the turns left: 1, or 0 if unlimited."""


def root_from(rules: Pyramid, state: Triangle) -> SearchRoot:
    """Prepare a state with at most DECK cards in stock and waste, all of them known."""
    deck = [card for card in (*state.waste, *state.stock) if card is not None]
    values = np.zeros(DECK, np.int8)
    values[: len(deck)] = [value_of(card) for card in deck]
    shape = shape_of([card is not None for card in state.places])
    deal = deal_of(values_of(state), values, shape, whole=rules.whole_pack)
    return SearchRoot(deal, root_key(rules, state), 0 if rules.passes is None else 1)


def root_key(rules: Pyramid, state: Triangle) -> np.uint64:
    """Return the key of a state, whose deck is its waste and its stock."""
    size = len(state.waste) + len(state.stock)
    turns = MOST_TURNS if rules.passes is None else min(rules.passes - state.passes, MOST_TURNS)
    shape = shape_of([card is not None for card in state.places])
    return np.uint64(key_of(shape, np.uint64((1 << size) - 1), len(state.waste), turns))


def values_of(state: Triangle) -> NDArray[np.int8]:
    """Return the value of the card at each place, 0 if it is gone."""
    return np.array([0 if card is None else value_of(card) for card in state.places], np.int8)


def counted(cards: Iterable[Card]) -> NDArray[np.int8]:
    """Count the cards of each value, 0 to 13."""
    counts = np.zeros(_VALUES, np.int8)
    for card in cards:
        counts[value_of(card)] += 1
    return counts


def value_of(card: Card) -> int:
    """Return the value of a card: an ace 1, a king 13."""
    return card.rank + 1
