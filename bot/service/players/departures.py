"""Servers that the bot has left: settings are deleted at once, everything else once they have been quiet."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from bot.store import Store

DAYS = 7
"""How long a server keeps its races and leaderboards after the bot has left and the last game there is over.

The bot may have been removed by mistake, and whoever has added it as an app can play there without it.
"""


class Departures:
    """Deletes the data of servers that the bot has left."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def left(self, guild: int) -> None:
        """Delete a server's settings now, and mark the rest for deletion some days from now."""
        await self._store.departures.put(guild)

    async def returned(self, guild: int) -> None:
        """Keep what is left of the data of a server that the bot is back in."""
        await self._store.departures.drop(guild)

    async def servers(self) -> set[int]:
        """Return every server with stored data that the bot, as far as it knows, has not left."""
        return await self._store.departures.servers()

    async def long_gone(self) -> list[int]:
        """Return the servers that the bot left long enough ago to be forgotten."""
        return await self._store.departures.before(self._long_ago())

    async def forget(self, guild: int) -> bool:
        """Delete what belongs to the server alone: its races and leaderboards, but nobody's results.

        Do nothing, and return False, unless the bot left it long enough ago, has not been back, and nobody
        has ended a game there since.
        """
        return await self._store.departures.forget(guild, self._long_ago())

    def _long_ago(self) -> datetime:
        return self._store.now() - timedelta(days=DAYS)
