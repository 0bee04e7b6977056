"""Results of games, derived from their seeds and moves alone."""

from __future__ import annotations

from typing import Any

from bot.engine.session import Session
from bot.store import RESIGNED, Ended, Status


def ended_as(session: Session[Any], status: Status) -> Ended | None:
    """Return the result of a game that is over; None if it is still in play or no move was made.

    The game is replayed from the deal, so a result that the moves do not lead to cannot be written.
    """
    if status is Status.PLAYING or not session.moves:
        return None
    rules = session.rules
    state = Session.replay(rules, session.seed, session.moves).state
    outcome = rules.outcome(state) if status is Status.FINISHED else None
    return Ended(outcome or RESIGNED, rules.score(state).rank[0], len(session.moves))
