"""Servers that the bot has left: noted and, in time, forgotten, by the process whose they were."""

from __future__ import annotations

import logging

import discord

from bot.client.failures import FAILURES, is_refusal
from bot.client.servers import Pace, is_ours
from bot.service.background import reason, repeat
from bot.store import Store

log = logging.getLogger(__name__)

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
