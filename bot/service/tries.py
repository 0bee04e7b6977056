"""Puzzles as people are dealt them: none twice, and one try at each."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bot.pure.puzzle import wanted_in_run
from bot.service.deal import Dealer
from bot.service.errors import DayInDoubt, Refusal, SetAside
from bot.service.game import Game, Seat
from bot.service.kernels import Lack, Preparation
from bot.service.lookup import Lookup
from bot.service.puzzle_stock import BY_DEMAND, DAILY_GAMES, PuzzleStock
from bot.service.thinking.solver_threads import SolverThreads
from bot.store import DealSeen, Puzzle, PuzzleTaken, SavedGame, Status, Store, Tried, Wanted
from idle_year.analysis import analyse
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules
from idle_year.puzzles import GAMES
from idle_year.solvers.protocols import Best, Limit

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


class NoneOnThatSide(NoPuzzles):
    """There is no easier, or no harder one, that the player has not had."""

    def __init__(self, rules: AnyRules, wanted: Wanted) -> None:
        super().__init__(rules)
        self.wanted = wanted


class NoneFailed(NoPuzzles):
    """The player has failed none of the game."""


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

    async def begin(
        self, seat: Seat, rules: AnyRules, wanted: Wanted = Wanted.NEAREST, near: int | None = None
    ) -> Game:
        """Deal a puzzle that a player has not had, or turn to the one of that game that is in play.

        It is the next one, or the nearest to a rating, which may be wanted easier or harder. Raise NoneLeft
        if there is none, NoneOnThatSide if none is wanted so, NoPuzzles if there never is.
        """
        if rules.id not in GAMES:
            raise NoPuzzles(rules)
        begun = await self._store.puzzles.begun(seat.owner, rules.id)
        if begun is not None:
            return await self._turn_to(begun)
        asked = seat.owner, rules.id, rules.revision
        if near is None:
            puzzle = await self._store.puzzles.next(*asked)
        else:
            puzzle = await self._store.puzzles.by_rating(*asked, wanted, near)
        self._stock.note_taker(seat.owner, rules.id)
        if puzzle is None and near is not None:
            raise NoneOnThatSide(rules, wanted)
        if puzzle is None:
            if await self._store.puzzles.begun(seat.owner, rules.id) is None:
                raise NoneLeft(rules, self._preparation.lacking(rules))
            return await self.begin(seat, rules)  # the last one was dealt by another press at the same moment
        try:
            return await self._dealer.deal_puzzle(seat, puzzle)
        except PuzzleTaken:  # by another press at the same moment
            return await self.begin(seat, rules)

    async def go_on_run(self, seat: Seat) -> Game:
        """Deal the next puzzle of a player's run, or of a new one; turn to it if it is in play.

        Each is harder than the last, and of the next of three games, or of another if that has none. Raise
        NoneLeft if there is none at all.
        """
        last = await self._store.tries.last_run(seat.owner)
        if last is not None and last.last is Tried.OPEN:
            with suppress(SetAside):  # what cannot be read any more ends its run
                game = await self._lookup.get(last.game)
                await self._store.seats.turn_to(game.id)
                return game
        run, solved = (last.run, last.solved) if last and last.last is Tried.SOLVED else (0, 0)
        first = solved % len(DAILY_GAMES)
        games = [find_game(each) for each in (*DAILY_GAMES[first:], *DAILY_GAMES[:first])]
        for rules in games:
            self._stock.note_taker(seat.owner, rules.id)
            asked = seat.owner, rules.id, rules.revision
            puzzle = await self._store.puzzles.by_rating(*asked, Wanted.NEAREST, wanted_in_run(solved))
            if puzzle is not None:
                try:
                    return await self._dealer.deal_puzzle(seat, puzzle, run=run)
                except PuzzleTaken:  # by another press at the same moment
                    return await self.go_on_run(seat)
        raise NoneLeft(games[0], self._preparation.lacking(games[0]))

    async def again(self, seat: Seat, puzzle: Puzzle) -> Game:
        """Deal a puzzle that a player has failed once more, as practice, or turn to it if it is in play."""
        begun = await self._store.tries.again(seat.owner, puzzle.id)
        if begun is not None:
            return await self._turn_to(begun)
        return await self._dealer.deal_puzzle(seat, puzzle, again=True)

    async def again_longest_ago(self, seat: Seat, rules: AnyRules) -> Game:
        """Deal the failed puzzle of a game that was not tried for the longest; raise NoneFailed if none."""
        puzzle = await self._store.tries.failed(seat.owner, rules.id, rules.revision)
        if puzzle is None:
            raise NoneFailed(rules)
        return await self.again(seat, puzzle)

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
