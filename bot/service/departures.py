"""Servers that the bot has left: their settings go at once, and what else belongs to them some days later."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.store import Store

DAYS = 7
"""So long a server keeps its races and leaderboards, in case the bot was thrown out by mistake."""


class Departures:
    """What the bot forgets of servers."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def left(self, guild: int) -> None:
        """Forget a server's settings, and the rest some days from now."""
        await self._store.departures.put(guild)

    async def returned(self, guild: int) -> None:
        """Keep what is still there of a server that the bot is in again."""
        await self._store.departures.drop(guild)

    async def servers(self) -> set[int]:
        """Return every server of which something is kept that the bot has not left, as far as it knows."""
        return await self._store.departures.servers()

    async def long_gone(self) -> list[int]:
        """Return the servers that the bot left so long ago that they can be forgotten."""
        return await self._store.departures.before(self._store.now() - timedelta(days=DAYS))

    async def forget(self, guild: int) -> None:
        """Delete what belongs to a server alone: its races and its leaderboards, but nobody's results."""
        await self._store.ranks.reset(guild, None)
        await self._store.departures.forget(guild)
