"""Puzzles as people are dealt them: none twice, and one try at each."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot.engine.errors import GameError
from bot.engine.games import find_game
from bot.engine.rules import AnyRules
from bot.service.analysis import analyse
from bot.service.deal import Dealer
from bot.service.errors import DayInDoubt, Refusal
from bot.service.game import Game, Seat
from bot.service.kernels import Lack, Preparation
from bot.service.lookup import Lookup
from bot.service.puzzle import GAMES
from bot.service.puzzle_stock import BY_DEMAND, PuzzleStock
from bot.service.thinking.solver_threads import SolverThreads
from bot.solvers.protocols import Best, Limit
from bot.store import DealSeen, PuzzleTaken, SavedGame, Status, Store

_WAIT_SECONDS = 1.0
"""Seconds that the reply to a wrong move waits for the best that is left."""
_GLANCE = Limit(seconds=0.8)


class NoPuzzles(Refusal):
    """A game has none."""

    def __init__(self, rules: AnyRules) -> None:
        super().__init__(rules.id)
        self.rules = rules


class NoneLeft(NoPuzzles):
    """The player has had all that there are, or none has been made yet."""

    def __init__(self, rules: AnyRules, lack: Lack | None) -> None:
        super().__init__(rules)
        self.lack = lack
        """What is missing to make more, if that is the solver."""


class TriedBefore(Refusal):
    """The player has had today's puzzle, before all data about them was deleted."""


class Tries:
    """Deals puzzles."""

    def __init__(
        self,
        store: Store,
        lookup: Lookup,
        dealer: Dealer,
        stock: PuzzleStock,
        preparation: Preparation,
        threads: SolverThreads,
    ) -> None:
        self._store = store
        self._lookup = lookup
        self._dealer = dealer
        self._stock = stock
        self._preparation = preparation
        self._threads = threads

    async def begin(self, seat: Seat, rules: AnyRules) -> Game:
        """Deal a puzzle that a player has not had, or turn to the one of that game that is in play.

        Raise NoneLeft if there is none, NoPuzzles if there never is.
        """
        if rules.id not in GAMES:
            raise NoPuzzles(rules)
        begun = await self._store.puzzles.begun(seat.owner, rules.id)
        if begun is not None:
            return await self._turn_to(begun)
        puzzle = await self._store.puzzles.next(seat.owner, rules.id, rules.revision)
        self._stock.note_taker(seat.owner, rules.id)
        if puzzle is None:
            if await self._store.puzzles.begun(seat.owner, rules.id) is None:
                raise NoneLeft(rules, self._preparation.lacking(rules))
            return await self.begin(seat, rules)  # the last one was dealt by another press at the same moment
        try:
            return await self._dealer.deal_puzzle(seat, puzzle)
        except PuzzleTaken:  # by another press at the same moment
            return await self.begin(seat, rules)

    async def begin_any(self, seat: Seat) -> Game:
        """Deal a puzzle as `begin` does, of the first game that has one for a player."""
        for game in BY_DEMAND[:-1]:
            with suppress(NoneLeft):
                return await self.begin(seat, find_game(game))
        return await self.begin(seat, find_game(BY_DEMAND[-1]))

    async def begin_daily(self, seat: Seat) -> Game:
        """Deal the puzzle of today, or return the player's one try at it, in play or over.

        Raise NotMade if it has not been made, as its solver is not ready, TriedBefore if the player had it
        before all data about them was deleted, DayInDoubt if it may be another day.
        """
        if not self._store.is_day_certain():
            raise DayInDoubt
        puzzle = await self._stock.of_day(self._store.now().date())
        begun = await self._store.puzzles.at(seat.owner, puzzle.id)
        if begun is not None:
            return await self._turn_to(begun)
        try:
            return await self._dealer.deal_puzzle(seat, puzzle)
        except DealSeen:
            raise TriedBefore from None
        except PuzzleTaken:  # by another press at the same moment
            begun = await self._store.puzzles.at(seat.owner, puzzle.id)
            if begun is None:  # its game has just been deleted
                raise TriedBefore from None
            return await self._turn_to(begun)

    async def best_left(self, game: Game) -> Best | None:
        """Return the best that is left of a puzzle whose win was lost; None if that takes too long."""
        if not game.session.legal:
            return None
        ask, rules = self._threads.ask, game.rules
        try:
            async with asyncio.timeout(_WAIT_SECONDS):
                found = await self._threads.quickly(
                    game.seat.owner, ask, rules, analyse, rules, game.state, _GLANCE
                )
        except (TimeoutError, GameError):  # nobody waits for this
            return None
        return found.best

    async def _turn_to(self, begun: SavedGame) -> Game:
        game = await self._lookup.replayed(begun)
        if begun.status is Status.PLAYING:
            await self._store.seats.turn_to(game.id)
        return game
