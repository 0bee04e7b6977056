"""Move generator: removals in the order of their codes, from left to right or from right to left.

A row is an array of places: `cards[place]` is the card that lay there when the search began, first the row
from the left and then the stock. A removal is two matching cards that let others leave; its code gives the
right one and how far away the left one is, and codes rise from left to right.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import PACK
from idle_year.engine.games.leaving import Blocks, Pairs
from idle_year.engine.games.marriage import Marriage
from idle_year.engine.rules import Move
from idle_year.solvers.jit import kernel

BETWEEN, BOTH, LAST_FOUR = range(3)
"""What leaves: the cards between the two that match, these two themselves, or as in One-Handed Solitaire."""

_MATCHES = np.array([sum(1 << card for card in PACK if card.matches(one)) for one in PACK], dtype=np.uint64)
"""For each card, the set of those that it matches."""

KINDS = 4
"""The most distances that one game has."""


class RemovalRules(NamedTuple):
    """What may leave in one game."""

    what: int
    distances: tuple[int, int, int, int]
    """How far apart the two matching cards are; 0 if a game has fewer distances."""
    paired: int
    """The distances, as a set of bits, at which the cards between must match in pairs."""


def removal_rules(rules: Marriage) -> RemovalRules:
    """Return what may leave in a game."""
    leaving = rules.leaving
    if isinstance(leaving, Blocks):
        distances = [size + 1 for size in sorted(leaving.any_cards + leaving.pairs)]
        return RemovalRules(BETWEEN, _four(distances), sum(2 << size for size in leaving.pairs))
    if isinstance(leaving, Pairs):
        return RemovalRules(BOTH, _four(list(leaving.distances)), 0)
    return RemovalRules(LAST_FOUR, _four([3]), 0)


def _four(distances: list[int]) -> tuple[int, int, int, int]:
    first, second, third, fourth = (distances + [0] * KINDS)[:KINDS]
    return first, second, third, fourth


@kernel
def next_removal(
    cards: NDArray[np.int8], row: NDArray[np.int8], size: int, code: int, game: RemovalRules
) -> int:
    """Return the first removal in a row of `size` cards whose code is at least `code`, or -1."""
    while code < KINDS * size:
        left, right = ends(code, game)
        if 0 <= left < right and _may_leave(cards, row, size, left, right, game):
            return code
        code += 1
    return -1


@kernel
def last_removal(
    cards: NDArray[np.int8], row: NDArray[np.int8], size: int, lowest: int, game: RemovalRules
) -> int:
    """Return the removal with the highest code that is at least `lowest`, or -1."""
    for code in range(KINDS * size - 1, lowest - 1, -1):
        left, right = ends(code, game)
        if 0 <= left < right and _may_leave(cards, row, size, left, right, game):
            return code
    return -1


@kernel
def ends(code: int, game: RemovalRules) -> tuple[int, int]:
    """Return the positions in the row of the two matching cards of a removal."""
    right = code // KINDS
    return right - game.distances[code % KINDS], right


@kernel
def first_with(right: int) -> int:
    """Return the lowest code of the removals whose right matching card is at a position in the row."""
    return KINDS * right


@kernel
def remove(row: NDArray[np.int8], size: int, code: int, cards: NDArray[np.int8], game: RemovalRules) -> int:
    """Make a removal in place and return the size of the row after it."""
    left, right = ends(code, game)
    if game.what == BOTH:
        return _close_up(row, _close_up(row, size, right, right + 1), left, left + 1)
    if game.what == LAST_FOUR and cards[row[left]] % 13 == cards[row[right]] % 13:
        return left
    return _close_up(row, size, left + 1, right)


@kernel
def _close_up(row: NDArray[np.int8], size: int, first: int, end: int) -> int:
    """Take out the cards from `first` to before `end` and return the size of the row after it."""
    for place in range(end, size):
        row[first + place - end] = row[place]
    return size - (end - first)


@kernel
def unsettled(code: int, game: RemovalRules) -> int:
    """Return the lowest code that a removal newly made possible by this one may have."""
    left, _ = ends(code, game)
    if game.what == LAST_FOUR:
        return first_with(max(left - 1, 0))  # where the row ends if all four leave
    return first_with(left if game.what == BOTH else left + 1)


@kernel
def _may_leave(
    cards: NDArray[np.int8], row: NDArray[np.int8], size: int, left: int, right: int, game: RemovalRules
) -> bool:
    if not _match(cards, row, left, right) or (game.what == LAST_FOUR and right != size - 1):
        return False
    if game.paired >> (right - left) & 1:
        for first in range(left + 1, right, 2):
            if not _match(cards, row, first, first + 1):
                return False
    return True


@kernel
def _match(cards: NDArray[np.int8], row: NDArray[np.int8], one: int, other: int) -> bool:
    return bool((_MATCHES[cards[row[one]]] >> np.uint64(cards[row[other]])) & np.uint64(1))


def code_of(move: Move, game: RemovalRules) -> int:
    """Return the code of a removal."""
    first, last = move.at[0], move.at[-1]
    if game.what == BETWEEN or (game.what == LAST_FOUR and len(move.at) == 2):
        first, last = first - 1, last + 1
    return KINDS * last + game.distances.index(last - first)


def move_of(code: int, game: RemovalRules) -> Move:
    """Return the removal with a code, in a game in which the code determines it."""
    right, kind = divmod(code, KINDS)
    left = right - game.distances[kind]
    return Move("x", (left, right) if game.what == BOTH else tuple(range(left + 1, right)))
