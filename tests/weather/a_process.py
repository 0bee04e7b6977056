"""One process of the bot as its operator starts it, except for its Discord and its clock, which a test sets.

It also looks more often which digests are due: its days pass in seconds.

Its arguments: the address of the small Discord, and a file with the seconds by which the clock is ahead.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import bot.__main__ as program
import bot.ui.digest
import bot.ui.outbox
from bot.store import open_store
from small_discord import point_client_at

_OFTEN = 2.0  # seconds


class _Clock:
    """Is ahead by what a file says, or said when it could last be read: a test may leave no file to open."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._ahead = timedelta()

    def __call__(self) -> datetime:
        """Return what the time is."""
        with suppress(OSError):
            self._ahead = timedelta(seconds=float(self._file.read_text()))
        return datetime.now(UTC) + self._ahead


if __name__ == "__main__":
    url, ahead = sys.argv[1], Path(sys.argv[2])
    program.open_store = partial(open_store, now=_Clock(ahead))  # type: ignore[attr-defined]
    bot.ui.digest._PAUSE = bot.ui.outbox._PAUSE = _OFTEN
    with point_client_at(url):
        sys.exit(program.main())
