"""The SQLite file that is open: it may be moved, deleted or replaced, and SQLite goes on in the old one."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from typing import TYPE_CHECKING

from bot.store.errors import StoreFailing

if TYPE_CHECKING:
    from pathlib import Path

log = logging.getLogger(__name__)


class OpenFile:
    """The file as it was when it was last opened."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._inode: int | None = None

    def note(self) -> None:
        """Note which file has just been opened."""
        self._inode = self._path.stat().st_ino

    def check_in_place(self) -> None:
        """Raise StoreFailing if the file is no longer the one at its path."""
        with contextlib.suppress(OSError):  # SQLite tells what is wrong with the disk
            if not self._path.exists() or self._path.stat().st_ino != self._inode:
                raise StoreFailing(
                    f"The database, {self._path}, was moved, deleted or replaced while the bot runs, which "
                    "goes on in the old file: move that back (docs/operating.md)."
                )

    def checkpoint(self) -> None:
        """Checkpoint the write-ahead log into the file, as far as possible without making anybody wait.

        SQLite would also write it into another file that is now at the path, which destroys that one.
        """
        try:
            self.check_in_place()
        except StoreFailing as error:
            log.error("%s", error)
            return
        address = f"{self._path.absolute().as_uri()}?mode=rw"  # one that goes right now is not recreated
        try:
            with contextlib.closing(sqlite3.connect(address, uri=True)) as connection:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error as error:
            log.warning("What was written ahead could not be brought into %s: %s", self._path, error)
