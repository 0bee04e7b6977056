"""Decide a row: dive for a win, search through what is left at the bottom, and at last through everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_open.depth_first import begin, search
from bot.solvers.accordion_open.goal_card import is_lost
from bot.solvers.accordion_open.move_stack import VISIBLE
from bot.solvers.accordion_open.moves import NO_GOAL
from bot.solvers.accordion_open.randomized_dive import dive
from bot.solvers.accordion_open.search_state import ATTEMPT, LOST, NODES, OPEN, WON
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import kept, key, lay
from bot.solvers.kernels.bits import popcount
from bot.solvers.kernels.card_components import components
from bot.solvers.kernels.rng import stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.solvers.accordion_open.moves import Game
    from bot.solvers.accordion_open.search_state import Desk
    from bot.solvers.kernels.bit_planes import Planes

_SEARCHED = 20
"""Piles in a row that is searched through at once."""
_PILES = (14, 18, 22, 26)
"""Where a dive ends: first the many that go deep, then fewer that end higher and higher up."""
_NODES = (1500, 6000, 50_000, 300_000)
"""Nodes for the search from there on: enough for nearly every row of so many piles."""
_DIVES = (0, 20, 15, 10)
"""How many dives of a round end there; of those that go deep, more the longer the row (see `_deep`)."""
_SHORTEST = 6
"""Moves in the shortest dive."""
_FRESH, _HALFWAY = 3, 30
"""Of those that go deep every third begins at the top; the others leave the last one at so many piles."""
_ONE = np.uint64(1)


@kernel
def lay_out(game: Game, desk: Desk, cards: NDArray[np.int8]) -> None:
    """Lay out a row for a new hunt."""
    visible = np.uint64(0)
    for card in cards:
        visible |= _ONE << np.uint64(card)
    begin(game, desk, 0, lay(cards), visible)
    desk.counters[ATTEMPT] = desk.counters[NODES] = 0


@kernel
def hunt(game: Game, desk: Desk, nodes: int) -> int:
    """Go on with a hunt until `nodes` rows were looked at in all.

    LOST, WON (by the steps up to the depth) or OPEN: call it again with more nodes.
    """
    if _lost_at_sight(game, kept(desk.path, 0), desk.path[0, VISIBLE]):
        return LOST
    if popcount(desk.path[0, 0]) <= game.target:
        return WON
    attempts = _attempts(popcount(desk.path[0, 0]))
    while desk.counters[ATTEMPT] < attempts:
        if desk.counters[NODES] >= nodes:
            return OPEN
        if _attempt(game, desk, nodes):
            return WON
        desk.counters[ATTEMPT] += 1
        if desk.counters[ATTEMPT] == attempts:
            begin(game, desk, 0, kept(desk.path, 0), desk.path[0, VISIBLE])
    return search(game, desk, nodes - desk.counters[NODES])


@kernel
def _lost_at_sight(game: Game, row: Planes, visible: np.uint64) -> bool:
    """Whether the row falls apart into too many parts, or the goal card cannot end on top."""
    return components(visible) > game.target or (game.goal != NO_GOAL and is_lost(row, game.goal))


@kernel
def _attempt(game: Game, desk: Desk, nodes: int) -> bool:
    """Dive once and search through the end; return whether that won."""
    row, number = kept(desk.path, 0), desk.counters[ATTEMPT]
    piles = popcount(row[0])
    level = _level(number, piles)
    if piles < _PILES[level] + _SHORTEST:
        return False
    same = 0 if level > 0 or number % _FRESH == 0 else piles - _HALFWAY
    if not dive(game, desk, _PILES[level], same, stream(key(row), np.uint64(number))):
        return False
    return bool(search(game, desk, min(_NODES[level], nodes - desk.counters[NODES])) == WON)


@kernel
def _attempts(piles: int) -> int:
    """Return how many dives to try: one round, or more where it is hopeless to search through everything."""
    if piles <= _SEARCHED:
        return 0
    return max(1, (piles - 28) // 4) * (_deep(piles) + sum(_DIVES))


@kernel
def _deep(piles: int) -> int:
    """Return how many dives of a round go deep."""
    return 2 * (piles - 16)


@kernel
def _level(number: int, piles: int) -> int:
    """Return which of _PILES an attempt is to dive to."""
    left = number % (_deep(piles) + sum(_DIVES)) - _deep(piles)
    level = 0
    while left >= 0:
        level += 1
        left -= _DIVES[level]
    return level
