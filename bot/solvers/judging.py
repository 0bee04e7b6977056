"""Verdicts for every legal move, for solvers that can only judge them one by one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bot.solvers.generic.successor import successor
from bot.solvers.protocols import Answer, Judged, Limit

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.engine.rules import Rules, S
    from bot.solvers.protocols import Verdict


def judge_each(
    rules: Rules[S], solve: Callable[[S, Limit], Verdict], state: S, limit: Limit
) -> tuple[Judged, ...]:
    """Solve the state after every move; each may use an even share of what the limit still grants."""
    end = time.perf_counter() + limit.seconds
    nodes, judged = limit.nodes, []
    moves = rules.moves(state)
    for number, move in enumerate(moves):
        left = len(moves) - number
        after = successor(rules, state, move)
        if after is None:
            judged.append(Judged(move, Answer.UNKNOWN))
            continue
        verdict = solve(after, Limit(nodes // left, (end - time.perf_counter()) / left))
        nodes -= verdict.nodes
        judged.append(Judged(move, verdict.answer))
    return tuple(judged)
