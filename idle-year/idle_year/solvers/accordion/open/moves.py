"""Move generation on bit boards, and the translation between the rules and the kernels.

A move is a kind and a place: that of the right one of the two piles that meet. As one number it is
`kind * LONGEST + right`.

The goal card of Accordion's Revenge must end on top. So it must not be covered; nor may it come to one of the
first two places while more than one other pile is left: the pile to its right would have to leap over it, but
would no longer have two piles to the left of the goal card to land on, so it could only be covered and never
go.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from idle_year.engine.cards import Card
from idle_year.engine.games.accordion import Accordion
from idle_year.engine.positions.row import Row
from idle_year.engine.rules import DEAL, Move
from idle_year.solvers.jit import kernel
from idle_year.solvers.kernels.bit_planes import LONGEST, Planes, card_at, matches
from idle_year.solvers.kernels.bits import bit, lowest_bit

KINDS = 4
"""Kinds of moves: 0 near and 1 far to the left, 2 near and 3 far to the right."""
NO_GOAL = -1
_SAFE = 2
"""The leftmost place, counted from 0, where the goal card is safe for now."""


class Game(NamedTuple):
    """The rules of a game as the numbers that kernels need."""

    near: int
    far: int
    kinds: int
    """How many of the kinds of moves apply: 2, or 4 if piles move to the right as well."""
    target: int
    """Piles left when the game is won."""
    goal: int
    """The card that must end on top, 0..51, or NO_GOAL; with one, piles go 1 or 3 places to the left."""


def game_of(rules: Accordion, goal: Card | None) -> Game:
    """Return a game with this goal card as kernels see it."""
    near, far = rules.distances
    return Game(near, far, 4 if rules.rightward else 2, rules.target, NO_GOAL if goal is None else int(goal))


def cards_of(state: Row) -> NDArray[np.int8]:
    """Return the row, cards 0..51 from the left, after dealing the stock, all of it known."""
    return np.array([*(pile.top for pile in state.piles), *state.stock], np.int8)


def line_of(game: Game, state: Row, moves: Iterable[int]) -> tuple[Move, ...]:
    """Return the moves of a line as the rules write them: every deal, then the moves a kernel found."""
    return (*(DEAL for _ in state.stock), *(_decoded(game, int(move)) for move in moves))


@functools.cache
def _decoded(game: Game, move: int) -> Move:
    kind, right = divmod(move, LONGEST)
    far = distance(game, kind)
    return Move("<" * far, (right,)) if kind < 2 else Move(">" * far, (right - far,))


@kernel
def encoded(kind: int, right: int) -> int:
    """Return a move as one number; `kind, right = divmod(move, LONGEST)`."""
    return kind * LONGEST + right


@kernel
def distance(game: Game, kind: int) -> int:
    """Return how far a kind of move takes a pile."""
    return game.far if kind % 2 else game.near


@kernel
def legal_moves(game: Game, row: Planes, kind: int) -> np.uint64:
    """Return the legal moves of a kind as a mask of places, without those that lose the goal card at once."""
    if kind >= game.kinds:
        return np.uint64(0)
    far = distance(game, kind)
    found = matches(row, far)
    return found if game.goal == NO_GOAL else _keeping_goal(row, game.goal, found, far)


@kernel
def source_and_target(game: Game, kind: int, right: int) -> tuple[int, int]:
    """Return the places that a move takes its pile from and to."""
    left = right - distance(game, kind)
    return (left, right) if kind >= 2 else (right, left)


@kernel
def covered(row: Planes, visible: np.uint64, target: int) -> np.uint64:
    """Return the set of top cards, one bit per card number, after the one at a place was covered."""
    return visible & ~bit(card_at(row, target))


@kernel
def goal_is_lost(row: Planes, card: int) -> bool:
    """Whether the goal card obviously cannot end on top."""
    goal = _place_of(row, card)
    return not goal or bool(lowest_bit(goal) < _SAFE and row[0] >> np.uint64(2))


@kernel
def _keeping_goal(row: Planes, card: int, moves: np.uint64, distance: int) -> np.uint64:
    """Return which of some moves to the left, all over the same distance, keep the goal card."""
    goal = _place_of(row, card)
    moves &= ~(goal << np.uint64(distance))
    place = lowest_bit(goal)
    if row[0] >> np.uint64(3):
        if place - distance < _SAFE:
            moves &= ~goal
        if place == _SAFE:
            # Any pile that leaves from the left of it lets it close up.
            moves &= ~(goal - np.uint64(1))
    return moves


@kernel
def _place_of(row: Planes, card: int) -> np.uint64:
    """Return the place of a card as a mask, empty if it is not on top of a pile."""
    filled, suits_1, suits_2, ranks_1, ranks_2, ranks_4, ranks_8 = row
    suit, rank = card // 13, card % 13
    other = (suits_1 ^ _spread(suit)) | (suits_2 ^ _spread(suit >> 1))
    other |= (ranks_1 ^ _spread(rank)) | (ranks_2 ^ _spread(rank >> 1))
    other |= (ranks_4 ^ _spread(rank >> 2)) | (ranks_8 ^ _spread(rank >> 3))
    return filled & ~other


@kernel
def _spread(number: int) -> np.uint64:
    """Return a plane with the lowest bit of a number at every place."""
    return np.uint64(0) - np.uint64(number & 1)
