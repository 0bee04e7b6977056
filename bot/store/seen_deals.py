"""Deals that players had seen when their data was deleted, and that others still play: fingerprints alone."""

from __future__ import annotations

import hashlib

from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import seen_deals
from bot.store.troubles import DealSeen

_SEEN = select(seen_deals.c.until).where(seen_deals.c.fingerprint == bindparam("key"))


async def is_seen(connection: AsyncConnection, player: int, game: str, seed: str) -> bool:
    """Whether a player had seen a deal when all data about them was deleted, at most a day ago."""
    key = fingerprint(player, game, seed)
    return (await connection.execute(_SEEN, {"key": key})).first() is not None


async def check_unseen(connection: AsyncConnection, player: int, game: str, seed: str) -> None:
    """Raise DealSeen if a player had seen a deal.

    Call this after `take_part`: then nobody's data is deleted meanwhile.
    """
    if await is_seen(connection, player, game, seed):
        raise DealSeen("The player had seen this deal when all data about them was deleted.")


def fingerprint(player: int, game: str, seed: str) -> str:
    """Return what stands for a player and a deal, and tells neither."""
    return hashlib.sha256(f"{player}/{game}/{seed}".encode()).hexdigest()
