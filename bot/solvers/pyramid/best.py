"""Best end: the fewest cards left by the pairing argument, then the earliest pass by branch and bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bot.engine.rules import REDEAL
from bot.solvers import lines
from bot.solvers.pyramid.branch_and_bound import RANKS
from bot.solvers.pyramid.clearing import outside
from bot.solvers.pyramid.constructed_line import carry_out
from bot.solvers.pyramid.lines import moves_through
from bot.solvers.pyramid.pairing import MOST_PAIRS
from bot.solvers.pyramid.pairing_best import fewest
from bot.solvers.pyramid.shapes import covers, shape_of, shapes
from bot.solvers.pyramid.sliced_search import find_best
from bot.solvers.pyramid.state import root_from, values_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bot.engine.games.pyramid import Pyramid
    from bot.engine.positions.pyramid import Triangle
    from bot.engine.rules import Move
    from bot.solvers.budget import Budget
    from bot.solvers.protocols import Best

_ANY = 99 * RANKS


def best_end(rules: Pyramid, state: Triangle, budget: Budget) -> Best:
    """Return the best end of a state with all cards known."""
    cards, moves = _without_limit(rules, state)
    least, worth = RANKS * cards, _ANY
    if rules.passes is None:
        # So few cards are certain; what remains open is how few turns of the waste it takes.
        worth = least + min(moves.count(REDEAL), RANKS)
    else:
        moves = ()
    exact = worth == least
    if not exact:
        # Turns count here even if they are unlimited.
        root = root_from(rules, state)._replace(lap=1)
        found = find_best(root, worth, least, least + 1, budget)
        # A state holds up to RANKS - 1 turns: a line with more than RANKS leaves some number of them untried.
        exact = found.certain and (found.keys is not None or moves.count(REDEAL) <= RANKS)
        moves = moves if found.keys is None else tuple(moves_through(state, found.keys))
    return lines.best(rules, state, moves, budget.used, exact=exact)


def fewest_left(rules: Pyramid, state: Triangle) -> int:
    """Return the fewest cards that can be left with unlimited passes."""
    return int(_fewest(rules, state)[0])


def _without_limit(rules: Pyramid, state: Triangle) -> tuple[int, tuple[Move, ...]]:
    """Return the fewest cards that can be left with unlimited passes, and moves that achieve it."""
    cards, stays, pairs, chosen = _fewest(rules, state)
    left = int(shapes().left[stays])
    stay = [place for place in range(len(state.places)) if left >> place & 1]
    made = [(int(one), int(other)) for one, other in chosen[:pairs]]
    return int(cards), carry_out(state, made, stay, whole=rules.whole_pack)


def _fewest(rules: Pyramid, state: Triangle) -> tuple[int, int, int, NDArray[np.int8]]:
    """Return the number of cards left, the shape that stays, the number of pairs made, and the pairs."""
    root = shape_of([card is not None for card in state.places])
    chosen = np.zeros((MOST_PAIRS, 2), np.int8)
    held, _ = outside(state)
    found = fewest(values_of(state), held, root, covers(), shapes(), rules.whole_pack, chosen)
    return (*found, chosen)
