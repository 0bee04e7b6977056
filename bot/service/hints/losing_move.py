"""The move that lost a game that could still be won."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.solvers.protocols import Answer, Limit
from bot.solvers.registry import solver_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine.rules import AnyRules, Move
    from bot.solvers.protocols import Verdict


@dataclass(frozen=True)
class LosingMove:
    """The last position from which a game could be won, and the move that lost it."""

    number: int
    """How many moves had been made before it."""
    state: Any
    """The position."""
    played: Move
    """The move that lost it."""
    line: tuple[Move, ...]
    """Moves that would have won."""


def losing_move(
    rules: AnyRules, states: Sequence[Any], moves: Sequence[Move], limit: Limit
) -> LosingMove | None:
    """Return the move that lost a game; None if no move is proven to have lost it.

    `states` are the positions before each move and the final one, each as far as it may be known. A lost game
    stays lost, so binary search finds the move; the limit covers the whole search.
    """
    steps = max(1, len(states).bit_length() + 1)
    each = Limit(limit.nodes // steps, limit.seconds / steps)
    solver = solver_for(rules)
    won, lost = 0, len(states) - 1
    if solver.solve(states[lost], each).answer is not Answer.LOST:
        return None
    verdict = solver.solve(states[won], each)
    if verdict.answer is not Answer.WON:
        return None
    while lost - won > 1:
        middle = (won + lost) // 2
        found: Verdict = solver.solve(states[middle], each)
        if found.answer is Answer.WON:
            won, verdict = middle, found
        elif found.answer is Answer.LOST:
            lost = middle
        else:
            return None
    return LosingMove(won, states[won], moves[won], verdict.line)
