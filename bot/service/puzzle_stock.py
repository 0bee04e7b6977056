"""The stock of puzzles, made ahead: of games that were lost, else of deals made up for it; and one a day."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import date, timedelta
from typing import Any

from bot.pure.glicko import Rating
from bot.pure.puzzle import first_rating
from bot.service.background import repeat
from bot.service.daily import Dailies, NotMade
from bot.service.errors import DayInDoubt
from bot.service.kernels import Preparation
from bot.service.lookup import Lookup
from bot.service.seeds import candidates, random_seed
from bot.service.thinking.solver_threads import Making, SolverThreads
from bot.service.thinking.worker import CannotLoad
from bot.service.thinking.workers import Interrupted
from bot.store import EVERYBODY, LostGame, NewPuzzle, Puzzle, Source, Store
from idle_year.engine.daily import earliest_on
from idle_year.engine.errors import GameError
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from idle_year.engine.rules import AnyRules
from idle_year.engine.session import Session
from idle_year.proof import Proof
from idle_year.puzzles import GAMES, MadePuzzle, latest_puzzle, make_puzzle
from idle_year.solvers.registry import is_to_be_had

DAILY_GAMES = ("accordion", "royal-marriage", "cribbage")
"""The games that the puzzle of the day is of, in turn."""
_DAILY = "puzzle"
"""What the key of a day's puzzle is made for, as those of dailies are for a family."""
BY_DEMAND = sorted(GAMES, key=lambda game: (game not in DAILY_GAMES, game))
"""All games that have puzzles, those that most people know first."""
_STOCK = 24
"""Puzzles of a game that there are, for whoever asks, beyond those had already."""
_MOST_LOST = 20
"""Games that a player lost which are looked at for a puzzle, the latest ones."""
_DAYS_BACK, _MOST_DAILIES = 7, 100
"""Of dailies that are over, those of so many days, and so many games that were lost."""
_MOST_LOOKED_AT = 100_000
"""Games remembered for having been looked at; to do so again costs time, and changes nothing."""
_HEAD_START = 60
"""Seconds after the start left to all else; a puzzle of the day that somebody asks for is made at once."""
_AGAIN = 3600
"""Seconds between two looks at the stock, unless somebody takes from it."""
_MOST_TAKEN = 5
"""Puzzles of a game that may be missing, for somebody who solves them, while the bot waits for quiet."""


