"""The positions that a game went through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bot.engine.session import Session


def positions(session: Session[Any]) -> list[Any]:
    """Return the deal and the position after each move, hidden cards included."""
    rules, state = session.rules, session.rules.start(session.seed)
    states = [state]
    for move in session.moves:
        state = rules.play(state, move)
        states.append(state)
    return states


def since_reveal(session: Session[Any]) -> list[Any]:
    """Return the positions that moves could lead back to: those since a card was turned up, the last one too.

    Where no move leads back, this is the present position alone.
    """
    if not session.rules.reversible:
        return [session.state]
    return positions(session)[session.stay :]
