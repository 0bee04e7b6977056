"""Cuts what discord.py caches of a server to its name, via its private `parsers`: no public switch does so.

It would cache all channels, threads, roles and more, up to half a megabyte per server. The bot uses none of
them: interactions say what it has to know, and it asks Discord for what they do not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import discord

Payload: TypeAlias = dict[str, Any]
Parser: TypeAlias = Callable[[Payload], None]

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


def keep_names_only(client: discord.Client) -> None:
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
