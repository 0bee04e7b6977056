"""What is wrong with a database: told as an error of the store, and in one line a minute."""

from __future__ import annotations

import logging
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from bot.store.errors import StoreDamaged, StoreFailing, StoreFull, StoreLocked, StoreUnusable

log = logging.getLogger(__name__)

_A_MINUTE = 60.0
_LOST = "the connection was lost"
_ABOUT_THE_DRIVER = re.compile(r"^cannot switch to state|^unexpected connection_lost\(\)")
"""What asyncpg says of a connection that breaks before or after a statement (SQLAlchemy #13241)."""
LOCKED = "The database is locked by another program: presses are refused until it lets go."
_FULL = "The disk of the database is full: nothing can be saved until there is room again."
_DAMAGED = (
    "The database is damaged ({}): what is intact can still be played, but put a backup back soon "
    "(docs/operating.md)."
)
_DISK = "The disk of the database does not work ({}): nothing can be saved until it does."
_READ_ONLY = "The database takes no changes just now ({}): nothing can be saved until it does."
_UNUSABLE = (
    "The tables of the database cannot be used ({}): give them to the bot's user, or put back what is gone "
    "(docs/operating.md)."
)
_CROSSED = "Two changes stood in each other's way, and the database undid one: whoever made it is told."
_AWAY = "The database cannot be reached ({}): the bot tries again at every press."

_SQLITE = {
    sqlite3.SQLITE_BUSY: (StoreLocked, LOCKED),
    sqlite3.SQLITE_LOCKED: (StoreLocked, LOCKED),
    sqlite3.SQLITE_FULL: (StoreFull, _FULL),
    # The index of what is written ahead finds no room, as at a start.
    sqlite3.SQLITE_IOERR_SHMSIZE: (StoreFull, _FULL),
    sqlite3.SQLITE_CORRUPT: (StoreDamaged, _DAMAGED),
    sqlite3.SQLITE_NOTADB: (StoreDamaged, _DAMAGED),
    sqlite3.SQLITE_IOERR: (StoreFailing, _DISK),
    sqlite3.SQLITE_READONLY: (StoreFailing, _DISK),
    sqlite3.SQLITE_CANTOPEN: (StoreFailing, _DISK),
}
"""By SQLite's result code or, for all others of a kind, by the primary code of that kind."""
_TAKEN_IN_SQLITE = {sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY}
_FORBIDDEN, _IS_GONE, _TAKEN, _TAKES_NONE = "42501", "42P01", "23505", "25006"
_POSTGRES = {
    "55P03": (StoreLocked, LOCKED),
    "53100": (StoreFull, _FULL),
    _TAKES_NONE: (StoreFailing, _READ_ONLY),
    _FORBIDDEN: (StoreUnusable, _UNUSABLE),
    _IS_GONE: (StoreUnusable, _UNUSABLE),
    "58": (StoreFailing, _DISK),
    "XX001": (StoreDamaged, _DAMAGED),
    "XX002": (StoreDamaged, _DAMAGED),
    "40": (StoreFailing, _CROSSED),
    "25P03": (StoreFailing, _AWAY),
    "08": (StoreFailing, _AWAY),
    "53": (StoreFailing, _AWAY),
    "57": (StoreFailing, _AWAY),
}
"""By SQLSTATE or, for all others of a class, by its first two characters."""
_PRIMARY = 0xFF
LOCKS = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
"""What SQLite answers if another program keeps a file locked."""
_REOPENED_AFTER = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR}
"""A connection keeps pages in memory, also bad ones; a new one reads them again."""


class OnceAMinute:
    """Says which lines to log: of each kind, one a minute."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Take the time in seconds from `now`."""
        self._now = now
        self._logged_at: dict[str, float] = {}
        self._held_back: Counter[str] = Counter()

    def held_back(self, kind: str) -> int | None:
        """Return how many lines of a kind were held back since the last one; None to hold one more back."""
        now = self._now()
        if now - self._logged_at.get(kind, float("-inf")) < _A_MINUTE:
            self._held_back[kind] += 1
            return None
        self._logged_at[kind] = now
        return self._held_back.pop(kind, 0)


