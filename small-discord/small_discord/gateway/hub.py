"""All sessions, and what they are told of messages, servers, channels and roles."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

from small_discord.gateway.intents import (
    DIRECT_MESSAGES,
    GUILD_MEMBERS,
    GUILD_MESSAGES,
    GUILD_MODERATION,
    GUILDS,
    MESSAGE_CONTENT,
)
from small_discord.gateway.session import Refusal, Session, Shard
from small_discord.transcript import Transcript
from small_discord.weather import Weather
from small_discord.wire import Json
from small_discord.world.payloads import (
    channel_payload,
    guild_create_payload,
    guild_payload,
    member_payload,
    message_payload,
    role_payload,
    thread_member_payload,
)
from small_discord.world.places import Channel, Guild
from small_discord.world.posts import Post, PostHappening
from small_discord.world.servers import Event, Happening
from small_discord.world.world import World

_log = logging.getLogger(__name__)
_VERBS = {
    Event.CHANNEL_CREATED: "CREATE",
    Event.CHANNEL_CHANGED: "UPDATE",
    Event.CHANNEL_DELETED: "DELETE",
}
_OF_MEMBERS = {
    Event.MEMBER_LEFT: ("GUILD_MEMBER_REMOVE", GUILD_MEMBERS),
    Event.MEMBER_JOINED: ("GUILD_MEMBER_ADD", GUILD_MEMBERS),
    Event.MEMBER_CHANGED: ("GUILD_MEMBER_UPDATE", GUILD_MEMBERS),
    Event.BANNED: ("GUILD_BAN_ADD", GUILD_MODERATION),
    Event.UNBANNED: ("GUILD_BAN_REMOVE", GUILD_MODERATION),
}


class Hub:
    """Keeps the sessions and sends events to the shards they belong to."""

    def __init__(self, world: World, base_url: Callable[[], str], weather: Weather) -> None:
        self._world = world
        self._base_url = base_url
        self._weather = weather
        self.transcript = Transcript()
        self.sessions: dict[str, Session] = {}
        self.on_presence: list[Callable[[], None]] = []
        world.posts.listeners.append(self._tell_of_post)

    @property
    def online(self) -> bool:
        """Whether the bot is connected with at least one shard."""
        return any(session.online for session in self.sessions.values())

    def open(self, shard: Shard, intents: int) -> Session:
        """Start a session, ending an older one of the same shard, or of another number of shards."""
        for old in list(self.sessions.values()):
            if old.shard == shard or old.shard.total != shard.total:
                if old.online:
                    _log.warning(
                        "Shard %s identified again: its earlier connection gets no more events", old.shard
                    )
                del self.sessions[old.id]
        session = Session(shard, intents, self._weather)
        self.sessions[session.id] = session
        return session

    def end(self, session: Session) -> None:
        """Forget a session, which can then no longer be resumed."""
        self.sessions.pop(session.id, None)

    def end_all(self, refusal: Refusal) -> None:
        """Forget all sessions and close their connections."""
        for session in self.sessions.values():
            session.end(refusal)
        self.sessions.clear()

    def presence_changed(self) -> None:
        """Tell the listeners that the bot came or went."""
        for listener in tuple(self.on_presence):
            listener()

    def dispatch(self, guild_id: str | None, event: str, data: Any, *, intent: int | None = None) -> None:
        """Send an event to the shard of a server (None: of direct messages), if it subscribed to it."""
        for session in self._listening(guild_id, intent):
            session.dispatch(event, data)

    def _listening(self, guild_id: str | None, intent: int | None) -> Iterator[Session]:
        for session in self.sessions.values():
            if session.shard.has(guild_id) and (intent is None or session.intents & intent):
                yield session

    def _tell_of_post(self, happening: PostHappening, post: Post) -> None:
        channel = self._world.channels[post.channel_id]
        if post.viewer is not None or channel.guild_id is None:
            # Discord sends ephemeral messages as if they were direct messages.
            guild_id, intent = None, DIRECT_MESSAGES
        else:
            guild_id, intent = channel.guild_id, GUILD_MESSAGES
        if happening in ("reacted", "purged") or post.dismissed or not self._world.access.sees(channel):
            return
        if happening == "deleted":
            gone = {"id": post.id, "channel_id": post.channel_id}
            self.dispatch(guild_id, "MESSAGE_DELETE", self._in_guild(gone, guild_id), intent=intent)
        else:
            event = "MESSAGE_CREATE" if happening == "created" else "MESSAGE_UPDATE"
            for session in self._listening(guild_id, intent):
                reads_all = bool(session.intents & MESSAGE_CONTENT)
                session.dispatch(event, self._message(post, guild_id, reads_all=reads_all))

    def _message(self, post: Post, guild_id: str | None, *, reads_all: bool) -> Json:
        payload = message_payload(self._world, post, self._base_url(), reads_all=reads_all)
        if guild_id is None:
            return payload
        members = [user | {"member": self._member(guild_id, user)} for user in payload["mentions"]]
        author = self._member(guild_id, payload["author"])
        return self._in_guild(payload, guild_id) | {"member": author, "mentions": members}

    def _member(self, guild_id: str, user: Json) -> Json:
        member = member_payload(self._world.guilds[guild_id], self._world.users[user["id"]])
        return {key: value for key, value in member.items() if key != "user"}

    @staticmethod
    def _in_guild(data: Json, guild_id: str | None) -> Json:
        return data if guild_id is None else data | {"guild_id": guild_id}


class Changes:
    """Listens to the world's servers and tells the bot about those of which it is a member."""

    def __init__(self, world: World, hub: Hub) -> None:
        self._world = world
        self._hub = hub
        world.servers.listeners.append(self._tell)

    def _tell(self, happening: Happening) -> None:
        event, guild = happening.event, happening.guild
        if event is Event.BOT_LEFT:
            self._send(guild, "GUILD_DELETE", {"id": guild.id})
        elif self._world.app.bot.id not in guild.members:
            return
        elif event is Event.OUTAGE_BEGAN:
            self._send(guild, "GUILD_DELETE", {"id": guild.id, "unavailable": True})
        elif guild.has_outage or event is Event.GRANTED:
            return
        elif event in (Event.BOT_JOINED, Event.OUTAGE_ENDED, Event.LANGUAGE_CHANGED):
            self._tell_of_guild(event, guild)
        elif happening.member is not None:
            self._tell_of_member(happening, happening.member)
        elif happening.channel is not None:
            self._tell_of_channel(event, guild, happening.channel)
        else:
            self._tell_of_role(happening)

    def _tell_of_guild(self, event: Event, guild: Guild) -> None:
        if event is Event.LANGUAGE_CHANGED:
            self._send(guild, "GUILD_UPDATE", guild_payload(guild))
            return
        payload = guild_create_payload(self._world, guild)
        if event is Event.BOT_JOINED:
            del payload["unavailable"]  # its absence tells a client that the server is new
        self._send(guild, "GUILD_CREATE", payload)

    def _tell_of_channel(self, event: Event, guild: Guild, channel: Channel) -> None:
        payload = channel_payload(self._world, channel)
        if channel.parent_id is None:
            self._send(guild, f"CHANNEL_{_VERBS[event]}", payload)
        elif not self._world.rights.may_see(self._world.app.bot.id, channel):
            return
        elif event is Event.CHANNEL_DELETED:
            told = {key: payload[key] for key in ("id", "guild_id", "parent_id", "type")}
            self._send(guild, "THREAD_DELETE", told)
        else:
            fresh = {"newly_created": True} if event is Event.CHANNEL_CREATED else {}
            self._send(guild, f"THREAD_{_VERBS[event]}", payload | fresh)
            if fresh:
                self._tell_of_thread_member(event, guild, channel, str(channel.owner_id))

    def _tell_of_thread_member(self, event: Event, guild: Guild, thread: Channel, user_id: str) -> None:
        """Tell who came into a thread or left it: of others, only those who asked for members hear."""
        is_bot = user_id == self._world.app.bot.id
        told: Json = {"id": thread.id, "guild_id": guild.id, "member_count": min(50, len(thread.joined))}
        if event is Event.THREAD_LEFT:
            told["removed_member_ids"] = [user_id]
        else:
            (joined,) = (each for each in thread.joined if each.id == user_id)
            member = member_payload(guild, self._world.users[user_id])
            whole = thread_member_payload(thread, joined) | {"member": member, "presence": None}
            told["added_members"] = [whole]
        if is_bot and event is Event.THREAD_JOINED:
            self._send(guild, "THREAD_CREATE", channel_payload(self._world, thread))
        if is_bot or self._world.rights.may_see(self._world.app.bot.id, thread):
            intent = GUILDS if is_bot else GUILD_MEMBERS
            self._hub.dispatch(guild.id, "THREAD_MEMBERS_UPDATE", told, intent=intent)

    def _tell_of_member(self, happening: Happening, user_id: str) -> None:
        event, guild, user = happening.event, happening.guild, self._world.users[user_id]
        if happening.channel is not None:
            self._tell_of_thread_member(event, guild, happening.channel, user_id)
            return
        name, intent = _OF_MEMBERS[event]
        whole = event in (Event.MEMBER_JOINED, Event.MEMBER_CHANGED)
        told = member_payload(guild, user) if whole else {"user": user.payload}
        # A bot hears of changes to itself whatever its intents are.
        needed = None if event is Event.MEMBER_CHANGED and user.bot else intent
        self._hub.dispatch(guild.id, name, told | {"guild_id": guild.id}, intent=needed)

    def _tell_of_role(self, happening: Happening) -> None:
        guild = happening.guild
        role = happening.role or guild.role(guild.id)
        if happening.event is Event.ROLE_DELETED:
            self._send(guild, "GUILD_ROLE_DELETE", {"guild_id": guild.id, "role_id": role.id})
            return
        verb = "CREATE" if happening.event is Event.ROLE_CREATED else "UPDATE"
        told = {"guild_id": guild.id, "role": role_payload(guild, role)}
        self._send(guild, f"GUILD_ROLE_{verb}", told)

    def _send(self, guild: Guild, event: str, data: Json) -> None:
        self._hub.dispatch(guild.id, event, data, intent=GUILDS)
