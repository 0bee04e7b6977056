"""Results of games, derived from their seeds and moves alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.engine.session import Session
from bot.store import NO_TIEBREAK, RESIGNED, Ended, Status

if TYPE_CHECKING:
    from bot.engine.rules import Score


def ended_as(session: Session[Any], status: Status) -> Ended | None:
    """Return the result of a game that is over; None if it is still in play or no move was made.

    The game is replayed from the deal, so a result that the moves do not lead to cannot be written.
    """
    if status is Status.PLAYING or not session.moves:
        return None
    replayed = Session.replay(session.rules, session.seed, session.moves)
    outcome = replayed.outcome if status is Status.FINISHED else None
    left, tiebreak = ranked_by(session.rules.score(replayed.state))
    return Ended(outcome or RESIGNED, left, len(session.moves), tiebreak)


def ranked_by(score: Score) -> tuple[int, int]:
    """Return the two numbers that a score is ranked by, as the store keeps them."""
    left, tiebreak = score.rank if len(score.rank) > 1 else (*score.rank, NO_TIEBREAK)
    return left, tiebreak
