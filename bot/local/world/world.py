"""The world: everything that Discord would remember."""

from collections.abc import Sequence
from pathlib import Path

from bot.local.limits.errors import unknown
from bot.local.snowflakes import Snowflakes
from bot.local.world.commands import Commands
from bot.local.world.emoji import AppEmoji
from bot.local.world.file import WorldFile
from bot.local.world.links import Links
from bot.local.world.places import MEMBER_PERMISSIONS, App, Channel, Guild, User
from bot.local.world.posts import Posts
from bot.local.world.seed import PEOPLE, seed
from bot.local.world.tokens import new_token


class World:
    """Users, servers, channels, messages, emoji and commands, kept in one file."""

    def __init__(self, path: Path | None = None, people: Sequence[str] = PEOPLE) -> None:
        """Open a world; one that is new gets these people."""
        self.file = WorldFile(path)
        self.ids = Snowflakes()
        if not self.file.all("app"):
            seed(self.file, self.ids, people)
        self.users = {body["id"]: User(**body) for body in self.file.all("user")}
        self.guilds = {body["id"]: Guild.from_document(body) for body in self.file.all("guild")}
        self.dms = {body["user_id"]: Channel(**body) for body in self.file.all("dm")}
        self.channels = {
            channel.id: channel
            for channel in (
                *(c for guild in self.guilds.values() for c in guild.channels),
                *self.dms.values(),
            )
        }
        self.app = self._app()
        self.links = Links(self.app.page_token)
        self.posts = Posts(self.file)
        self.emoji = AppEmoji(self.file, self.ids, self.app)
        self.commands = Commands(self.file, self.ids, self.app)

    def _app(self) -> App:
        (body,) = self.file.all("app")
        return App(body["id"], body["name"], self.users[body["bot"]], body["token"], body["page_token"])

    def reset_token(self) -> None:
        """Give the bot another token; the one that it had is good for nothing any more."""
        (body,) = self.file.all("app")
        self.file.put("app", body["id"], body | {"token": new_token(body["id"])})
        self.app = self._app()

    def user(self, name: str) -> User:
        """Return the person of this name; KeyError when there is none."""
        for user in self.users.values():
            if user.name == name and not user.bot:
                return user
        raise KeyError(f"nobody is called {name!r}; there are {[user.name for user in self.people()]}")

    def people(self) -> list[User]:
        """Return everybody but the bot."""
        return [user for user in self.users.values() if not user.bot]

    def channel(self, where: "Channel | str", user: User) -> Channel:
        """Return a channel by id, as "The Parlour/#patience", or as "dm" (this user's); else KeyError."""
        if isinstance(where, Channel):
            return where
        if where == "dm":
            return self.dms[user.id]
        if where in self.channels:
            return self.channels[where]
        for guild in self.guilds.values():
            for channel in guild.channels:
                if where == f"{guild.name}/#{channel.name}":
                    return channel
        raise KeyError(f"there is no channel {where!r}")

    def known_channel(self, channel_id: str) -> Channel:
        """Return a channel by id, or raise ApiError "Unknown Channel"."""
        try:
            return self.channels[channel_id]
        except KeyError:
            raise unknown("Channel") from None

    def guild_of(self, channel: Channel) -> Guild | None:
        """Return the server a channel belongs to; None for direct messages."""
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def may_enter(self, user_id: str, channel: Channel) -> bool:
        """Say whether a user sees a channel at all."""
        guild = self.guild_of(channel)
        return channel.user_id == user_id if guild is None else user_id in guild.members

    def bot_permissions(self, channel: Channel) -> int:
        """Return the permission bits that the bot has in a channel."""
        guild = self.guild_of(channel)
        return MEMBER_PERMISSIONS if guild is None else guild.permissions_in(channel, self.app.bot.id)

    def close(self) -> None:
        """Close the world's file."""
        self.file.close()
