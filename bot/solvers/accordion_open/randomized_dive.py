"""Play from the top by what looks best, with a little chance in it: most full deals are won so.

The weights were tuned by an evolution strategy that looked for the least mean time to a win of full deals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_open.depth_first import begin
from bot.solvers.accordion_open.move_stack import STEP, VISIBLE
from bot.solvers.accordion_open.moves import covered, distance, ends, moves, step
from bot.solvers.accordion_open.search_state import BASE
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import LONGEST, card_at, kept, matches, merged
from bot.solvers.kernels.bits import lowest_bit, popcount
from bot.solvers.kernels.card_components import components, of_rank, of_suit
from bot.solvers.kernels.rng import STEP as NEXT
from bot.solvers.kernels.rng import random

if TYPE_CHECKING:
    from bot.solvers.accordion_open.moves import Game
    from bot.solvers.accordion_open.search_state import Desk
    from bot.solvers.kernels.bit_planes import Planes

_ONE = np.uint64(1)
_HOPELESS = -(10**9)
_BLUR = np.uint64(63)
"""Two random numbers up to this, one less the other, blur the worth of a move."""


@kernel
def dive(game: Game, desk: Desk, piles: int, same: int, stream: np.uint64) -> bool:
    """Play from the first row until so many piles are left, for `search` to go on; return False if stuck.

    The first `same` moves are those of the last dive, as far as it came.
    """
    depth, row, visible = 0, kept(desk.path, 0), desk.path[0, VISIBLE]
    same = min(same, desk.counters[BASE])
    while popcount(row[0]) > piles:
        if depth < same:
            kind, right = divmod(int(np.int64(desk.path[depth, STEP])), LONGEST)
        else:
            kind, right = _choose(game, row, visible, stream + np.uint64(depth) * NEXT)
        if kind < 0:
            desk.counters[BASE] = depth
            return False
        source, target = ends(game, kind, right)
        desk.path[depth, STEP] = step(kind, right)
        visible = covered(row, visible, target)
        row = merged(row, source, target)
        depth += 1
    begin(game, desk, depth, row, visible)
    return True


@kernel
def _choose(game: Game, row: Planes, visible: np.uint64, stream: np.uint64) -> tuple[int, int]:
    """Return the kind and the right place of the most promising move; the kind is -1 where there is none."""
    best, best_kind, best_right = _HOPELESS, -1, 0
    for kind in range(game.kinds):
        left = moves(game, row, kind)
        while left:
            right = lowest_bit(left)
            left &= left - _ONE
            chance = random(stream ^ np.uint64(step(kind, right)))
            blur = np.int64(chance & _BLUR) - np.int64((chance >> np.uint64(32)) & _BLUR)
            worth = _worth(game, row, visible, kind, right) + int(blur)
            if worth > best:
                best, best_kind, best_right = worth, kind, right
    return best_kind, best_right


@kernel
def _worth(game: Game, row: Planes, visible: np.uint64, kind: int, right: int) -> int:
    """Return how promising a move is: what it leaves open, less what the card that it covers was good for."""
    source, target = ends(game, kind, right)
    visible_after = covered(row, visible, target)
    if components(visible_after) > game.target:
        return _HOPELESS - int(_BLUR)
    upper, lower = card_at(row, source), card_at(row, target)
    row = merged(row, source, target)
    left_open = 0
    for apart in range(1, 5):
        weight = 15 + 9 * (apart == game.near) + 30 * (apart == game.far)
        left_open += weight * popcount(matches(row, apart))
    # Late in the game four of a rank sweep up the rest, so cards of a rank that is still there are kept.
    given_up = 23 * popcount(of_suit(visible, lower)) + 56 * popcount(of_rank(visible, lower))
    unrest = 20 * popcount(of_rank(visible, upper))
    leap = 50 * (distance(game, kind) == game.far)
    return left_open - given_up - unrest + leap + 3 * right // 2