class PuzzleStock:
    """Makes and keeps puzzles; every process does, in jobs that give way to what people wait for."""

    def __init__(
        self,
        store: Store,
        lookup: Lookup,
        dailies: Dailies,
        threads: SolverThreads,
        preparation: Preparation,
    ) -> None:
        self._store = store
        self._lookup = lookup
        self._dailies = dailies
        self._threads = threads
        self._preparation = preparation
        self._takers: dict[tuple[int, str], None] = {}
        """Who has taken a puzzle of which game since the last look."""
        self._taken = asyncio.Event()
        self._quiet = threads.quiet
        self._making = Making(threads)
        self._first_by = store.now() + timedelta(days=1)
        """When each game has a puzzle, however many people have played since the start."""
        self._looked_at: set[tuple[int, int]] = set()
        """For whom which lost games have been looked at already: most make no puzzle."""
        self._rated: set[str] = set()
        """The games all of whose puzzles have a rating."""

    async def keep_filled(self) -> None:
        """Fill the stock, until cancelled; look whenever a puzzle is taken, and every hour."""
        await repeat(self.fill, _AGAIN, "Puzzles could not be made", first=_HEAD_START, early=self._taken)

    def note_taker(self, player: int, game: str) -> None:
        """Remember that somebody has taken, or wanted, a puzzle of a game, to make more."""
        self._takers[player, game] = None
        self._taken.set()

    async def fill(self) -> float | None:
        """Make the puzzles of today and tomorrow, and as many of each game as are missing.

        Raise CannotLoad or Interrupted at the end if a solver could not be had: others may be. Raise
        DayInDoubt if it may be another day.

        What has time waits for quiet; return the seconds until the next look if anything may, or if a day's
        puzzle waits for its solver.
        """
        if not self._store.is_day_certain():
            raise DayInDoubt
        lacking: list[GameError] = []
        is_solver_coming = False
        for ahead in (0, 1):
            day = self._dailies.today + timedelta(ahead)
            if self._dailies.is_due(day) or self._quiet.is_now():
                with _noted(lacking):
                    is_solver_coming |= await self._lacks_solver(day)
        takers, self._takers = [*self._takers], {}
        if self._quiet.is_now():
            await self._add_dailies()
        for player, game in [*takers, *((EVERYBODY, game) for game in BY_DEMAND)]:
            with _noted(lacking):
                await self._fill_for(player, find_game(game))
        if lacking:
            raise lacking[0]
        return self._quiet.LOOK if is_solver_coming or not self._quiet.is_now() else None

    async def _lacks_solver(self, day: date) -> bool:
        """Make the puzzle of a day if it is missing; return whether that has to wait for a solver to come."""
        try:
            await self._of_day(day, awaited=False)
        except NotMade as refusal:
            return refusal.lack is not None and refusal.lack.ready is not None
        return False

    async def of_day(self, day: date) -> Puzzle:
        """Return the puzzle of a day for somebody who waits, making it if it is missing.

        The same key makes the same puzzle in every process. Raise NotMade if its solver is not ready.
        """
        return await self._of_day(day, awaited=True)

    async def _of_day(self, day: date, *, awaited: bool) -> Puzzle:
        found = await self._store.puzzles.of_day(day)
        if found is not None:
            return found
        rules = find_game(DAILY_GAMES[day.toordinal() % len(DAILY_GAMES)])
        if not is_to_be_had(rules):
            raise NotMade(self._preparation.lacking(rules))
        async with self._making.turn(awaited=awaited):
            for _, seed in candidates(await self._dailies.key(day, _DAILY), day, _DAILY):
                if await self._store.puzzles.of_day(day):  # perhaps while this waited for its turn
                    break
                made = await self._making.think(rules, make_puzzle, rules, seed)
                if made is not None:
                    await self._keep(made, Source.MADE, day=day)
        return await self._of_day(day, awaited=awaited)

    async def _fill_for(self, player: int, rules: AnyRules) -> None:
        """Make as many puzzles of a game as a player may still be dealt, first of their own lost games."""
        await self._rate(rules)
        if not is_to_be_had(rules):
            return
        if player != EVERYBODY:
            lost = await self._store.puzzles.lost_by(player, rules.id, rules.revision, _MOST_LOST)
            await self._add_lost(lost, Source.LOST, player)
        left = await self._store.puzzles.left(player, rules.id, rules.revision, _STOCK)
        for there in range(left, _STOCK):
            if self._has_time(player, there) and not self._quiet.is_now():
                return
            made = await self._threads.ahead(rules, make_puzzle, rules, random_seed())
            if made is not None:
                await self._keep(made, Source.MADE)

    def _has_time(self, player: int, there: int) -> bool:
        """Whether another puzzle may wait for quiet.

        It may if some are there: for whoever has taken some, all but five. Where nobody has, the first may
        wait for a day.
        """
        if player == EVERYBODY:
            return there > 0 or self._store.now() < self._first_by
        return there >= max(1, _STOCK - _MOST_TAKEN)

    async def _rate(self, rules: AnyRules) -> None:
        """Give the puzzles of a game their first ratings that older versions have kept without."""
        if rules.id not in self._rated:
            for each in await self._store.puzzles.unrated(rules.id, rules.revision):
                session = await asyncio.to_thread(Session.read, rules, each.seed, each.moves, room=None)
                await self._store.puzzles.rate(each.id, _first_rating(session, Proof.read(each.proof)))
            self._rated.add(rules.id)

    async def _add_dailies(self) -> None:
        """Make puzzles of dailies that are over, where people have lost them."""
        end = earliest_on(self._store.now())
        lost = await self._store.puzzles.lost_dailies(end - timedelta(_DAYS_BACK), end, _MOST_DAILIES)
        await self._add_lost(lost, Source.DAILY)

    async def _add_lost(self, lost: Iterable[LostGame], source: Source, player: int = EVERYBODY) -> None:
        """Make puzzles of where some games could be won for the last time, or shortly before."""
        for each in lost:
            looked_at = (player, each.id)
            with suppress(GameError):  # it cannot be read, or no worker could look at it
                if looked_at not in self._looked_at and await self._may_be_shown(each):
                    session = (await self._lookup.get(each.id)).session.at(each.lost_by - 1)
                    made = await self._threads.ahead(session.rules, latest_puzzle, session)
                    if made is not None:
                        await self._keep(made, source, player, lost=each.id)
                    if len(self._looked_at) >= _MOST_LOOKED_AT:
                        self._looked_at.clear()
                    self._looked_at.add(looked_at)

    async def _may_be_shown(self, lost: LostGame) -> bool:
        """Whether a game has puzzles, and nobody plays its deal any more."""
        rules = find_game(lost.game)
        is_known = rules.id in GAMES and rules.revision == lost.revision and is_to_be_had(rules)
        return is_known and not await self._lookup.seals_seed(lost.seed)

    async def _keep(
        self,
        made: MadePuzzle,
        source: Source,
        player: int = EVERYBODY,
        day: date | None = None,
        lost: int | None = None,
    ) -> bool:
        session = made.session
        rules, moves = session.rules, write_moves(session.rules, session.moves)
        new = NewPuzzle(
            rules.id, rules.revision, session.seed, moves, made.proof.written, made.choices, source
        )
        first = _first_rating(session, made.proof)
        new = new._replace(player=player, day=day, rating=round(first.rating), deviation=first.deviation)
        return await self._store.puzzles.save(new, lost)


def _first_rating(session: Session[Any], proof: Proof) -> Rating:
    """Rate a puzzle that nobody has tried, by how likely moves drawn by lot solve it."""
    return first_rating(proof.chance(session.rules, session.state))


@contextmanager
def _noted(lacking: list[GameError]) -> Iterator[None]:
    """Note why a solver cannot be had, and go on."""
    try:
        yield
    except (Interrupted, CannotLoad) as error:
        lacking.append(error)
