"""Regular checkpoints of the SQLite file while the bot runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.upkeep.background import repeat

if TYPE_CHECKING:
    from bot.store import Store

_A_MINUTE = 60.0  # seconds


async def keep_whole(store: Store) -> None:
    """Checkpoint the write-ahead log every minute until cancelled, so that a copy is never far behind.

    Every process that uses SQLite does this; PostgreSQL does not need it.
    """
    await repeat(store.checkpoint, _A_MINUTE, "The file of the database is behind", first=_A_MINUTE)
