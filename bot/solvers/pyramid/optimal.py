"""The shortest line that wins: for measuring how short the others are, since it takes time and memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers import lines
from bot.solvers.pyramid.a_star import SHORTEST, frontier
from bot.solvers.pyramid.lines import moves_through
from bot.solvers.pyramid.sliced_search import Clock, find_way
from bot.solvers.pyramid.state import lay, root_of

if TYPE_CHECKING:
    from bot.engine.games.pyramid import Pyramid
    from bot.engine.rules import Move
    from bot.engine.states.pyramid import Layout
    from bot.solvers.protocols import Limit

STATES = 1 << 20
"""As many as 28 MB hold: enough for 199 deals of 200."""


def shortest_line(
    rules: Pyramid, state: Layout, limit: Limit, states: int = STATES
) -> tuple[Move, ...] | None:
    """Return a line than which none is shorter; None where there is none, or not enough time or memory.

    All cards of the state must be known, and stock and waste hold at most DECK.
    """
    found = find_way(frontier(states), lay(rules, state), root_of(rules, state), SHORTEST, Clock(limit))
    if found.keys is None:
        return None
    return lines.won(rules, state, moves_through(state, found.keys), found.nodes).line
