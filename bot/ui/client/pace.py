"""How fast the bot sends requests of its own accord."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.ui.client.guilds import shards_of

if TYPE_CHECKING:
    import discord

_A_SECOND = 45
"""Requests a second by all processes together: Discord allows 50, and answers to people must not wait."""
_AT_ONCE = 5
"""How many more may come at once after a pause, which makes 50 in the worst second."""


class Pace:
    """Lets requests go one after another, at this process's share of what all may send."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        self._client = client
        self._next = 0.0

    async def wait(self) -> None:
        """Return when the next request may be sent."""
        loop, share = asyncio.get_running_loop(), _share(self._client)
        between = 1 / (_A_SECOND * share)
        now = loop.time()
        turn = max(self._next, now - max(_AT_ONCE * share - 1, 0) * between)
        self._next = turn + between
        await asyncio.sleep(turn - now)


def _share(client: discord.AutoShardedClient) -> float:
    """Return the fraction of the bot's shards that this process serves."""
    shards = shards_of(client)
    return len(shards.ids) / shards.total
