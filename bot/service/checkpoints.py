"""The file of SQLite, kept whole while the bot runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.background import repeat

if TYPE_CHECKING:
    from bot.store import Store

_A_MINUTE = 60.0  # seconds


async def keep_whole(store: Store) -> None:
    """Bring what was written ahead into the file every minute, until cancelled: a copy is never far behind.

    Every process that has a file does so; PostgreSQL needs nothing of the kind.
    """
    await repeat(store.checkpoint, _A_MINUTE, "The file of the database is behind", first=_A_MINUTE)
