"""The world: everything that Discord would remember, and the friendly one that a new file starts with."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from small_discord.ids import Links, Snowflakes, new_token
from small_discord.limits.errors import unknown
from small_discord.weather import Clock
from small_discord.world.access import Access, ClosedMessages, Installs
from small_discord.world.app import AppEmoji, Commands
from small_discord.world.file import WorldFile
from small_discord.world.languages import Languages
from small_discord.world.pins import Pins
from small_discord.world.places import App, Channel, Guild, User
from small_discord.world.posts import Post, Posts
from small_discord.world.reactions import Reactions
from small_discord.world.rights import Rights
from small_discord.world.servers import Event, Happening, Servers

PEOPLE = ("Ada", "Ben", "Cleo")
Plan = tuple[str, int, tuple[str, ...]]
"""A server's name, which of the people owns it, and its channels."""
SERVERS: tuple[Plan, ...] = (
    ("The Parlour", 0, ("patience", "lounge")),
    ("Rainy Sundays", 1, ("cards", "tea")),
)
BOT = "Your Bot"
"""What the bot is called, unless it is told otherwise."""
_ONE_MILLISECOND = 1 << 22


class World:
    """Users, servers, channels, messages, emoji and commands, kept in one file."""

    def __init__(
        self,
        path: Path | None = None,
        people: Sequence[str] = PEOPLE,
        servers: Sequence[Plan] = SERVERS,
        bot: str = BOT,
    ) -> None:
        """Open a world; a new one gets these people and servers, and a bot of this name."""
        self.file = WorldFile(path)
        self.ids = Snowflakes()
        self.clock = Clock(self.ids.now)
        if not self.file.all("app"):
            _begin(self.file, self.ids, people, servers, bot)
        self.users = {body["id"]: User(**body) for body in self.file.all("user")}
        self.app = self._app()
        self.servers = Servers(self.file, self.ids, self.app.bot.id)
        self.servers.listeners.append(self._servers_changed)
        self.guilds = self.servers.by_id
        self.channels = self.servers.channels
        self.dms = {body["user_id"]: Channel(**body) for body in self.file.all("dm")}
        self.talks = {body["id"]: Channel.from_document(body) for body in self.file.all("talk")}
        self.channels |= {channel.id: channel for channel in (*self.dms.values(), *self.talks.values())}
        self.installs = Installs(self.file)
        self.closed = ClosedMessages(self.file)
        self.languages = Languages(self.file)
        self.rights = Rights(self.servers, self.clock)
        self.access = Access(self.servers, self.rights, self.app.bot, self.closed, self.installs, self.clock)
        self.links = Links(self.app.page_token, self.ids.now)
        self.posts = Posts(self.file)
        self.emoji = AppEmoji(self.file, self.ids, self.app)
        self.pins = Pins(self.posts, self.ids)
        self.reactions = Reactions(self.posts, self.emoji)
        self.commands = Commands(self.file, self.ids, self.app)
        self.typing_listeners: list[Callable[[Channel, User], None]] = []

    def _app(self) -> App:
        (body,) = self.file.all("app")
        return App(body["id"], body["name"], self.users[body["bot"]], body["token"], body["page_token"])

    def reset_token(self) -> None:
        """Give the bot a new token; the old one is no longer good for anything."""
        (body,) = self.file.all("app")
        self.file.put("app", body["id"], body | {"token": new_token(body["id"])})
        self.app = self._app()

    def _servers_changed(self, happening: Happening) -> None:
        if happening.event is Event.CHANNEL_DELETED and happening.channel is not None:
            self.posts.forget_channel(happening.channel.id)

    def user(self, name: str) -> User:
        """Return the person with this name; raise KeyError if there is none."""
        for user in self.users.values():
            if user.name == name and not user.bot:
                return user
        raise KeyError(f"nobody is called {name!r}; there are {[user.name for user in self.people()]}")

    def people(self) -> list[User]:
        """Return everybody but the bot."""
        return [user for user in self.users.values() if not user.bot]

    def channel(self, where: Channel | str, user: User) -> Channel:
        """Return a channel by id, as "The Parlour/#patience" or as "dm" (the user's), or raise KeyError."""
        if isinstance(where, Channel):
            where = where.id
        if where == "dm":
            return self.dms[user.id]
        if where in self.channels:
            return self.channels[where]
        for guild in self.guilds.values():
            for channel in guild.channels:
                if where == f"{guild.name}/#{channel.name}":
                    return channel
        raise KeyError(f"there is no channel {where!r}")

    def conversation(self, people: Iterable[User]) -> Channel:
        """Return the private conversation among these people, without the bot; start it if there is none."""
        wanted = sorted(people, key=lambda user: int(user.id))
        ids = tuple(user.id for user in wanted)
        for talk in self.talks.values():
            if tuple(sorted(talk.people, key=int)) == ids:
                return talk
        talk = Channel(self.ids.next(), ", ".join(user.name for user in wanted), people=ids)
        self.file.put("talk", talk.id, asdict(talk))
        self.talks[talk.id] = self.channels[talk.id] = talk
        return talk

    def known_channel(self, channel_id: str) -> Channel:
        """Return a channel that the bot sees, or raise ApiError."""
        return self.access.seen_channel(channel_id)

    def known_guild(self, guild_id: str) -> Guild:
        """Return a server that the bot is in, or raise ApiError."""
        guild = self.guilds.get(guild_id)
        if guild is None or self.app.bot.id not in guild.members:
            raise unknown("Guild")
        return guild

    def known_post(self, channel_id: str, message_id: str) -> Post:
        """Return a message that the bot sees and everybody else, or raise ApiError."""
        post = self.posts.get(self.known_channel(channel_id).id, message_id)
        if post is None or post.viewer is not None:
            raise unknown("Message")
        return post

    def start_typing(self, channel: Channel, user: User) -> None:
        """Tell the listeners that somebody types in a channel."""
        for listener in tuple(self.typing_listeners):
            listener(channel, user)

    def guild_of(self, channel: Channel) -> Guild | None:
        """Return the server a channel belongs to; None for conversations."""
        return None if channel.guild_id is None else self.guilds[channel.guild_id]

    def may_enter(self, user_id: str, channel: Channel) -> bool:
        """Say whether a user sees a channel at all."""
        guild = self.guild_of(channel)
        if guild is None:
            return channel.user_id == user_id or user_id in channel.people
        if guild.has_outage or user_id not in guild.members:
            return False
        return self.rights.may_see(user_id, channel)

    def bot_permissions(self, channel: Channel) -> int:
        """Return the permission bits that the bot has in a channel."""
        return self.access.permissions_in(channel)

    def close(self) -> None:
        """Close the world's file."""
        self.file.close()


