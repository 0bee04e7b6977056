"""The move that lost a game which could still be won."""

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
    """The last moment at which a game could be won."""

    number: int
    """How many moves had been made."""
    state: Any
    """The position."""
    played: Move
    """The move that lost it."""
    line: tuple[Move, ...]
    """Moves that would have won."""


def losing_move(
    rules: AnyRules, states: Sequence[Any], moves: Sequence[Move], limit: Limit
) -> LosingMove | None:
    """Find the move that lost a game; None where no move is proven to have done it.

    `states` are the positions before each move and the last one, all as far as they may be known. A game that
    is lost stays lost, so halving the distance finds the turn; the limit is for all of it.
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
