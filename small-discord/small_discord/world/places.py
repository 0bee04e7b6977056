"""Users, servers, channels, and the application."""

from dataclasses import asdict, dataclass, fields
from functools import cached_property
from math import inf
from typing import Any, Literal

from small_discord.wire import Json
from small_discord.world.languages import LOCALE
from small_discord.world.permissions import MEMBER_PERMISSIONS

TEXT, DIRECT, GROUP, THREAD, PRIVATE_THREAD = 0, 1, 3, 11, 12
"""Discord's channel types."""


@dataclass(frozen=True)
class User:
    """An account: a person's or the bot's."""

    id: str
    name: str
    bot: bool = False

    @cached_property
    def payload(self) -> Json:
        """The user as Discord writes one."""
        return {
            "id": self.id,
            "username": self.name if self.bot else self.name.lower(),
            "global_name": None if self.bot else self.name,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
            "flags": 0,
            "public_flags": 0,
            "primary_guild": None,
        }


@dataclass(frozen=True)
class Overwrite:
    """What a channel allows and denies to a role or a member."""

    id: str
    is_role: bool
    allow: int = 0
    deny: int = 0


@dataclass(frozen=True)
class ThreadMember:
    """Who is in a thread, and since when."""

    id: str
    joined_at: str


@dataclass(frozen=True)
class Channel:
    """A text channel of a server, a thread in one, or a conversation.

    A conversation is that of one user with the bot (`user_id`), or one among `people` without the bot.
    """

    id: str
    name: str
    guild_id: str | None = None
    user_id: str | None = None
    people: tuple[str, ...] = ()
    overwrites: tuple[Overwrite, ...] = ()
    parent_id: str | None = None
    archived: bool = False
    locked: bool = False
    owner_id: str | None = None
    """Whose thread it is; one that an earlier version wrote has nobody's."""
    private: bool = False
    invitable: bool = True
    """Whether members of a private thread may add others to it."""
    archives_after: int = 1440
    """Minutes that a thread without news is shown; nothing here archives it then."""
    archived_at: str | None = None
    """When a thread was last archived or brought back, or else made."""
    joined: tuple[ThreadMember, ...] = ()

    def has_joined(self, user_id: str) -> bool:
        """Say whether a user is in a thread."""
        return any(member.id == user_id for member in self.joined)

    @property
    def kind(self) -> int:
        """Discord's channel type."""
        if self.guild_id is not None:
            return TEXT if self.parent_id is None else PRIVATE_THREAD if self.private else THREAD
        return GROUP if len(self.people) > 2 else DIRECT

    @property
    def context(self) -> Literal[0, 1, 2]:
        """Discord's context of interactions: a server, the bot's direct messages, or any others."""
        if self.guild_id is not None:
            return 0
        return 2 if self.people else 1

    @classmethod
    def from_document(cls, body: Json) -> "Channel":
        """Read a channel from the world's file."""
        known = _known(cls, body)
        known["overwrites"] = tuple(Overwrite(**each) for each in body.get("overwrites", ()))
        known["joined"] = tuple(ThreadMember(**each) for each in body.get("joined", ()))
        return cls(**known | {"people": tuple(body.get("people", ()))})


@dataclass(frozen=True)
class Role:
    """A role of a server: what it permits, to whom, and how it looks."""

    id: str
    name: str
    permissions: int
    members: tuple[str, ...] = ()
    colour: int = 0
    hoist: bool = False
    mentionable: bool = False


@dataclass(frozen=True)
class Profile:
    """What a server keeps of a member: a name of its own, and when a time-out ends, in seconds since 1970."""

    id: str
    nick: str | None = None
    timed_out_until: float | None = None


@dataclass(frozen=True)
class Guild:
    """A server: its owner, channels and threads, members, and roles besides @everyone, the lowest first."""

    id: str
    name: str
    owner_id: str
    channels: tuple[Channel, ...]
    members: tuple[str, ...]
    everybody: int = MEMBER_PERMISSIONS
    roles: tuple[Role, ...] = ()
    profiles: tuple[Profile, ...] = ()
    """Of those members of whom there is anything to keep."""
    bans: tuple[tuple[str, str | None], ...] = ()
    """Ids of users, each with the reason why they are banned."""
    grants: tuple[tuple[str, str], ...] = ()
    """Ids of commands, each with the role or member who may use it, whatever it needs by default."""
    has_outage: bool = False
    locale: str = LOCALE
    """The language that the server prefers."""

    def roles_of(self, user_id: str) -> list[Role]:
        """Return the roles of a member."""
        return [role for role in self.roles if user_id in role.members]

    def grants_command(self, command_id: str, user_id: str) -> bool:
        """Say whether those who manage the server let a member use a command."""
        mine = {self.id, user_id, *(role.id for role in self.roles_of(user_id))}
        return any(command == command_id and who in mine for command, who in self.grants)

    @property
    def all_roles(self) -> tuple[Role, ...]:
        """All roles, the lowest first: @everyone, which has the server's own id, and the others."""
        return (Role(self.id, "@everyone", self.everybody), *self.roles)

    def role(self, role_id: str) -> Role:
        """Return a role by id; raise KeyError if there is none."""
        return {role.id: role for role in self.all_roles}[role_id]

    def position(self, role_id: str) -> int:
        """Return how high a role stands; @everyone's position, below all others, is 0."""
        return [role.id for role in self.all_roles].index(role_id)

    def rank(self, user_id: str) -> float:
        """Return how high a member's highest role stands; the owner is above all of them."""
        highest = max((self.position(role.id) for role in self.roles_of(user_id)), default=0)
        return inf if user_id == self.owner_id else highest

    def bans_user(self, user_id: str) -> bool:
        """Say whether a user is banned."""
        return any(banned == user_id for banned, _ in self.bans)

    def profile(self, user_id: str) -> Profile:
        """Return what the server keeps of a member."""
        return next((each for each in self.profiles if each.id == user_id), Profile(user_id))

    def channel(self, channel_id: str) -> Channel:
        """Return one of the channels by id."""
        return next(channel for channel in self.channels if channel.id == channel_id)

    @property
    def document(self) -> Json:
        """The server as the world's file keeps it."""
        return asdict(self)

    @classmethod
    def from_document(cls, body: Json) -> "Guild":
        """Read a server from the world's file."""
        known = _known(cls, body)
        known["channels"] = tuple(Channel.from_document(channel) for channel in body["channels"])
        known["members"] = tuple(body["members"])
        roles = body.get("roles", ())
        known["roles"] = tuple(Role(**role | {"members": tuple(role["members"])}) for role in roles)
        known["profiles"] = tuple(Profile(**each) for each in body.get("profiles", ()))
        known["bans"] = tuple((who, why) for who, why in body.get("bans", ()))
        known["grants"] = tuple((command, who) for command, who in body.get("grants", ()))
        return cls(**known)


def _known(cls: type[Any], body: Json) -> Json:
    """Return the fields of a document that a class knows: another version may have written more."""
    return {field.name: body[field.name] for field in fields(cls) if field.name in body}


@dataclass(frozen=True)
class App:
    """The one application, its bot user, and the tokens by which the bot and the page log in."""

    id: str
    name: str
    bot: User
    token: str
    page_token: str
