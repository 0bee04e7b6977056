"""Checks: whether a game can still be won, and if not, which move lost it. They never suggest a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.service.errors import NothingToCheck
from bot.service.hints.analysis import Surety, analyse
from bot.service.hints.losing_move import losing_move
from bot.service.hints.positions import positions
from bot.solvers.protocols import Limit

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules
    from bot.engine.session import Session
    from bot.service.game import Game
    from bot.service.hints.analysis import Analysis
    from bot.service.hints.losing_move import LosingMove
    from bot.service.thinking.solver_threads import SolverThreads


@dataclass(frozen=True)
class Check:
    """Whether a game can be won, and which move lost it."""

    rules: AnyRules
    view: Any
    """The position, as far as the player has seen it."""
    analysis: Analysis
    turn: LosingMove | None
    """The move that lost it; None if no move is known to have."""


class Checks:
    """Checks games in a background thread."""

    def __init__(self, threads: SolverThreads, limit: Limit | None = None) -> None:
        self._threads = threads
        self._limit = limit or Limit()

    def ensure_in_play(self, game: Game) -> None:
        """Raise NothingToCheck if no move is left; to be asked before the player is told to wait."""
        if game.over or not game.session.legal:
            raise NothingToCheck(game)

    async def check(self, game: Game) -> Check:
        """Check a game by what its player can see; raise NothingToCheck if no move is left."""
        self.ensure_in_play(game)
        return await self._threads.quickly(game.seat.owner, check, game.session, self._limit)


def check(session: Session[Any], limit: Limit) -> Check:
    """Check a game that has at least one legal move, by what its player has seen."""
    rules, state = session.rules, session.state
    found, turn = analyse(rules, state, limit), None
    if found.surety is Surety.LOST:
        seen = [rules.view(each) for each in positions(session)]
        turn = losing_move(rules, seen, session.moves, limit)
    return Check(rules, rules.view(state), found, turn)
