"""Backups: copies of an SQLite file, whole and sound or not there, and a database's games, to be checked."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

from sqlalchemy import bindparam, func, select
from sqlalchemy.exc import DBAPIError

from bot.store.addresses import file_of
from bot.store.database import Database
from bot.store.errors import StoreError, StoreFailing
from bot.store.files import check_is_file, delete_file
from bot.store.owner import check_is_ours, check_revision
from bot.store.tables import games, results
from bot.store.troubles import LOCKS, primary_code, reason_of

Progress: TypeAlias = Callable[[int], contextlib.AbstractContextManager[Callable[[int], None]]]
"""Show how far something is: given how much there is in total, yields a function for how much is done."""

_LOCKED_SECONDS = 10.0
"""Seconds to wait for a program that keeps even readers out, such as a move to another database."""
_LOST_IDS = 1_000_000
"""How many ids are left out behind a copy that may lack the last ones, which messages still name."""
_HOLD_PLACE = (
    "INSERT INTO races (id, guild, channel, starter, game, seed, started_at, ends_at, over, settled) "
    "SELECT coalesce(max(id), 0) + ?, 0, 0, 0, '', '', day, day, 1, 1 "
    "FROM (SELECT '2000-01-01 00:00:00' AS day) LEFT JOIN races ON true"
)
"""A race that is over and in no server: SQLite numbers the next one after the highest that there is."""
_BEGINS, _ENDS = "idle-year-", ".partial"
_LEFTOVERS = f"{_BEGINS}????????{_ENDS}"
_AN_HOUR = 3600.0  # seconds
_OURS = "SELECT 1 FROM games, results LIMIT 0"
_REVISION = "SELECT version_num FROM alembic_version"
_LOCKED = "is locked by another program: end that first."
_FORBIDDEN = "cannot be read: it belongs to somebody else, or its disk is read-only ({})."
_TOLD = {
    **dict.fromkeys(LOCKS, _LOCKED),
    sqlite3.SQLITE_CANTOPEN: _FORBIDDEN,
    sqlite3.SQLITE_PERM: _FORBIDDEN,
    sqlite3.SQLITE_READONLY: _FORBIDDEN,
    sqlite3.SQLITE_IOERR: "cannot be read: {}.",
    sqlite3.SQLITE_CORRUPT: "is damaged: {}.",
}
"""Why a file cannot be read, by SQLite's primary result code; for any other it is none of ours."""

_COLUMNS = "g.id, g.game, g.revision, g.seed, g.moves, g.status, g.undos, r.outcome, r.left"
_LATEST = (
    f"SELECT {_COLUMNS} FROM games g LEFT JOIN results r ON r.game_id = g.id "  # noqa: S608  all constants
    "WHERE g.set_aside IS NULL ORDER BY g.id DESC LIMIT ?"
)
_A_READ = 1_000
"""Games that are read together."""
_LAST = select(func.coalesce(func.max(games.c.id), 0))
_GAMES = (
    select(
        *(games.c[name] for name in ("id", "game", "revision", "seed", "moves", "status", "undos")),
        results.c.outcome,
        results.c.left,
    )
    .outerjoin(results, results.c.game_id == games.c.id)
    .where(games.c.set_aside.is_(None), games.c.id < bindparam("below"))
    .order_by(games.c.id.desc())
    .limit(_A_READ)
)
"""Nothing that the tables of an older program lack."""


class KeptGame(NamedTuple):
    """What a backup holds of a game; `outcome` and `left` are None without a result."""

    id: int
    game: str
    revision: int
    seed: str
    moves: str
    status: str
    undos: int
    outcome: str | None
    left: int | None


@contextlib.contextmanager
def copied(source: Path, target: Path, *, to_play_on: bool = False) -> Iterator[Path]:
    """Copy a database of ours, with all that has been saved so far, to a new file for its owner alone.

    SQLite takes a snapshot, so the bot may go on writing. Once the copy is complete and found to be sound, it
    is yielded to be looked at, and gets its name at the end of the block; if anything is raised, nothing is
    left of it. If people are `to_play_on`, new games and races there get none of the ids that may have been
    given out since the source was made. Raise StoreError if there is nothing to copy, or if the target exists
    by then.
    """
    try:
        check_is_file(source.absolute(), "database")
        if target.exists():
            raise _taken(target)
        with _made_whole(target) as unfinished:
            _fill(unfinished, source)
            if to_play_on:
                _leave_out_lost_ids(unfinished)
            yield unfinished
    except FileExistsError:
        raise _taken(target) from None
    except (OSError, sqlite3.Error) as error:
        raise StoreError(f"{source} cannot be copied to {target}: {_reason(error)}.") from error


def _reason(error: Exception) -> str:
    """Return what went wrong, without the name that a copy has in the making."""
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)


def _taken(target: Path) -> StoreError:
    return StoreError(f"{target} already exists: move it away, or name a new file.")


@contextlib.contextmanager
def _made_whole(target: Path) -> Iterator[Path]:
    """Yield a file to be filled, which only its owner may read; it gets its name at the end of the block.

    Each attempt has a file of its own, so that two at once don't write to the same. Raise FileExistsError if
    there is something of that name by then, and leave nothing if anything goes wrong.
    """
    place = target.resolve()
    delete_leftovers(place.parent)
    handle, name = tempfile.mkstemp(prefix=_BEGINS, suffix=_ENDS, dir=place.parent)
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        _write_through(unfinished)
        _give_name(unfinished, place)
    finally:
        delete_file(unfinished)
    _write_through(place.parent)


