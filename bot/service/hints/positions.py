"""The positions that a game went through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    from bot.engine.session import Session


def positions(session: Session[Any]) -> Sequence[Any]:
    """Return the deal and the position after each move, hidden cards included."""
    return _Positions(session)


def since_reveal(session: Session[Any]) -> list[Any]:
    """Return the positions since a card was turned up, which moves could lead back to, the current one last.

    In games where no move leads back, this is the current position alone.
    """
    if not session.rules.reversible:
        return [session.state]
    states = [session.state_at(session.stay)]
    for move in session.moves[session.stay :]:
        states.append(session.rules.play(states[-1], move))
    return states


class _Positions(Sequence[Any]):
    """All positions of a session, each computed only when asked for."""

    def __init__(self, session: Session[Any]) -> None:
        self._session = session

    def __len__(self) -> int:
        return len(self._session.moves) + 1

    @overload
    def __getitem__(self, number: int) -> Any: ...
    @overload
    def __getitem__(self, number: slice) -> list[Any]: ...

    def __getitem__(self, number: int | slice) -> Any:
        which = range(len(self))[number]
        return self._session.state_at(which) if isinstance(which, int) else [self[each] for each in which]
