"""The servers that are this process's, its share of what the bot sends of its own accord, and who has left.

A server that the bot has left is noted and, in time, forgotten, by the process whose it was.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.client.failures import FAILURES, is_refusal
from bot.service.background import reason, repeat
from bot.store import Shards, Store

log = logging.getLogger(__name__)

_A_SECOND = 45
"""Requests a second by all processes together: Discord allows 50, and answers to people must not wait."""
_BURST = 5
"""How many more may come at once after a pause, which makes 50 in the worst second."""
_AN_HOUR = 3600.0  # seconds


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
        turn = max(self._next, now - max(_BURST * share - 1, 0) * between)
        self._next = turn + between
        await asyncio.sleep(turn - now)


def _share(client: discord.AutoShardedClient) -> float:
    """Return the fraction of the bot's shards that this process serves."""
    shards = shards_of(client)
    return len(shards.ids) / shards.total


async def forget_left_servers(bot: discord.AutoShardedClient, store: Store, pace: Pace) -> None:
    """Check every hour which servers the bot is no longer in, and forget those long gone, until cancelled.

    Every process checks the servers that belong to its own shards.
    """

    async def work() -> None:
        await _note_unseen(bot, store, pace)
        await _forget(bot, store)

    await bot.wait_until_ready()
    await repeat(work, _AN_HOUR, "Servers that the bot has left could not be looked through")


async def _note_unseen(bot: discord.AutoShardedClient, store: Store, pace: Pace) -> None:
    """Note which servers were left while the bot was offline, asking Discord about each."""
    for guild in await store.departures.servers():
        # The bot is still a member of a server that is unavailable at the moment.
        if not is_ours(bot, guild) or bot.get_guild(guild) is not None:
            continue
        await note_if_left(bot, store, pace, guild)


async def note_if_left(bot: discord.Client, store: Store, pace: Pace, guild: int) -> None:
    """Note that the bot has left a server if Discord says so: what looks like that may be an outage.

    If Discord says nothing, it is asked again within the hour.
    """
    await pace.wait()
    try:
        is_member = await _is_member(bot, guild)
    except FAILURES as error:
        log.warning("Discord does not tell whether the bot is in server %d: %s", guild, reason(error))
        return
    if not is_member:
        await store.departures.left(guild)


async def _is_member(bot: discord.Client, guild: int) -> bool:
    try:
        await bot.fetch_guild(guild, with_counts=False)
    except (discord.NotFound, discord.Forbidden) as error:
        if is_refusal(error):
            return False
        raise
    return True


async def _forget(bot: discord.AutoShardedClient, store: Store) -> None:
    for guild in await store.departures.long_gone():
        if not is_ours(bot, guild):
            continue
        if bot.get_guild(guild) is None:
            await store.departures.forget(guild)
        else:
            await store.departures.returned(guild)
