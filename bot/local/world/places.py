"""Who and what there is: users, servers, channels, the application."""

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Literal

from bot.local.wire import Json

LOCALE = "en-GB"
SEND_MESSAGES = 1 << 11
MEMBER_PERMISSIONS = (
    (1 << 0)
    | (1 << 6)
    | (1 << 10)
    | SEND_MESSAGES
    | (1 << 14)
    | (1 << 15)
    | (1 << 16)
    | (1 << 18)
    | (1 << 26)
    | (1 << 31)
)
"""Invite, react, see, write, embed, attach, read history, foreign emoji, own nickname, app commands."""
OWNER_PERMISSIONS = (1 << 53) - 1
ADMINISTRATOR = 1 << 3


@dataclass(frozen=True)
class User:
    """Somebody with an account: a person or the bot."""

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
            "public_flags": 0,
        }


@dataclass(frozen=True)
class Channel:
    """A text channel of a server, or the direct messages between one user and the bot.

    In a read-only one, nobody writes but the owner of the server.
    """

    id: str
    name: str
    guild_id: str | None = None
    user_id: str | None = None
    read_only: bool = False

    @property
    def context(self) -> Literal[0, 1]:
        """Discord's number for where an interaction happens: 0 a server, 1 the bot's direct messages."""
        return 1 if self.guild_id is None else 0


@dataclass(frozen=True)
class Guild:
    """A server: its owner, its channels, its members (the bot is one of them)."""

    id: str
    name: str
    owner_id: str
    channels: tuple[Channel, ...]
    members: tuple[str, ...]

    def permissions_of(self, user_id: str) -> int:
        """Return the permission bits of a member: everything for the owner."""
        return OWNER_PERMISSIONS if user_id == self.owner_id else MEMBER_PERMISSIONS

    def permissions_in(self, channel: Channel, user_id: str) -> int:
        """Return the permission bits that a member has in one of the channels."""
        closed = channel.read_only and user_id != self.owner_id
        return self.permissions_of(user_id) & ~(SEND_MESSAGES if closed else 0)

    @property
    def document(self) -> Json:
        """The server as the world's file keeps it."""
        return asdict(self)

    @classmethod
    def from_document(cls, body: Json) -> "Guild":
        """Read a server from the world's file."""
        channels = tuple(Channel(**channel) for channel in body["channels"])
        return cls(body["id"], body["name"], body["owner_id"], channels, tuple(body["members"]))


@dataclass(frozen=True)
class App:
    """The one application, its bot user, and the tokens by which the bot and the page come in."""

    id: str
    name: str
    bot: User
    token: str
    page_token: str
