"""Servers that have removed the bot: what is left of them is forgotten."""

from __future__ import annotations

import discord

from bot.client.shards import Pace, is_ours
from bot.service.background import repeat
from bot.store import Store

_AN_HOUR = 3600.0  # seconds


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
        await pace.wait()
        if not await _is_member(bot, guild):
            await store.departures.left(guild)


async def _is_member(bot: discord.Client, guild: int) -> bool:
    try:
        await bot.fetch_guild(guild, with_counts=False)
    except (discord.NotFound, discord.Forbidden):
        return False
    return True


async def _forget(bot: discord.AutoShardedClient, store: Store) -> None:
    for guild in await store.departures.long_gone():
        if not is_ours(bot, guild):
            continue
        if bot.get_guild(guild) is None:
            await store.departures.forget(guild)
        else:
            await store.departures.returned(guild)