def _give_name(unfinished: Path, place: Path) -> None:
    """Give a file its name; the name it had may stay. Raise FileExistsError if somebody has taken it."""
    try:
        place.hardlink_to(unfinished)
    except FileExistsError:
        raise
    except OSError:  # a disk without hard links, as USB sticks are
        if place.exists():
            raise FileExistsError from None
        unfinished.rename(place)


def delete_leftovers(folder: Path) -> None:
    """Delete what killed attempts have left; files younger than an hour may still be written."""
    delete_older(folder.glob(_LEFTOVERS), _AN_HOUR)


def delete_older(copies: Iterable[Path], seconds: float) -> None:
    """Delete copies that were made longer ago than that."""
    for copy in copies:
        with contextlib.suppress(OSError):  # it is gone already, or somebody else's
            if time.time() - copy.stat().st_mtime > seconds:
                delete_file(copy)


def _write_through(path: Path) -> None:
    """Wait until a file or folder is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _fill(copy: Path, source: Path) -> None:
    """Copy a database to an empty file, and check all its pages."""
    revision_in(source)  # another program's may be huge, and is refused before it is copied
    with _open(source) as of, _open(copy) as to:
        of.backup(to, progress=_patience(source))
        to.execute("PRAGMA journal_mode = DELETE")  # so that everything is in this one file
        (sound,) = to.execute("PRAGMA integrity_check(1)").fetchone()
    if sound != "ok":
        raise StoreError(f"{source} is damaged: {sound}.")


def _leave_out_lost_ids(copy: Path) -> None:
    with _open(copy) as connection, connection:
        (last,) = connection.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence").fetchone()
        connection.execute("DELETE FROM sqlite_sequence WHERE name = 'games'")
        connection.execute("INSERT INTO sqlite_sequence VALUES ('games', ?)", (last + _LOST_IDS,))
        connection.execute(_HOLD_PLACE, (_LOST_IDS,))


def _patience(source: Path) -> Callable[[int, int, int], None]:
    """Return what raises StoreError once a database that is copied has been locked for some seconds.

    Python itself would wait for ever. Bots that run don't lock out readers.
    """
    give_up = time.monotonic() + _LOCKED_SECONDS

    def look(status: int, _remaining: int, _pages: int) -> None:
        if status in LOCKS and time.monotonic() > give_up:
            raise StoreError(f"{source} {_LOCKED}")

    return look


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a database of ours; raise StoreError if it is not there, cannot be read, or is none or too old."""
    check_is_file(path, "file")
    try:
        with _open(path) as connection:
            connection.execute(_OURS)
            check_revision(_revision(connection), path)
            yield connection
    except sqlite3.Error as error:
        told = _TOLD.get(primary_code(error), "is not a database of Idle Year: {}.")
        raise StoreError(f"{path} {told.format(error)}") from error


@contextlib.contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file that exists."""
    address = f"{path.absolute().as_uri()}?mode=rw"
    with contextlib.closing(sqlite3.connect(address, _LOCKED_SECONDS, uri=True)) as connection:
        yield connection


def revision_in(path: Path) -> str:
    """Return the revision of a database; raise StoreError if it is not one of ours."""
    with reading(path) as connection:
        return _revision(connection)


def _revision(connection: sqlite3.Connection) -> str:
    return ", ".join(revision for (revision,) in connection.execute(_REVISION))


def count_games(path: Path) -> int:
    """Return how many games a database holds; raise StoreError if it is not one of ours."""
    with reading(path) as connection:
        (games,) = connection.execute("SELECT count(*) FROM games").fetchone()
        return int(games)


def latest_games(path: Path, most: int) -> Iterator[KeptGame]:
    """Yield the latest games that can be read, with their results; raise StoreError as `count_games` does."""
    with reading(path) as connection:
        yield from map(KeptGame._make, connection.execute(_LATEST, (most,)))


async def look_at_all(url: str, look: Callable[[KeptGame], None], progress: Progress) -> None:
    """Show every game that can be read, the latest first; raise StoreError if there is no such database."""
    file = file_of(url)
    if file is not None:
        check_is_file(file.absolute(), "database")
    database = Database(url)
    try:
        await _look_at_all(database, look, progress)
    except StoreFailing as error:
        raise StoreError(f"The database cannot be read: {reason_of(error)}.") from error
    except DBAPIError as error:
        raise StoreError(f"That is not a database of Idle Year: {reason_of(error)}.") from error
    finally:
        await database.close()


async def _look_at_all(database: Database, look: Callable[[KeptGame], None], progress: Progress) -> None:
    async with database.statement() as connection:
        await connection.run_sync(check_is_ours, database.file)
    last = (await database.execute(_LAST)).scalar_one()
    below = last + 1
    with progress(last) as show:
        while some := (await database.execute(_GAMES, {"below": below})).all():
            for row in some:
                look(KeptGame._make(row))
            below = some[-1].id
            show(last + 1 - below)
