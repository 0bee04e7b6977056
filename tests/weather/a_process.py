"""One process of the bot as its operator starts it, except for its Discord and its clock, which a test sets.

Its arguments: the address of the small Discord, and a file with the seconds by which the clock is ahead.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import bot.__main__ as program
from bot.store import open_store
from small_discord import point_client_at


def _now(ahead: Path) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=float(ahead.read_text()))


if __name__ == "__main__":
    url, ahead = sys.argv[1], Path(sys.argv[2])
    program.open_store = partial(open_store, now=partial(_now, ahead))  # type: ignore[attr-defined]
    with point_client_at(url):
        sys.exit(program.main())
