"""Which servers this process serves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store import Shards

if TYPE_CHECKING:
    import discord


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
