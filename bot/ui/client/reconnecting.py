"""How often a shard that has lost Discord looks for it; discord.py keeps that private and has no setting."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import discord

_MOST_DOUBLED = 6
"""Up to 2 to this power, 64 seconds, between two tries; discord.py waits up to 1,024."""


def look_for_discord_often(client: discord.AutoShardedClient, shard: int) -> None:
    """Make a shard that is connected for the first time return within about a minute of an outage's end."""
    client.shards[shard]._parent._backoff._max = _MOST_DOUBLED  # noqa: SLF001  the reason is this module's
