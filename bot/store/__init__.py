"""The store: games as seeds and moves, with ids only, in SQLite or PostgreSQL; `open_store` opens it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, AsyncExitStack, nullcontext
from types import TracebackType
from typing import Self

from sqlalchemy.exc import DBAPIError

from bot.store.addresses import SQLITE
from bot.store.application import Commands, Registered, Secrets
from bot.store.challenge import Challenge, Challenges
from bot.store.clock import Clock, SteadyClock, utc_now
from bot.store.daily import Dailies, Daily, DailyPlace
from bot.store.database import Database
from bot.store.departures import Departures
from bot.store.errors import (
    DailyTaken,
    DealSeen,
    NewerDatabase,
    PuzzleTaken,
    RaceClosed,
    StoreClosed,
    StoreDamaged,
    StoreError,
    StoreFailing,
    StoreFull,
    StoreLocked,
    StoreUnusable,
    TooManyInPlay,
)
from bot.store.files import running_on
from bot.store.games import NewVersion, SavedGames
from bot.store.migrate import bring_up_to_date
from bot.store.parlour import NewParlour, Parlour, ParlourMove, Parlours
from bot.store.privacy import HELD, NOBODY, Privacy
from bot.store.puzzle import (
    EVERYBODY,
    LostGame,
    NewPuzzle,
    Puzzle,
    Puzzles,
    Source,
    Wanted,
)
from bot.store.race import NewRace, Race, Races, Shards, Unshown
from bot.store.ranks import BEST_OF_A_FAMILY, EVERYWHERE, MonthPlace, Place, Ranking, Ranks, ResultRow
from bot.store.rating import PlayerRating, PuzzlePlace, Ratings
from bot.store.reminder import Reminder, Reminders, Stopped
from bot.store.results import COUNTED, ORDER, RESIGNED, Ended, Record, Result, Results
from bot.store.saved_game import MADE_UP, RACED, Help, Kind, NewGame, SavedGame, Seen, Status, status_before
from bot.store.seats import Seats
from bot.store.servers import Server, Servers
from bot.store.settings import LINES, Cards, Colours, Deals, Forced, PlayerSettings, SavedSettings, Taps
from bot.store.stats import Stats, Tally, WinRuns, Wins
from bot.store.tables import NO_TIEBREAK
from bot.store.tries import Attempt, DayPlace, RunSoFar, Tried, Tries
from bot.store.troubles import is_forbidden, reason_of

__all__ = [
    "BEST_OF_A_FAMILY",
    "COUNTED",
    "EVERYBODY",
    "EVERYWHERE",
    "HELD",
    "LINES",
    "MADE_UP",
    "NOBODY",
    "NO_TIEBREAK",
    "ORDER",
    "RACED",
    "RESIGNED",
    "Attempt",
    "Cards",
    "Challenge",
    "Colours",
    "Daily",
    "DailyPlace",
    "DailyTaken",
    "DayPlace",
    "DealSeen",
    "Deals",
    "Ended",
    "Forced",
    "Help",
    "Kind",
    "LostGame",
    "MonthPlace",
    "NewGame",
    "NewParlour",
    "NewPuzzle",
    "NewRace",
    "NewVersion",
    "NewerDatabase",
    "Parlour",
    "ParlourMove",
    "Place",
    "PlayerRating",
    "PlayerSettings",
    "Puzzle",
    "PuzzlePlace",
    "PuzzleTaken",
    "Race",
    "RaceClosed",
    "Ranking",
    "Record",
    "Registered",
    "Reminder",
    "Result",
    "ResultRow",
    "RunSoFar",
    "SavedGame",
    "Seen",
    "Server",
    "Shards",
    "Source",
    "Status",
    "Stopped",
    "Store",
    "StoreClosed",
    "StoreDamaged",
    "StoreError",
    "StoreFailing",
    "Tally",
    "Taps",
    "TooManyInPlay",
    "Tried",
    "Unshown",
    "Wanted",
    "WinRuns",
    "Wins",
    "open_store",
    "status_before",
]

log = logging.getLogger(__name__)


class Store:
    """Everything that is stored; `open_store` opens it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.now, self.is_day_certain = database.now, database.is_day_certain
        self.discord_time = database.discord_time
        self.answers, self.turn, self.checkpoint = database.ping, database.turn, database.checkpoint
        self.games = SavedGames(database)
        self.seats = Seats(database)
        self.results = Results(database)
        self.ranks = Ranks(database)
        self.stats = Stats(database)
        self.dailies = Dailies(database)
        self.races = Races(database)
        self.parlours = Parlours(database)
        self.challenges = Challenges(database)
        self.puzzles = Puzzles(database)
        self.tries = Tries(database)
        self.ratings = Ratings(database)
        self.secrets = Secrets(database)
        self.servers = Servers(database)
        self.reminders = Reminders(database)
        self.departures = Departures(database)
        self.settings = SavedSettings(database)
        self.privacy = Privacy(database)
        self.commands = Commands(database)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may be using the same database."""
        return self._database.is_shared

    def running(self) -> AbstractContextManager[None]:
        """Mark the database as that of a running bot, and warn if another one runs on it; SQLite only."""
        return nullcontext() if self._database.file is None else running_on(self._database.file)

    def watch(self, note_seconds: Callable[[float], None], note_unreadable: Callable[[], None]) -> None:
        """Have the seconds noted that each statement and transaction takes, waiting included.

        `note_unreadable` is told of each game that is set aside.
        """
        self._database.note_seconds = note_seconds
        self._database.note_unreadable = note_unreadable

    async def close(self) -> None:
        """Close the connections; the store cannot be used afterwards."""
        await self.checkpoint()
        await self._database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()


async def open_store(url: str, now: Clock = utc_now) -> Store:
    """Open the database at `url` and migrate it; raise StoreError if either is impossible.

    `now` is the clock for every moment that is stored, as `SteadyClock` shows it.
    """
    try:
        database = Database(url, SteadyClock(now))
        async with AsyncExitStack() as undo:
            undo.push_async_callback(database.close)
            is_new = await bring_up_to_date(database)
            await database.checkpoint()
            undo.pop_all()
    except (OSError, DBAPIError, StoreFailing) as error:
        raise StoreError(_cannot_open(error, url)) from error
    database.troubles.are_logged = True
    _log_opened(database, is_new=is_new)
    return Store(database)


def _cannot_open(error: Exception, url: str) -> str:
    reason = reason_of(error)
    if isinstance(error, StoreDamaged):
        return f"The database is damaged ({reason}): put a backup back (docs/operating.md)."
    if isinstance(error, StoreFull):
        return "The disk of the database is full: make room, then start again."
    if isinstance(error, (DBAPIError, StoreUnusable)):
        mend = "give it and its tables to the bot's user" if is_forbidden(error) else "mend that"
        return f"The database cannot be upgraded and is as it was ({reason}): {mend}, then start again."
    look_at = "DATABASE_URL and the disk" if url.startswith(SQLITE) else "DATABASE_URL and PostgreSQL"
    if isinstance(error, StoreLocked):
        look_at = "which other program uses it"
    return f"The database cannot be opened ({reason}): check {look_at}."


def _log_opened(database: Database, *, is_new: bool) -> None:
    if not is_new:
        log.info("The database is %s.", database.name)
        return
    log.log(
        logging.WARNING if database.is_shared else logging.INFO,
        "The database is %s, and new: if people have played before, stop the bot and check DATABASE_URL.",
        database.name,
    )
