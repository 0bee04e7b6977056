"""Between rules and kernels: states become cards in a row, and steps become moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.rules import DEAL, Move
from bot.solvers.accordion_open.moves import NO_GOAL, Game, distance
from bot.solvers.kernels.bit_planes import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from bot.engine.cards import Card
    from bot.engine.games.accordion import Accordion
    from bot.engine.states.row import Row


def game_of(rules: Accordion, goal: Card | None) -> Game:
    """Return what the kernels must know of a game."""
    near, far = rules.distances
    return Game(near, far, 4 if rules.rightward else 2, rules.target, NO_GOAL if goal is None else int(goal))


def cards_of(state: Row) -> NDArray[np.int8]:
    """Return the row of a state once its stock, all of it known, has been dealt."""
    return np.array([*(pile.top for pile in state.piles), *state.stock], np.int8)


def moves_of(game: Game, state: Row, steps: Iterable[int]) -> tuple[Move, ...]:
    """Return the moves of a line: every deal, then the steps of a kernel."""
    return (*(DEAL for _ in state.stock), *(_move(game, int(number)) for number in steps))


def _move(game: Game, number: int) -> Move:
    kind, right = divmod(number, LONGEST)
    far = distance(game, kind)
    return Move("<" * far, (right,)) if kind < 2 else Move(">" * far, (right - far,))
