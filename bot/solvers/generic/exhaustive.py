"""The plain search for the best score, exhaustive over everything reachable, in any game."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bot.solvers import lines
from bot.solvers.generic.successor import successor

if TYPE_CHECKING:
    from bot.engine.rules import Move, Rules, S
    from bot.solvers.protocols import Best, Limit


def search_best(rules: Rules[S], root: S, limit: Limit) -> Best:
    """Return the best score within reach; it is exact if everything could be visited within the limit."""
    end = time.perf_counter() + limit.seconds
    best_line: tuple[Move, ...] = ()
    best_rank = rules.score(root).rank
    came_from: dict[S, tuple[S, Move] | None] = {root: None}
    waiting, hidden = [root], False
    while waiting and len(came_from) < limit.nodes and time.perf_counter() < end:
        state = waiting.pop()
        for move in rules.moves(state):
            child = successor(rules, state, move)
            if child is None:
                hidden = True
            elif child not in came_from:
                came_from[child] = (state, move)
                waiting.append(child)
                if rules.score(child).rank < best_rank:
                    best_rank, best_line = rules.score(child).rank, _way_to(child, came_from)
    return lines.best(rules, root, best_line, len(came_from), exact=not waiting and not hidden)


def _way_to(state: S, came_from: dict[S, tuple[S, Move] | None]) -> tuple[Move, ...]:
    moves: list[Move] = []
    step = came_from[state]
    while step is not None:
        state, move = step
        moves.append(move)
        step = came_from[state]
    return tuple(reversed(moves))
