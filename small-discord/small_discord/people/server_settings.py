"""What those who run a server can change in it."""

from dataclasses import replace

from small_discord.limits.fields import LOCALES
from small_discord.people.message import Refused
from small_discord.world.permissions import (
    KICK_MEMBERS,
    MANAGE_CHANNELS,
    MANAGE_GUILD,
    MANAGE_THREADS,
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
        """Add a role with these permissions for these members."""
        self._need(MANAGE_GUILD)
        ids = tuple(self._who(member).id for member in members)
        return self._world.servers.create_role(self._id, name, bits(*permissions), ids)

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

    def _set(self, who: str, allow: int, deny: int, channel: str | None) -> None:
        self._need(MANAGE_GUILD)
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
            return Role(self._id, name, self.guild.everybody)
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
