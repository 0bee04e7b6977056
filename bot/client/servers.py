"""Servers: only their names are cached, and those that have removed the bot are forgotten.

discord.py would cache all channels, threads, roles and more, up to half a megabyte per server, and no public
switch stops it. The bot uses none of them: interactions say what it has to know, and it asks Discord for what
they do not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import discord

from bot.client.shards import Pace, is_ours
from bot.service.background import repeat
from bot.store import Store

Payload: TypeAlias = dict[str, Any]
Parser: TypeAlias = Callable[[Payload], None]

_AN_HOUR = 3600.0  # seconds
_HEARD = {
    *("READY", "RESUMED", "USER_UPDATE"),
    *("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"),
    "INTERACTION_CREATE",
}
"""The other events are about channels, roles, threads and members, which discord.py would cache."""
_OF_SERVERS = {
    "id",
    "name",
    "unavailable",  # tells the end of an outage from a new server
    # discord.py creates an object for each of these that is missing.
    *("verification_level", "default_message_notifications"),
}
_OF_CHANNELS: Payload = {
    "name": "",
    "position": 0,
    "parent_id": 0,
    "bitrate": 0,
    "user_limit": 0,
    "owner_id": 0,
    "message_count": 0,
    "member_count": 0,
    "thread_metadata": {"archived": False, "auto_archive_duration": 60, "archive_timestamp": None},
}
"""Fields that discord.py takes for granted of a channel it does not know, failing if one is missing."""


def cache_names_only(client: discord.Client) -> None:
    """Make a client cache only which servers it is in, nothing of their contents; call before it connects."""
    parsers = parsers_of(client)
    for event in parsers.keys() - _HEARD:
        del parsers[event]
    for event, change in _CHANGES.items():
        parsers[event] = _after(change, parsers[event])


def parsers_of(client: discord.Client) -> dict[str, Parser]:
    """Return what parses each of a client's gateway events."""
    return client._connection.parsers  # noqa: SLF001  the reason is this module's


def _after(change: Callable[[Payload], Payload], parse: Parser) -> Parser:
    return lambda data: parse(change(data))


def _shortened(server: Payload) -> Payload:
    return {key: server[key] for key in _OF_SERVERS & server.keys()}


def _completed(interaction: Payload) -> Payload:
    """Fill in what Discord may leave out: of an interaction's channel it guarantees only id and type."""
    return interaction | {"channel": _OF_CHANNELS | interaction.get("channel", {})}


_CHANGES = {"GUILD_CREATE": _shortened, "GUILD_UPDATE": _shortened, "INTERACTION_CREATE": _completed}


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
