"""What those who run a server can change in it."""

from dataclasses import replace

from small_discord.limits.fields import LOCALES
from small_discord.people.message import Refused
from small_discord.world.permissions import (
    BAN_MEMBERS,
    KICK_MEMBERS,
    MANAGE_CHANNELS,
    MANAGE_GUILD,
    MANAGE_NICKNAMES,
    MANAGE_ROLES,
    MANAGE_THREADS,
    MODERATE_MEMBERS,
    bits,
)
from small_discord.world.places import Channel, Guild, Overwrite, Role, User
from small_discord.world.world import World


class ServerSettings:
    """One server as a member may change it; raises Refused where the member may not.

    Channels, members and roles are given by name: "patience", "Ben", "everybody".
    Permissions have Discord's names: "view_channel", "send_messages", "use_external_apps".
    """

    def __init__(self, world: World, user: User, guild: Guild) -> None:
        self._world = world
        self._user = user
        self._id = guild.id

    @property
    def guild(self) -> Guild:
        """The server as it stands now."""
        return self._world.guilds[self._id]

    def throw_out_bot(self) -> None:
        """Remove the bot from the server."""
        self._need(KICK_MEMBERS)
        self._world.servers.throw_out_bot(self._id)

    def invite_bot(self) -> None:
        """Add the bot to the server."""
        self._need(MANAGE_GUILD)
        if self.guild.bans_user(self._world.app.bot.id):
            raise Refused(f"The bot is banned from {self.guild.name}.")
        self._world.servers.invite_bot(self._id)

    def create_channel(self, name: str) -> Channel:
        """Add a text channel."""
        self._need(MANAGE_CHANNELS)
        return self._world.servers.create_channel(self._id, name)

    def delete_channel(self, name: str) -> None:
        """Delete a channel or a thread, with all that was written there."""
        self._need(MANAGE_CHANNELS)
        self._world.servers.delete_channel(self._channel(name).id)

    def archive(self, thread: str, *, locked: bool = False) -> None:
        """Archive a thread; a locked one can be brought back only by those who manage threads."""
        self._need(MANAGE_THREADS)
        self._world.servers.change_channel(self._channel(thread).id, archived=True, locked=locked)

    def create_role(self, name: str, *permissions: str, members: tuple[str, ...] = ()) -> Role:
        """Add a role with these permissions, below all others, for these members."""
        self._need(MANAGE_ROLES)
        ids = [self._member(member).id for member in members]
        role = self._world.servers.create_role(self._id, name, bits(*permissions))
        for user_id in ids:
            self._world.servers.hand(self._id, role.id, user_id, given=True)
        return self.guild.role(role.id)

    def give_role(self, name: str, member: str) -> None:
        """Give a role to a member."""
        self._hand(name, member, given=True)

    def take_role(self, name: str, member: str) -> None:
        """Take a role from a member."""
        self._hand(name, member, given=False)

    def raise_role(self, name: str) -> None:
        """Drag a role above all those that this user may manage."""
        role, guild = self._lower_role(name), self.guild
        top = min(guild.rank(self._user.id) - 1, len(guild.roles))
        self._world.servers.move_roles(self._id, {role.id: int(top)})

    def delete_role(self, name: str) -> None:
        """Delete a role."""
        self._world.servers.delete_role(self._id, self._lower_role(name).id)

    def kick(self, member: str) -> None:
        """Remove a member, who may come back."""
        self._world.servers.leave(self._id, self._lower_member(member, KICK_MEMBERS).id)

    def ban(self, member: str, reason: str | None = None) -> None:
        """Remove a member, who can't come back until `unban`."""
        self._world.servers.ban(self._id, self._lower_member(member, BAN_MEMBERS).id, reason)

    def unban(self, name: str) -> None:
        """Let a person who was banned come back."""
        self._need(BAN_MEMBERS)
        names = {self._world.users[user_id].name: user_id for user_id, _ in self.guild.bans}
        if name not in names:
            raise Refused(f"{name} is not banned from {self.guild.name}.")
        self._world.servers.unban(self._id, names[name])

    def time_out(self, member: str, seconds: float) -> None:
        """Have a member read only, for so long; 0 ends it."""
        user = self._lower_member(member, MODERATE_MEMBERS)
        until = self._world.clock.now() + seconds if seconds else None
        self._world.servers.change_member(self._id, user.id, timed_out_until=until)

    def rename(self, member: str, nick: str | None) -> None:
        """Give a member another name in this server; None takes it away."""
        user = self._lower_member(member, MANAGE_NICKNAMES)
        self._world.servers.change_member(self._id, user.id, nick=nick)

    def allow(self, who: str, *permissions: str, channel: str | None = None) -> None:
        """Allow something to a role, a member or everybody, in a channel or (everybody only) in all."""
        self._set(who, bits(*permissions), 0, channel)

    def deny(self, who: str, *permissions: str, channel: str | None = None) -> None:
        """Deny something to a role, a member or everybody, in a channel or (everybody only) in all."""
        self._set(who, 0, bits(*permissions), channel)

    def grant_command(self, name: str, who: str) -> None:
        """Let a role, a member or everybody use a command, whatever permissions it needs by default."""
        self._need(MANAGE_GUILD)
        command = next(each for each in self._world.commands.all() if each["name"] == name)
        self._world.servers.grant_command(self._id, command["id"], self._who(who).id)

    def set_language(self, locale: str) -> None:
        """Have the server prefer a language, such as `pt-BR`; raise Refused if Discord does not speak it."""
        self._need(MANAGE_GUILD)
        self._world.servers.change_language(self._id, spoken(locale))

    def _hand(self, name: str, member: str, *, given: bool) -> None:
        role, user = self._lower_role(name), self._member(member)
        self._world.servers.hand(self._id, role.id, user.id, given=given)

    def _lower_role(self, name: str) -> Role:
        """Return a role that this user may manage, since it is below the user's highest one."""
        self._need(MANAGE_ROLES)
        for role in self.guild.roles:
            if role.name == name and self.guild.rank(self._user.id) > self.guild.position(role.id):
                return role
        raise Refused(f"{self.guild.name} has no role {name!r} that {self._user.name} may manage.")

    def _lower_member(self, name: str, permission: int) -> User:
        """Return a member to whom this user may do something: one of lower rank."""
        self._need(permission)
        user = self._member(name)
        if self.guild.rank(self._user.id) <= self.guild.rank(user.id):
            raise Refused(f"{self._user.name} may not do that to {name} in {self.guild.name}.")
        return user

    def _member(self, name: str) -> User:
        for user_id in self.guild.members:
            if self._world.users[user_id].name == name:
                return self._world.users[user_id]
        raise Refused(f"{self.guild.name} has no member {name!r}.")

    def _set(self, who: str, allow: int, deny: int, channel: str | None) -> None:
        self._need(MANAGE_ROLES)
        if channel is None:
            if who != "everybody":
                raise Refused("In a whole server only everybody is allowed and denied things: make a role.")
            has = self.guild.everybody & ~deny | allow
            self._world.servers.change_everybody(self._id, has)
            return
        place, target = self._channel(channel), self._who(who)
        blank = Overwrite(target.id, is_role=isinstance(target, Role))
        old = next((each for each in place.overwrites if each.id == target.id), blank)
        changed = replace(old, allow=old.allow & ~deny | allow, deny=old.deny & ~allow | deny)
        self._world.servers.overwrite(place.id, changed)

    def _need(self, permission: int) -> None:
        if not self._world.rights.in_server(self._user.id, self.guild) & permission:
            raise Refused(f"{self._user.name} may not do that in {self.guild.name}.")

    def _channel(self, name: str) -> Channel:
        for channel in self.guild.channels:
            if channel.name == name:
                return channel
        raise Refused(f"{self.guild.name} has no channel {name!r}.")

    def _who(self, name: str) -> Role | User:
        if name == "everybody":
            return self.guild.role(self._id)
        known: list[Role | User] = [
            *self.guild.roles,
            *map(self._world.users.__getitem__, self.guild.members),
        ]
        for each in known:
            if each.name == name:
                return each
        raise Refused(f"{self.guild.name} has no role or member {name!r}.")


def spoken(locale: str) -> str:
    """Return a language that Discord speaks; raise Refused for any other."""
    if locale not in LOCALES:
        raise Refused(f"Discord does not speak {locale!r}.")
    return locale
