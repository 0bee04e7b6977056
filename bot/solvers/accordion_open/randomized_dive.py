"""Randomized dive: greedy play on a noisy evaluation of moves, without backtracking.

Most full deals are won this way (iterative sampling, Langley 1992). The weights were tuned by an evolution
strategy that minimized the mean time to a win of full deals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.solvers.accordion_open.depth_first import begin
from bot.solvers.accordion_open.moves import covered, distance, encoded, legal_moves, source_and_target
from bot.solvers.accordion_open.search_state import BASE, MOVE, VISIBLE
from bot.solvers.jit import kernel
from bot.solvers.kernels.bit_planes import LONGEST, card_at, kept, matches, merged
from bot.solvers.kernels.bits import ONE, lowest_bit, popcount
from bot.solvers.kernels.card_components import components, of_rank, of_suit
from bot.solvers.kernels.rng import STEP, random

if TYPE_CHECKING:
    from bot.solvers.accordion_open.moves import Game
    from bot.solvers.accordion_open.search_state import SearchState
    from bot.solvers.kernels.bit_planes import Planes

_HOPELESS = -(10**9)
_NOISE = np.uint64(63)
"""The noise on the evaluation of a move is the difference of two random numbers up to this."""


@kernel
def dive(game: Game, search: SearchState, piles: int, same: int, stream: np.uint64) -> bool:
    """Play from the first row until `piles` are left, for `search_on` to continue; return False if stuck.

    The first `same` moves repeat those of the last dive, as far as it went.
    """
    depth, row, visible = 0, kept(search.stack, 0), search.stack[0, VISIBLE]
    same = min(same, search.counters[BASE])
    while popcount(row[0]) > piles:
        if depth < same:
            kind, right = divmod(int(np.int64(search.stack[depth, MOVE])), LONGEST)
        else:
            kind, right = _choose(game, row, visible, stream + np.uint64(depth) * STEP)
        if kind < 0:
            search.counters[BASE] = depth
            return False
        source, target = source_and_target(game, kind, right)
        search.stack[depth, MOVE] = encoded(kind, right)
        visible = covered(row, visible, target)
        row = merged(row, source, target)
        depth += 1
    begin(game, search, depth, row, visible)
    return True


@kernel
def _choose(game: Game, row: Planes, visible: np.uint64, stream: np.uint64) -> tuple[int, int]:
    """Return the kind and the right place of the best-looking move; the kind is -1 if there is none."""
    best, best_kind, best_right = _HOPELESS, -1, 0
    for kind in range(game.kinds):
        untried = legal_moves(game, row, kind)
        while untried:
            right = lowest_bit(untried)
            untried &= untried - ONE
            drawn = random(stream ^ np.uint64(encoded(kind, right)))
            noise = np.int64(drawn & _NOISE) - np.int64((drawn >> np.uint64(32)) & _NOISE)
            worth = _evaluate(game, row, visible, kind, right) + int(noise)
            if worth > best:
                best, best_kind, best_right = worth, kind, right
    return best_kind, best_right


@kernel
def _evaluate(game: Game, row: Planes, visible: np.uint64, kind: int, right: int) -> int:
    """Evaluate a move by linear features: what it leaves open, less the usefulness of the covered card."""
    source, target = source_and_target(game, kind, right)
    visible_after = covered(row, visible, target)
    if components(visible_after) > game.target:
        return _HOPELESS - int(_NOISE)
    upper, lower = card_at(row, source), card_at(row, target)
    row = merged(row, source, target)
    mobility = 0
    for apart in range(1, 5):
        weight = 15 + 9 * (apart == game.near) + 30 * (apart == game.far)
        mobility += weight * popcount(matches(row, apart))
    # Late in the game four of a rank sweep up the rest, so keep cards whose rank is still visible.
    given_up = 23 * popcount(of_suit(visible, lower)) + 56 * popcount(of_rank(visible, lower))
    disturbed = 20 * popcount(of_rank(visible, upper))
    leap = 50 * (distance(game, kind) == game.far)
    return mobility - given_up - disturbed + leap + 3 * right // 2
