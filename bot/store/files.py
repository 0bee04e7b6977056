"""The SQLite file, apart from its content: who may read it, whether it is intact and in place."""

from __future__ import annotations

import contextlib
import fcntl
import logging
import os
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path

from bot.store.errors import StoreError, StoreFailing

log = logging.getLogger(__name__)

_MAGIC = b"SQLite format 3\0"
_OTHERS = 0o077
_LOCK = "-lock"
"""The ending of the file beside it that a bot locks while it runs."""


def prepare_file(path: Path) -> None:
    """Create a file that only its owner may read, unless there is one, which is looked into first.

    Raise StoreError if it cannot be written, if it is something else, or if its content is gone.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _check_is_database(path)
    _check_rights(path)
    _check_not_emptied(path)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))


def check_is_file(path: Path, what: str) -> None:
    """Raise StoreError if there is nothing at a path, or something else than a file."""
    if not path.exists():
        raise StoreError(f"There is no {what} {path}.")
    if not path.is_file():
        raise StoreError(f"{path} is not a file.")


@contextlib.contextmanager
def running_on(path: Path) -> Iterator[None]:
    """Lock the database of a bot that runs, for other bots to see; log a warning if another one has.

    Two would both answer every press. Programs that only read or copy it don't look at this lock.
    """
    with _beside(path, _LOCK).open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            log.warning("Another bot is running on the database, %s, as well: stop one of them.", path)
        except OSError:
            log.debug("The disk of %s has no locks.", path)
        yield


def _check_is_database(path: Path) -> None:
    """Raise StoreError if there is something else at a path: it stays as it is."""
    if not path.exists():
        return
    if not path.is_file():
        raise StoreError(f"The database, {path}, is not a file: name a file in DATABASE_URL.")
    with contextlib.suppress(PermissionError), path.open("rb") as file:
        begins = file.read(len(_MAGIC))
        if begins and begins != _MAGIC:
            raise StoreError(
                f"{path} is not a database, or the beginning of it is damaged: name another file in "
                "DATABASE_URL, or move it away and put a backup back (docs/operating.md)."
            )


def _check_rights(path: Path) -> None:
    """Raise StoreError if what SQLite writes, or the file that we lock, cannot be written."""
    for file in (path, path.parent, *(_beside(path, ending) for ending in ("-wal", "-shm", _LOCK))):
        if file.exists() and not os.access(file, os.W_OK):
            raise StoreError(
                f"The database, {path}, cannot be written: {file} is on a read-only disk, or it belongs to "
                "somebody else."
            )


def delete_file(path: Path) -> None:
    """Delete an SQLite file with what SQLite left beside it: a later file of its name would take that in."""
    with contextlib.suppress(OSError):  # on a disk that takes nothing there is nothing to delete
        for ending in ("-journal", "-wal", "-shm", ""):
            _beside(path, ending).unlink(missing_ok=True)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _check_not_emptied(path: Path) -> None:
    """Raise StoreError if SQLite would throw away the write-ahead log of a file that is gone."""
    ahead = _beside(path, "-wal")
    if _has_content(ahead) and not _has_content(path):
        raise StoreError(
            f"The database, {path}, is empty, but {ahead} still holds what was written last: put the file "
            f"back from a copy, or move {ahead.name} away to begin anew."
        )


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size != 0


def size_of(path: Path) -> int:
    """Return how many bytes a file has, with what has only been written ahead."""
    return sum(file.stat().st_size for file in (path, _beside(path, "-wal")) if file.exists())


def open_to_others(files: Iterable[Path]) -> list[Path]:
    """Return those of some files to which others than their owner have any right."""
    return [file for file in files if file.exists() and file.stat().st_mode & _OTHERS]


def make_private(path: Path) -> None:
    """Revoke any rights that others have on the files, and log it."""
    exposed = open_to_others([path, _beside(path, "-wal"), _beside(path, "-shm")])
    if not exposed:
        return
    try:
        for file in exposed:
            file.chmod(0o600)
    except PermissionError:
        log.warning("Others may read the database, %s: only its owner can change that (chmod 600).", path)
    else:
        log.warning("Others could read the database, %s: now only its owner can.", path)


class OpenFile:
    """The file as it was when it was last opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._inode: int | None = None

    def note(self) -> None:
        """Note which file has just been opened."""
        self._inode = self.path.stat().st_ino

    def check_in_place(self) -> None:
        """Raise StoreFailing if the file is no longer the one at its path."""
        with contextlib.suppress(OSError):  # SQLite tells what is wrong with the disk
            if not self.path.exists() or self.path.stat().st_ino != self._inode:
                raise StoreFailing(
                    f"The database, {self.path}, was moved, deleted or replaced while the bot runs, which "
                    "goes on in the old file: move that back (docs/operating.md)."
                )

    def checkpoint(self) -> None:
        """Checkpoint the write-ahead log into the file and empty it, if that makes nobody wait.

        Until it is emptied, what was deleted from the file can still be read in it.
        SQLite would also write it into another file that is now at the path, which destroys that one.
        """
        try:
            self.check_in_place()
        except StoreFailing as error:
            log.error("%s", error)
            return
        address = f"{self.path.absolute().as_uri()}?mode=rw"  # one that goes right now is not recreated
        try:
            with contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
                # This keeps writers out, for the moment that the rest takes, but waits for nobody.
                connection.execute("PRAGMA busy_timeout = 0")
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            log.warning("What was written ahead could not be brought into %s: %s", self.path, error)
