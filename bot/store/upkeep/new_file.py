"""A file that appears under its name once it is whole, and never in the place of another."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_BEGINS, _ENDS = "idle-year-", ".partial"
_LEFTOVERS = f"{_BEGINS}????????{_ENDS}"
_JOURNAL = "-journal"
_AN_HOUR = 3600.0


@contextlib.contextmanager
def made_whole(target: Path) -> Iterator[Path]:
    """Yield a file to be filled, which only its owner may read; it gets its name at the end of the block.

    Each attempt has a file of its own, so that two at once don't write to the same. Raise FileExistsError if
    there is something of that name by then, and leave nothing if anything goes wrong.
    """
    place = target.resolve()
    _delete_leftovers(place.parent)
    handle, name = tempfile.mkstemp(prefix=_BEGINS, suffix=_ENDS, dir=place.parent)
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        _write_through(unfinished)
        _give_name(unfinished, place)
    finally:
        with contextlib.suppress(OSError):  # on a disk that takes nothing there is nothing to delete
            unfinished.unlink()
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


def _delete_leftovers(folder: Path) -> None:
    """Delete what killed attempts have left; whatever is younger than an hour may still be written."""
    for left in folder.glob(_LEFTOVERS):
        with contextlib.suppress(OSError):  # it is gone already, or somebody else's
            if time.time() - left.stat().st_mtime > _AN_HOUR:
                left.with_name(left.name + _JOURNAL).unlink(missing_ok=True)
                left.unlink()


def _write_through(path: Path) -> None:
    """Wait until a file or folder is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
