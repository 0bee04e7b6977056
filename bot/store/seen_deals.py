"""Deals that players had seen when their data was deleted, and that others still play: for a day."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import seen_deals
from bot.store.troubles import DealSeen

_A_DAY = timedelta(days=1)
_SEEN = select(seen_deals.c.until).where(seen_deals.c.fingerprint == bindparam("key"))
_UNSEE = delete(seen_deals).where(seen_deals.c.fingerprint == bindparam("key"))
FORGET_SEEN = delete(seen_deals).where(seen_deals.c.until <= bindparam("now"))
"""Deletes those that have expired."""


async def is_seen(connection: AsyncConnection, player: int, game: str, seed: str) -> bool:
    """Whether a player had seen a deal when all data about them was deleted, at most a day ago."""
    key = _fingerprint(player, game, seed)
    return (await connection.execute(_SEEN, {"key": key})).first() is not None


async def check_unseen(connection: AsyncConnection, player: int, game: str, seed: str) -> None:
    """Raise DealSeen if a player had seen a deal.

    Call this after `take_part`: then nobody's data is deleted meanwhile.
    """
    if await is_seen(connection, player, game, seed):
        raise DealSeen("The player had seen this deal when all data about them was deleted.")


async def remember_seen(
    connection: AsyncConnection, player: int, game: str, seed: str, now: datetime
) -> None:
    """Remember for a day that a player has seen a deal."""
    key = _fingerprint(player, game, seed)
    await connection.execute(_UNSEE, {"key": key})
    await connection.execute(insert(seen_deals), {"fingerprint": key, "until": now + _A_DAY})


def _fingerprint(player: int, game: str, seed: str) -> str:
    """Return what stands for a player and a deal, and tells neither."""
    return hashlib.sha256(f"{player}/{game}/{seed}".encode()).hexdigest()
