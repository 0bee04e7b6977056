"""The servers that are this process's, and its share of what the bot sends of its own accord."""

from __future__ import annotations

import asyncio

import discord

from bot.store import Shards

_A_SECOND = 45
"""Requests a second by all processes together: Discord allows 50, and answers to people must not wait."""
_AT_ONCE = 5
"""How many more may come at once after a pause, which makes 50 in the worst second."""


def is_here(client: discord.Client, guild: int) -> bool:
    """Whether the bot is in a server that this process serves, and Discord can reach it."""
    found = client.get_guild(guild)
    return found is not None and not found.unavailable


def is_ours(client: discord.AutoShardedClient, guild: int) -> bool:
    """Whether a server, if the bot is in it at all, belongs to a shard of this process."""
    shards = shards_of(client)
    return (guild >> 22) % shards.total in shards.ids


def shards_of(client: discord.AutoShardedClient) -> Shards:
    """Return the shards of this process."""
    total = client.shard_count or 1
    return Shards(list(client.shard_ids or range(total)), total)


def is_first(client: discord.AutoShardedClient) -> bool:
    """Whether this process has the first shard, and so does what one process has to do for all."""
    return 0 in shards_of(client).ids


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