class Troubles:
    """What has been wrong with a database; each kind of trouble is logged at most once a minute."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """Take the time in seconds from `now`."""
        self._now = now
        self.are_logged = False
        """Whether they go into the log; until the bot has started, one line says why it cannot."""
        self._lines = OnceAMinute(now)
        self.locked_at = float("-inf")
        """When somebody's wait for a lock has last been in vain (`monotonic`)."""
        self._full_at = float("-inf")

    @contextmanager
    def told(self, *outages: type[Exception]) -> Iterator[None]:
        """Turn what the database does not do into StoreFailing; `outages` mean that it cannot be reached."""
        failures: tuple[type[Exception], ...] = (DBAPIError, *outages)
        try:
            yield
        except failures as error:
            self.tell(error, *outages)
            raise

    def tell(self, error: Exception, *outages: type[Exception]) -> None:
        """Raise what an error says about the database; do nothing if it is about the statement."""
        trouble = _trouble_of(error)
        if trouble is None and isinstance(error, outages):
            trouble = StoreFailing(_AWAY.format(reason_of(error)))
        if trouble is not None:
            self._note(trouble)
            raise trouble from error

    def check_not_full(self) -> None:
        """Raise StoreFull if the disk was full within the last minute: small writes may still succeed."""
        if self._now() - self._full_at < _A_MINUTE:
            raise StoreFull(_FULL)

    def _note(self, trouble: StoreFailing) -> None:
        now, line = self._now(), str(trouble)
        if isinstance(trouble, StoreFull):
            self._full_at = now
        if isinstance(trouble, StoreLocked):
            self.locked_at = now
        if self.are_logged and self._lines.held_back(line) is not None:
            log.error("%s", line)


def reason_of(error: Exception) -> str:
    """Return what a database said, on one line and without what was being written: it may be secret."""
    cause = error.__cause__ if isinstance(error, StoreFailing) else error
    told = _said(cause.orig if isinstance(cause, DBAPIError) else cause)
    return told.splitlines()[0] if told else "no answer"


def is_forbidden(error: Exception) -> bool:
    """Whether PostgreSQL does not let the bot's user do something."""
    cause = error.__cause__ if isinstance(error, StoreUnusable) else error
    return isinstance(cause, DBAPIError) and _sqlstate(cause) == _FORBIDDEN


def is_taken(error: DBAPIError) -> bool:
    """Whether a row is refused because there is one like it; PostgreSQL says so in its own language."""
    return _sqlite_code(error.orig) in _TAKEN_IN_SQLITE or _sqlstate(error) == _TAKEN


def is_read_only(error: BaseException) -> bool:
    """Whether PostgreSQL takes no changes: it may be a standby, or its host may have forbidden them."""
    return getattr(error, "sqlstate", None) == _TAKES_NONE


def needs_reopening(error: DBAPIError) -> bool:
    """Whether SQLite's pages are bad, as far as the connection that met an error has them in memory."""
    return primary_code(error.orig) in _REOPENED_AFTER


def primary_code(error: BaseException | None) -> int:
    """Return SQLite's primary result code, without the details in the higher bits; 0 if there is none."""
    return _sqlite_code(error) & _PRIMARY


def _trouble_of(error: Exception) -> StoreFailing | None:
    """Return what an error says about the database; None if it is about the statement."""
    if not isinstance(error, DBAPIError):
        return StoreFailing(_AWAY.format(_reason(error)))
    code, state = _sqlite_code(error.orig), _sqlstate(error)
    in_sqlite = _SQLITE.get(code) or _SQLITE.get(code & _PRIMARY)
    found = in_sqlite or _POSTGRES.get(state) or _POSTGRES.get(state[:2])
    if found is None and error.connection_invalidated:
        found = StoreFailing, _AWAY
    if found is None:
        return None
    kind, line = found
    return kind(line.format(_said(error.orig)))


def _reason(error: Exception) -> str:
    if isinstance(error, PoolTimeout):
        return "all connections are busy"
    return _said(error) or "no answer"


def _said(error: BaseException | None) -> str:
    """Return what an error says, or, if it is only about the driver, what that means."""
    said = str(error)
    return _LOST if _ABOUT_THE_DRIVER.search(said) else said


def _sqlstate(error: DBAPIError) -> str:
    """Return PostgreSQL's code for an error; an empty text if there is none."""
    return str(getattr(error.orig, "sqlstate", None) or "")


def _sqlite_code(error: BaseException | None) -> int:
    """Return SQLite's result code; 0 if there is none."""
    return int(getattr(error, "sqlite_errorcode", None) or 0)
