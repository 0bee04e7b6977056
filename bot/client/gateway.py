"""Connections to Discord's gateway: whatever becomes of one, its shard goes on until the bot leaves.

discord.py would end the process, for every server, or wait for too long, and no public switch changes that.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, KeepAliveHandler, ReconnectWebSocket

from bot.client.failures import warn
from bot.store.troubles import OnceAMinute

_UNKNOWN_OP = "Unknown OP code %s."
"""What discord.py logs of a frame that it does not know."""
_SHORTEST, _LONGEST = 1.0, 60.0
"""Limits on Discord's heartbeat interval (usually 41 s); an interval of 0 would never let up."""
_MOST_DOUBLED = 6
"""Up to 2 to this power, 64 seconds, between two tries; discord.py waits up to 1,024."""
_ONCE_MORE = 0.5
"""Seconds until what goes on although it was cancelled is cancelled again."""
_connect = DiscordWebSocket.from_client


def outlive_odd_connections(dropped: Callable[[], None]) -> None:
    """Make shards go on when Discord hangs up at once, greets them twice or sends frames of an unknown op.

    For each of those frames `dropped` is called, and one line a minute is logged.
    """
    DiscordWebSocket.from_client = _connected  # type: ignore[method-assign]
    discord.gateway.KeepAliveHandler = _OneHeartbeat  # type: ignore[assignment,misc]
    told = logging.getLogger("discord.gateway")
    told.filters[:] = [each for each in told.filters if not isinstance(each, _UnknownOps)]
    told.addFilter(_UnknownOps(dropped))


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


class _UnknownOps(logging.Filter):
    """Holds back what discord.py logs of each frame with an op that it does not know."""

    def __init__(self, dropped: Callable[[], None]) -> None:
        super().__init__()
        self._dropped = dropped
        self._lines = OnceAMinute()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a line is about anything else."""
        if record.msg != _UNKNOWN_OP:
            return True
        self._dropped()
        warn(self._lines, _UNKNOWN_OP, "Discord has sent a frame with an op that is not known.")
        return False


class _OneHeartbeat(KeepAliveHandler):
    """A heartbeat that takes the place of the one its connection had before, at a pace that makes sense."""

    def __init__(self, *, ws: DiscordWebSocket, interval: float, **options: Any) -> None:
        if ws._keep_alive is not None:  # noqa: SLF001  the reason is this module's
            ws._keep_alive.stop()  # noqa: SLF001
        super().__init__(ws=ws, interval=min(max(_SHORTEST, interval), _LONGEST), **options)
