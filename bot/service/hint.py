"""Hints, which name the move to play, and checks, which tell whether a game can still be won."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bot.service.errors import GameOver, NothingToCheck
from bot.service.game import Game
from bot.service.thinking.solver_threads import SolverThreads
from idle_year.advice import Advisor, Check, Hint, check, lost_as_seen
from idle_year.analysis import Surety, since_reveal
from idle_year.engine.session import Session
from idle_year.solvers.protocols import Limit


class Hints:
    """Gives hints, computed in the background."""

    def __init__(self, threads: SolverThreads, limit: Limit | None = None) -> None:
        self._threads = threads
        self._limit = limit or Limit()
        self._advisor = Advisor(threads.ask)

    async def hint(self, game: Game) -> Hint:
        """Advise on a game by what its player can see; raise GameOver if no move is left."""
        if game.over or not game.session.legal:
            raise GameOver(game)
        return await self._threads.quickly(game.seat.owner, self._advise, game.session)

    def _advise(self, session: Session[Any]) -> Hint:
        found = self._advisor.advise(session.rules, since_reveal(session), self._limit)
        if found.analysis.surety is not Surety.LOST:
            return found
        turn, opening = self._threads.ask(session.rules, lost_as_seen, session, self._limit)
        return replace(found, turn=turn, opening=opening)


class Checks:
    """Checks games in the background."""

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
        rules = game.session.rules
        return await self._threads.quickly(
            game.seat.owner, self._threads.ask, rules, check, game.session, self._limit
        )
