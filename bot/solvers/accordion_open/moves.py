"""What the kernels must know of a game: which piles may move onto which, and what wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bot.solvers.accordion_open.goal_card import keeping
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import LONGEST, card_at, matches

if TYPE_CHECKING:
    from bot.solvers.kernels.bit_planes import Planes

KINDS = 4
"""Kinds of moves: 0 near and 1 far to the left, 2 near and 3 far to the right."""
NO_GOAL = -1
_ONE = np.uint64(1)


class Game(NamedTuple):
    """A game of piles that move onto piles."""

    near: int
    far: int
    kinds: int
    """Of the kinds of moves, how many there are: 2, or 4 where piles move to the right as well."""
    target: int
    """Piles left when the game is won."""
    goal: int
    """The card that must end on top, 0..51, or NO_GOAL; with one, piles go 1 or 3 places to the left."""


@kernel
def distance(game: Game, kind: int) -> int:
    """Return how far a kind of move takes a pile."""
    return game.far if kind % 2 else game.near


@kernel
def moves(game: Game, row: Planes, kind: int) -> np.uint64:
    """Return every move of a kind as a mask of places: of the two piles that meet, the right one's."""
    if kind >= game.kinds:
        return np.uint64(0)
    far = distance(game, kind)
    found = matches(row, far)
    return found if game.goal == NO_GOAL else keeping(row, game.goal, found, far)


@kernel
def ends(game: Game, kind: int, right: int) -> tuple[int, int]:
    """Return from where to where the pile of a move goes."""
    left = right - distance(game, kind)
    return (left, right) if kind >= 2 else (right, left)


@kernel
def covered(row: Planes, visible: np.uint64, target: int) -> np.uint64:
    """Return the set of top cards, a bit for each by its number, after the one at a place was covered."""
    return visible & ~(_ONE << np.uint64(card_at(row, target)))


@kernel
def step(kind: int, right: int) -> int:
    """Return a move as one number; `kind, right = divmod(step, LONGEST)`."""
    return kind * LONGEST + right
