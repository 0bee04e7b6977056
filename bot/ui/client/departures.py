"""Forgets the servers that have removed the bot, even while it was offline."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord

from bot.service.upkeep.background import repeat
from bot.ui.client.guilds import is_ours

if TYPE_CHECKING:
    from bot.service.players.departures import Departures
    from bot.ui.client.pace import Pace

_AN_HOUR = 3600.0  # seconds


async def keep_forgetting(bot: discord.AutoShardedClient, departures: Departures, pace: Pace) -> None:
    """Check every hour which servers the bot is no longer in, and forget those long gone, until cancelled.

    Every process checks the servers that belong to its own shards.
    """

    async def work() -> None:
        await _note_unseen(bot, departures, pace)
        await _forget(bot, departures)

    await bot.wait_until_ready()
    await repeat(work, _AN_HOUR, "Servers that the bot has left could not be looked through")


async def _note_unseen(bot: discord.AutoShardedClient, departures: Departures, pace: Pace) -> None:
    """Note which servers were left while the bot was offline, asking Discord about each."""
    for guild in await departures.servers():
        # The bot is still a member of a server that is unavailable at the moment.
        if not is_ours(bot, guild) or bot.get_guild(guild) is not None:
            continue
        await pace.wait()
        if not await _is_member(bot, guild):
            await departures.left(guild)


async def _is_member(bot: discord.Client, guild: int) -> bool:
    try:
        await bot.fetch_guild(guild, with_counts=False)
    except (discord.NotFound, discord.Forbidden):
        return False
    return True


async def _forget(bot: discord.AutoShardedClient, departures: Departures) -> None:
    for guild in await departures.long_gone():
        if not is_ours(bot, guild):
            continue
        if bot.get_guild(guild) is None:
            await departures.forget(guild)
        else:
            await departures.returned(guild)
