"""Connections to Discord's gateway: whatever becomes of one, its shard goes on until the bot leaves.

discord.py would end the process, for every server, or wait for too long, and no public switch changes that.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

_MOST_DOUBLED = 6
"""Up to 2 to this power, 64 seconds, between two tries; discord.py waits up to 1,024."""
_ONCE_MORE = 0.5
"""Seconds until what goes on although it was cancelled is cancelled again."""
_connect = DiscordWebSocket.from_client


def outlive_ended_connections() -> None:
    """Make a shard connect again when Discord hangs up before a session has begun."""
    DiscordWebSocket.from_client = _connected  # type: ignore[method-assign]


def look_for_discord_often(client: discord.AutoShardedClient, shard: int) -> None:
    """Make a shard that is connected for the first time return within about a minute of an outage's end."""
    client.shards[shard]._parent._backoff._max = _MOST_DOUBLED  # noqa: SLF001  the reason is this module's


async def heeding_cancellation(work: Coroutine[Any, Any, None]) -> None:
    """Do some work; whoever cancels that has it cancelled until it has ended.

    discord.py goes on if it is cancelled while a shard reconnects; before 3.12, `asyncio.wait_for`
    swallows a cancellation that arrives just as the shard connects.
    """
    task = asyncio.create_task(work)
    try:
        await asyncio.wait({task})
    except asyncio.CancelledError:
        while not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=_ONCE_MORE)
        await asyncio.gather(task, return_exceptions=True)  # nobody asks any more what it has ended with
        raise
    task.result()


async def _connected(client: discord.Client, *, resume: bool = False, **options: Any) -> DiscordWebSocket:
    try:
        return await _connect(client, resume=resume, **options)
    except ReconnectWebSocket as error:
        if resume:
            raise
        # Where a shard reconnects, discord.py doesn't know this, though it raises it.
        raise aiohttp.ClientConnectionError("Discord has hung up") from error