def _begin(
    file: WorldFile, ids: Snowflakes, names: Sequence[str], servers: Sequence[Plan], bot_name: str
) -> None:
    """Write people, servers, conversations and the application into an empty file."""
    people = [User(ids.next(), name) for name in names]
    bot = User(ids.next(), bot_name, bot=True)
    everyone = tuple(user.id for user in (*people, bot))
    for user in (*people, bot):
        file.put("user", user.id, {"id": user.id, "name": user.name, "bot": user.bot})
    # A server's shard follows from the time in its id: a millisecond apart, shards take turns.
    first = int(ids.next())
    for place, (name, owner, rooms) in enumerate(servers):
        guild_id = str(first + place * _ONE_MILLISECOND)
        ids.seen(guild_id)
        channels = tuple(Channel(ids.next(), channel, guild_id) for channel in rooms)
        guild = Guild(guild_id, name, people[owner].id, channels, everyone)
        file.put("guild", guild_id, guild.document)
    for user in people:
        channel_id = ids.next()
        file.put("dm", channel_id, {"id": channel_id, "name": user.name, "user_id": user.id})
    talk = Channel(ids.next(), ", ".join(names), people=tuple(user.id for user in people))
    file.put("talk", talk.id, asdict(talk))
    app = {
        "id": bot.id,
        "name": bot_name,
        "bot": bot.id,
        "token": new_token(bot.id),
        "page_token": secrets.token_urlsafe(24),
    }
    file.put("app", bot.id, app)
