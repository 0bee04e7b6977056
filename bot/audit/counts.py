"""Checking what surveys count against the solver's verdict on the very same deals.

A whole deal is too large to be read. But every win comes with a line replayed by the rules, and what the
solver calls lost is checked against readings of small positions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.solvers.protocols import Answer, Counted, Limit
from bot.solvers.registry import counter_for, fair_counter_for, solver_for
from bot.solvers.win_rate.deals import deal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.engine.rules import AnyRules

_LIMIT = Limit(nodes=1_000_000, seconds=20)
WON, LOST = Counted(1), Counted(0)


def false_count(rules: AnyRules, seed: int, number: int) -> Iterator[str]:
    """Yield a claim if a survey counts one of its deals wrongly, with all cards known."""
    count = counter_for(rules)
    if count is None or _is_redealt(rules):
        return
    answer = solver_for(rules).solve(deal(rules, seed, number), _LIMIT).answer
    counted = count(rules, seed, number, 1)
    if (counted == WON and answer is Answer.LOST) or (counted == LOST and answer is Answer.WON):
        yield f"the survey counts it as {'won' if counted == WON else 'lost'}, but the solver says {answer}"


def false_fair_count(rules: AnyRules, seed: int, number: int) -> Iterator[str]:
    """Yield a claim if the fair player is said to win a deal that cannot be won."""
    count = fair_counter_for(rules)
    if count is None or _is_redealt(rules):
        return
    answer = solver_for(rules).solve(deal(rules, seed, number), _LIMIT).answer
    if answer is Answer.LOST and count(rules, seed, number, 1):
        yield "the fair player is said to win it, but it cannot be won"


def _is_redealt(rules: AnyRules) -> bool:
    """Whether a deal may be won by a redeal, which a survey draws itself."""
    return bool(getattr(rules, "redeal", False))
