"""Packed state: the right end of a row, where all of Cribbage Solitaire happens, in two words.

A place is counted from the right: 0 is the last pile. `near` holds the cards of places 0 to 9 and `far`
those of 10 to 19, six bits each, the lowest place lowest; a card is its suit x 16 + its rank. Claims are made
only in the near piles, and the far ones move up as the row closes. Piles beyond those are forgotten; a search
that reaches a forgotten pile is not exhaustive.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

import numpy as np
from numpy.typing import NDArray

from bot.engine.cards import Card
from bot.engine.positions.cribbage import ClaimRow
from bot.solvers.jit import kernel

PLACES = 10
"""Piles per number."""
NO_PILE, FORGOTTEN = 63, 62
"""The codes for a place left of the row, and for a pile that there was no room for."""
HELD = 1 << 32
"""The bit in `fresh` that says that places 2 and 1 are a pair that outlived the last deal.

The bits below it are links: bit j is set if the piles in places j + 1 and j became neighbours in this turn.
"""
_BITS = 6
_CARD = (1 << _BITS) - 1
_TOP = _BITS * (PLACES - 1)
_ALL = (1 << _BITS * PLACES) - 1


def packed(card: Card) -> int:
    """Encode a card in six bits."""
    return card.suit << 4 | card.rank


def pack(cards: Sequence[Card]) -> tuple[int, int]:
    """Return the near and the far piles of a row of top cards."""
    places = [packed(card) for card in reversed(cards)] + [NO_PILE] * 2 * PLACES
    if len(cards) > 2 * PLACES:
        places[2 * PLACES - 1] = FORGOTTEN
    near, far = places[:PLACES], places[PLACES : 2 * PLACES]
    return _joined(near), _joined(far)


def _joined(places: list[int]) -> int:
    return sum(card << _BITS * place for place, card in enumerate(places))


def root_row(state: ClaimRow) -> NDArray[np.int64]:
    """Return the row of a state in the columns of an end of a turn."""
    near, far = pack([pile.top for pile in state.piles])
    fresh = HELD * state.held
    for link in state.fresh:
        # The rules count links from the left. Those out of sight need only be kept distinct from HELD.
        fresh |= 1 << min(len(state.piles) - 2 - link, 2 * PLACES)
    return np.array([near, far, fresh, state.points, 0], np.int64)


def known_cards(state: ClaimRow) -> NDArray[np.int64]:
    """Return the cards of the stock up to the first face-down one, packed."""
    known = takewhile(lambda card: card is not None, state.stock)
    return np.array([packed(card) for card in known if card is not None], np.int64)


@kernel
def card_at(near: int, place: int) -> int:
    """Return the card at a place."""
    return (near >> (_BITS * place)) & _CARD


@kernel
def dealt(near: int, far: int, card: int) -> tuple[int, int]:
    """Return near and far piles after a card has been dealt."""
    pushed, lost = near >> _TOP, far >> _TOP
    far = ((far << _BITS) & _ALL) | pushed
    if lost != NO_PILE:
        far = (far & ~(_CARD << _TOP)) | (FORGOTTEN << _TOP)
    return ((near << _BITS) & _ALL) | card, far


@kernel
def stacked(near: int, far: int, source: int, target: int) -> tuple[int, int]:
    """Return near and far piles after one near pile has moved onto another and the row has closed up."""
    change = card_at(near, source) ^ card_at(near, target)
    near ^= change << (_BITS * target)
    below = near & ((1 << (_BITS * source)) - 1)
    above = near >> (_BITS * (source + 1)) << (_BITS * source)
    beyond = FORGOTTEN if far >> _TOP == FORGOTTEN else NO_PILE
    return below | above | ((far & _CARD) << _TOP), (far >> _BITS) | (beyond << _TOP)


@kernel
def out_of_sight(near: int, fresh: int) -> bool:
    """Whether something might be claimed further left than claims are searched for."""
    last = near >> _TOP
    return last == FORGOTTEN or (last != NO_PILE and (fresh & (HELD - 1)) >> (PLACES - 2) != 0)


@kernel
def linked(fresh: int, source: int, target: int) -> int:
    """Return the fresh links after one pile has moved onto another and the row has closed up.

    The links of the changed pile and the one over the gap are new; links of other piles keep their state. A
    held pair ceases to exist.
    """
    touched = ((3 << source) | (3 << target)) >> 1
    kept = fresh & (HELD - 1) & ~touched
    below = (1 << source) - 1
    landed = target - (1 if target > source else 0)
    return (kept & below) | ((kept >> 1) & ~below) | (3 << landed >> 1) | ((1 << source) >> 1)
