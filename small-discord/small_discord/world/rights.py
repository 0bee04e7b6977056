"""The one calculator of permissions: what a member may do in a server, in its channels and to its roles."""

from __future__ import annotations

from small_discord.weather import Clock
from small_discord.world.permissions import (
    ADMINISTRATOR,
    ALL_PERMISSIONS,
    MANAGE_THREADS,
    NEED_WRITING,
    SEND_MESSAGES,
    SEND_MESSAGES_IN_THREADS,
    TIMED_OUT,
    VIEW_CHANNEL,
)
from small_discord.world.places import Channel, Guild
from small_discord.world.servers import Servers


class Rights:
    """Calculates permission bits as Discord documents it; time-outs end by Discord's clock."""

    def __init__(self, servers: Servers, clock: Clock) -> None:
        self._servers = servers
        self._clock = clock

    def in_server(self, user_id: str, guild: Guild) -> int:
        """Return the permissions of a member of a server: everything for its owner and administrators."""
        total = _given(guild, user_id)
        return total if total == ALL_PERMISSIONS else total & self._left_to(user_id, guild)

    def in_channel(self, user_id: str, channel: Channel) -> int:
        """Return the permissions of a member in a channel or thread; none in a conversation."""
        if channel.guild_id is None:
            return 0
        guild = self._servers.by_id[channel.guild_id]
        total = _given(guild, user_id)
        if total == ALL_PERMISSIONS:
            return total
        total = _overwritten(total, guild, channel, user_id)
        if not total & _writing(channel):
            total &= ~NEED_WRITING
        return total & self._left_to(user_id, guild) if total & VIEW_CHANNEL else 0

    def may_see(self, user_id: str, channel: Channel) -> bool:
        """Say whether a member sees a channel, or a thread: a private one from within, or as a moderator."""
        has = self.in_channel(user_id, channel)
        is_in = not channel.private or channel.has_joined(user_id) or has & MANAGE_THREADS
        return bool(has & VIEW_CHANNEL and is_in)

    def may_post(self, user_id: str, channel: Channel) -> bool:
        """Say whether a member may write in a channel or thread of a server."""
        return bool(self.in_channel(user_id, channel) & _writing(channel))

    def is_timed_out(self, user_id: str, guild: Guild) -> bool:
        """Say whether a time-out of a member lasts still; it does nothing to owners and administrators."""
        return _given(guild, user_id) != ALL_PERMISSIONS and self._left_to(user_id, guild) == TIMED_OUT

    def _left_to(self, user_id: str, guild: Guild) -> int:
        until = guild.profile(user_id).timed_out_until
        return ALL_PERMISSIONS if until is None or until <= self._clock.now() else TIMED_OUT


def _given(guild: Guild, user_id: str) -> int:
    """Return what a server gives to a member by its roles, @everyone included."""
    total = guild.everybody
    for role in guild.roles_of(user_id):
        total |= role.permissions
    return ALL_PERMISSIONS if user_id == guild.owner_id or total & ADMINISTRATOR else total


def _overwritten(total: int, guild: Guild, channel: Channel, user_id: str) -> int:
    """Apply a channel's overwrites (a thread's are its channel's): @everyone's, the roles', the member's."""
    if channel.parent_id is not None:
        channel = guild.channel(channel.parent_id)
    mine = {role.id for role in guild.roles_of(user_id)}
    steps = (
        [each for each in channel.overwrites if each.is_role and each.id == guild.id],
        [each for each in channel.overwrites if each.is_role and each.id in mine],
        [each for each in channel.overwrites if not each.is_role and each.id == user_id],
    )
    for step in steps:
        for each in step:
            total &= ~each.deny
        for each in step:
            total |= each.allow
    return total


def _writing(channel: Channel) -> int:
    return SEND_MESSAGES if channel.parent_id is None else SEND_MESSAGES_IN_THREADS
