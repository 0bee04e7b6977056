"""Which cards can still come together: piles meet only by way of cards that match."""

from __future__ import annotations

import numpy as np

from bot.solvers.jit import kernel

_NONE, _ONE = np.uint64(0), np.uint64(1)
_SUIT = np.uint64(2**13 - 1)
_EACH_SUIT = np.uint64(1 | 1 << 13 | 1 << 26 | 1 << 39)
"""The aces: times a mask of ranks, all cards of these ranks."""
_BOTTOM = np.uint64(13)


@kernel
def group_of(cards: np.uint64) -> np.uint64:
    """Return the lowest of some cards with all that hang together with it by rank or suit, as a mask."""
    group, before = cards & (~cards + _ONE), np.uint64(0)
    while group != before:
        before = group
        group |= _of_ranks(group) & cards
        group |= _of_suits(group) & cards
    return group


@kernel
def groups(cards: np.uint64) -> int:
    """Return into how many groups cards fall: no play of them can end with fewer piles.

    A pile only ever goes onto one that matches, so the moves that make a pile stay within one group.
    """
    if _chained(cards):
        return 1
    number = 0
    while cards != _NONE:
        cards &= ~group_of(cards)
        number += 1
    return number


@kernel
def _chained(cards: np.uint64) -> bool:
    """Whether every suit shares a rank with the next: the most common way to hang together, and soon seen."""
    both = cards & (cards >> _BOTTOM)
    clubs, diamonds, hearts = both & _SUIT, (both >> _BOTTOM) & _SUIT, both >> np.uint64(26)
    return bool((clubs != _NONE) & (diamonds != _NONE) & (hearts != _NONE))


@kernel
def _of_ranks(cards: np.uint64) -> np.uint64:
    """Return all cards of the ranks of these."""
    halves = cards | (cards >> np.uint64(26))
    return ((halves | (halves >> _BOTTOM)) & _SUIT) * _EACH_SUIT


@kernel
def _of_suits(cards: np.uint64) -> np.uint64:
    """Return all cards of the suits of these."""
    whole = np.uint64(0)
    suit = _SUIT
    for _ in range(4):
        if cards & suit != _NONE:
            whole |= suit
        suit <<= _BOTTOM
    return whole
