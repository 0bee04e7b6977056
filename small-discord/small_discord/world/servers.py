"""What happens to servers, their channels, threads and roles; listeners hear of it."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import Enum, auto
from typing import Any, NamedTuple

from small_discord.ids import Snowflakes
from small_discord.world.file import WorldFile
from small_discord.world.places import Channel, Guild, Overwrite, Role, ThreadMember


class Event(Enum):
    """What may happen to a server."""

    BOT_LEFT = auto()
    BOT_JOINED = auto()
    MEMBER_LEFT = auto()
    MEMBER_JOINED = auto()
    MEMBER_CHANGED = auto()
    BANNED = auto()
    UNBANNED = auto()
    OUTAGE_BEGAN = auto()
    OUTAGE_ENDED = auto()
    CHANNEL_CREATED = auto()
    CHANNEL_CHANGED = auto()
    CHANNEL_DELETED = auto()
    THREAD_JOINED = auto()
    THREAD_LEFT = auto()
    ROLE_CREATED = auto()
    ROLE_CHANGED = auto()
    ROLE_DELETED = auto()
    GRANTED = auto()
    LANGUAGE_CHANGED = auto()


class Happening(NamedTuple):
    """What has happened to which server (as it stands now), and to what or whom in it."""

    event: Event
    guild: Guild
    channel: Channel | None = None
    role: Role | None = None
    member: str | None = None
    """The id of whoever came, left, changed or is banned: the server, or the thread that is named."""


class Servers:
    """All servers by id, kept in the world's file; `channels` holds all channels, theirs included."""

    def __init__(self, file: WorldFile, ids: Snowflakes, bot_id: str) -> None:
        self._file = file
        self._ids = ids
        self._bot_id = bot_id
        self.by_id = {body["id"]: Guild.from_document(body) for body in file.all("guild")}
        self.channels = {channel.id: channel for guild in self.by_id.values() for channel in guild.channels}
        self.listeners: list[Callable[[Happening], None]] = []

    def named(self, name_or_id: str) -> Guild:
        """Return a server by name or id; raise KeyError if there is none."""
        for guild in self.by_id.values():
            if name_or_id in (guild.name, guild.id):
                return guild
        raise KeyError(f"there is no server {name_or_id!r}")

    def of_bot(self) -> list[Guild]:
        """Return the servers of which the bot is a member."""
        return [guild for guild in self.by_id.values() if self._bot_id in guild.members]

    def invite_bot(self, guild_id: str) -> None:
        """Add the bot to a server."""
        guild = self.by_id[guild_id]
        if self._bot_id not in guild.members:
            self._keep(Event.BOT_JOINED, replace(guild, members=(*guild.members, self._bot_id)))

    def throw_out_bot(self, guild_id: str) -> None:
        """Remove the bot from a server, unless it has left already."""
        if self._bot_id in self.by_id[guild_id].members:
            self.leave(guild_id, self._bot_id)

    def leave(self, guild_id: str, user_id: str) -> None:
        """Take a member out of a server; their roles go with them."""
        event = Event.BOT_LEFT if user_id == self._bot_id else Event.MEMBER_LEFT
        self._keep(event, _parted(self.by_id[guild_id], user_id), member=user_id)

    def ban(self, guild_id: str, user_id: str, reason: str | None = None) -> None:
        """Ban a user from a server, and take them out of it."""
        if user_id == self._bot_id:
            self.throw_out_bot(guild_id)  # which is all that it hears
        guild = self.by_id[guild_id]
        others = tuple(ban for ban in guild.bans if ban[0] != user_id)
        self._keep(Event.BANNED, replace(guild, bans=(*others, (user_id, reason))), member=user_id)
        if user_id in guild.members:
            self.leave(guild_id, user_id)

    def unban(self, guild_id: str, user_id: str) -> None:
        """Let a user join a server again."""
        guild = self.by_id[guild_id]
        left = tuple(ban for ban in guild.bans if ban[0] != user_id)
        self._keep(Event.UNBANNED, replace(guild, bans=left), member=user_id)

    def join(self, guild_id: str, user_id: str) -> None:
        """Add a person to a server."""
        guild = self.by_id[guild_id]
        joined = replace(guild, members=(*guild.members, user_id))
        self._keep(Event.MEMBER_JOINED, joined, member=user_id)

    def change_member(
        self, guild_id: str, user_id: str, *, roles: Iterable[str] | None = None, **profile: Any
    ) -> None:
        """Change the roles of a member, by id, or what a server keeps of one: `nick`, `timed_out_until`."""
        guild = self.by_id[guild_id]
        if profile:
            others = tuple(each for each in guild.profiles if each.id != user_id)
            guild = replace(guild, profiles=(*others, replace(guild.profile(user_id), **profile)))
        if roles is not None:
            guild = replace(guild, roles=tuple(_held(role, user_id, set(roles)) for role in guild.roles))
        self._keep(Event.MEMBER_CHANGED, guild, member=user_id)

    def hand(self, guild_id: str, role_id: str, user_id: str, *, given: bool) -> None:
        """Give a role to a member, or take it away, unless that is so already."""
        held = {role.id for role in self.by_id[guild_id].roles_of(user_id)}
        if given != (role_id in held):
            self.change_member(guild_id, user_id, roles=held ^ {role_id})

    def begin_outage(self, guild_id: str) -> None:
        """Make a server unavailable, as Discord's own outages do."""
        self._keep(Event.OUTAGE_BEGAN, replace(self.by_id[guild_id], has_outage=True))

    def end_outage(self, guild_id: str) -> None:
        """Bring a server back."""
        self._keep(Event.OUTAGE_ENDED, replace(self.by_id[guild_id], has_outage=False))

    def create_channel(self, guild_id: str, name: str) -> Channel:
        """Add a channel."""
        return self._add_channel(guild_id, Channel(self._ids.next(), name, guild_id))

    def open_thread(
        self, parent: Channel, name: str, owner_id: str, message_id: str | None = None, **more: Any
    ) -> Channel:
        """Add a thread to a channel; one that begins with a message has its id."""
        now, guild_id = self._ids.iso_now(), str(parent.guild_id)
        thread = Channel(
            message_id or self._ids.next(),
            name,
            guild_id,
            parent_id=parent.id,
            owner_id=owner_id,
            archived_at=now,
            joined=(ThreadMember(owner_id, now),),
            **more,
        )
        return self._add_channel(guild_id, thread)

    def join_thread(self, thread_id: str, user_id: str) -> None:
        """Add a user to a thread, unless the user is in it."""
        thread = self.channels[thread_id]
        if not thread.has_joined(user_id):
            joined = (*thread.joined, ThreadMember(user_id, self._ids.iso_now()))
            self._put_channel(Event.THREAD_JOINED, replace(thread, joined=joined), user_id)

    def leave_thread(self, thread_id: str, user_id: str) -> None:
        """Take a user out of a thread, if the user is in it."""
        thread = self.channels[thread_id]
        if thread.has_joined(user_id):
            joined = tuple(member for member in thread.joined if member.id != user_id)
            self._put_channel(Event.THREAD_LEFT, replace(thread, joined=joined), user_id)

    def _add_channel(self, guild_id: str, channel: Channel) -> Channel:
        self.channels[channel.id] = channel
        guild = self.by_id[guild_id]
        self._keep(Event.CHANNEL_CREATED, replace(guild, channels=(*guild.channels, channel)), channel)
        return channel

    def change_channel(self, channel_id: str, **changes: Any) -> Channel:
        """Change fields of a channel or thread; return the result."""
        if changes.keys() & {"archived", "archives_after"}:
            changes["archived_at"] = self._ids.iso_now()
        return self._put_channel(Event.CHANNEL_CHANGED, replace(self.channels[channel_id], **changes))

    def _put_channel(self, event: Event, channel: Channel, member: str | None = None) -> Channel:
        self.channels[channel.id] = channel
        guild = self.by_id[str(channel.guild_id)]
        channels = tuple(channel if each.id == channel.id else each for each in guild.channels)
        self._keep(event, replace(guild, channels=channels), channel, member=member)
        return channel

    def delete_channel(self, channel_id: str) -> None:
        """Delete a channel, and its threads before it."""
        channel = self.channels[channel_id]
        guild_id = str(channel.guild_id)
        for each in self.by_id[guild_id].channels:
            if each.parent_id == channel_id:
                self.delete_channel(each.id)
        del self.channels[channel_id]
        guild = self.by_id[guild_id]
        left = tuple(each for each in guild.channels if each.id != channel_id)
        self._keep(Event.CHANNEL_DELETED, replace(guild, channels=left), channel)

    def overwrite(self, channel_id: str, wanted: Overwrite) -> None:
        """Set what a channel allows and denies to a role or member, replacing what it did before."""
        old = self.channels[channel_id].overwrites
        others = tuple(each for each in old if each.id != wanted.id)
        self.change_channel(channel_id, overwrites=(*others, wanted))

    def drop_overwrite(self, channel_id: str, target_id: str) -> None:
        """Have a channel allow and deny nothing of its own to a role or member."""
        left = (each for each in self.channels[channel_id].overwrites if each.id != target_id)
        self.change_channel(channel_id, overwrites=tuple(left))

    def create_role(self, guild_id: str, name: str, permissions: int, **looks: Any) -> Role:
        """Add a role, below all others but @everyone."""
        role = Role(self._ids.next(), name, permissions, **looks)
        guild = self.by_id[guild_id]
        self._keep(Event.ROLE_CREATED, replace(guild, roles=(role, *guild.roles)), role=role)
        self._tell_of_moves(guild)
        return role

    def change_role(self, guild_id: str, role_id: str, **changes: Any) -> None:
        """Change fields of a role; of @everyone, whose id is the server's, only the permissions."""
        guild = self.by_id[guild_id]
        if role_id == guild_id:
            self.change_everybody(guild_id, changes.get("permissions", guild.everybody))
            return
        changed = replace(guild.role(role_id), **changes)
        roles = tuple(changed if each.id == role_id else each for each in guild.roles)
        self._keep(Event.ROLE_CHANGED, replace(guild, roles=roles), role=changed)

    def move_roles(self, guild_id: str, positions: dict[str, int]) -> None:
        """Move roles to positions; the others make room and keep their order."""
        before = self.by_id[guild_id]
        order = [role for role in before.roles if role.id not in positions]
        for role_id in sorted(positions, key=positions.__getitem__):
            order.insert(max(0, positions[role_id] - 1), before.role(role_id))
        self.by_id[guild_id] = replace(before, roles=tuple(order))
        self._tell_of_moves(before)

    def delete_role(self, guild_id: str, role_id: str) -> None:
        """Delete a role, with what channels allowed and denied to it."""
        for channel in self.by_id[guild_id].channels:
            if any(each.id == role_id for each in channel.overwrites):
                self.drop_overwrite(channel.id, role_id)
        guild = self.by_id[guild_id]
        left = tuple(each for each in guild.roles if each.id != role_id)
        self._keep(Event.ROLE_DELETED, replace(guild, roles=left), role=guild.role(role_id))
        self._tell_of_moves(guild)

    def _tell_of_moves(self, before: Guild) -> None:
        """Tell of the roles that stand elsewhere than before."""
        after = self.by_id[before.id]
        for role in after.roles:
            if role in before.roles and after.position(role.id) != before.position(role.id):
                self._keep(Event.ROLE_CHANGED, after, role=role)

    def change_everybody(self, guild_id: str, permissions: int) -> None:
        """Set what everybody may do in a server."""
        guild = replace(self.by_id[guild_id], everybody=permissions)
        self._keep(Event.ROLE_CHANGED, guild)

    def change_language(self, guild_id: str, locale: str) -> None:
        """Change the language that a server prefers."""
        self._keep(Event.LANGUAGE_CHANGED, replace(self.by_id[guild_id], locale=locale))

    def grant_command(self, guild_id: str, command_id: str, who: str) -> None:
        """Let a role or a member use a command, whatever permissions it needs by default."""
        guild = self.by_id[guild_id]
        self._keep(Event.GRANTED, replace(guild, grants=(*guild.grants, (command_id, who))))

    def _keep(
        self,
        event: Event,
        guild: Guild,
        channel: Channel | None = None,
        role: Role | None = None,
        member: str | None = None,
    ) -> None:
        self.by_id[guild.id] = guild
        self.channels |= {each.id: each for each in guild.channels}
        self._file.put("guild", guild.id, guild.document)
        for listener in tuple(self.listeners):
            listener(Happening(event, guild, channel, role, member))


def _held(role: Role, user_id: str, wanted: set[str]) -> Role:
    """Return a role as it is once a member has the wanted ones and no others."""
    others = tuple(each for each in role.members if each != user_id)
    return replace(role, members=(*others, user_id) if role.id in wanted else others)


def _parted(guild: Guild, user_id: str) -> Guild:
    """Return a server without one of its members, whose time-out outlasts the absence."""

    def others(ids: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(each for each in ids if each != user_id)

    roles = tuple(replace(role, members=others(role.members)) for role in guild.roles)
    channels = tuple(
        replace(each, joined=tuple(member for member in each.joined if member.id != user_id))
        for each in guild.channels
    )
    profiles = tuple(replace(each, nick=None) if each.id == user_id else each for each in guild.profiles)
    return replace(guild, members=others(guild.members), roles=roles, channels=channels, profiles=profiles)
