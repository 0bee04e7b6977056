"""What is told of what people and the bot do beside posting: they react, type, pin and clear up."""

from __future__ import annotations

from small_discord.gateway.hub import Hub
from small_discord.gateway.intents import (
    DIRECT_MESSAGES,
    DIRECT_REACTIONS,
    DIRECT_TYPING,
    GUILD_MESSAGES,
    GUILD_REACTIONS,
    GUILD_TYPING,
    GUILDS,
)
from small_discord.wire import Json
from small_discord.world.payloads import member_payload
from small_discord.world.places import Channel, User
from small_discord.world.posts import Post
from small_discord.world.reactions import Change, ReactionHappening
from small_discord.world.world import World


class Doings:
    """Listens to the world and tells the bot what is done in the channels that it sees."""

    def __init__(self, world: World, hub: Hub) -> None:
        self._world = world
        self._hub = hub
        world.reactions.listeners.append(self._tell_of_reaction)
        world.typing_listeners.append(self._tell_of_typing)
        world.posts.purge_listeners.append(self._tell_of_purge)
        world.pins.listeners.append(self._tell_of_pins)

    def _tell_of_reaction(self, happening: ReactionHappening) -> None:
        change, post, emoji, user_id = happening
        channel = self._world.channels[post.channel_id]
        told: Json = {"channel_id": channel.id, "message_id": post.id}
        if emoji is not None:
            told["emoji"] = emoji
        if user_id is not None:
            told |= {"user_id": user_id, "burst": False, "type": 0}
        if user_id is not None and change is Change.ADDED:
            told |= {"message_author_id": post.author_id}
            told |= self._member(channel, self._world.users[user_id])
        name = f"MESSAGE_REACTION_{change.value}"
        self._send(channel, name, told, GUILD_REACTIONS, DIRECT_REACTIONS)

    def _tell_of_typing(self, channel: Channel, user: User) -> None:
        told = {"channel_id": channel.id, "user_id": user.id, "timestamp": int(self._world.ids.now())}
        told |= self._member(channel, user)
        self._send(channel, "TYPING_START", told, GUILD_TYPING, DIRECT_TYPING)

    def _tell_of_purge(self, posts: list[Post]) -> None:
        channel = self._world.channels[posts[0].channel_id]
        told = {"ids": [post.id for post in posts], "channel_id": channel.id}
        self._send(channel, "MESSAGE_DELETE_BULK", told, GUILD_MESSAGES, DIRECT_MESSAGES)

    def _tell_of_pins(self, channel_id: str) -> None:
        told = {"channel_id": channel_id, "last_pin_timestamp": self._world.pins.last(channel_id)}
        channel = self._world.channels[channel_id]
        self._send(channel, "CHANNEL_PINS_UPDATE", told, GUILDS, DIRECT_MESSAGES)

    def _member(self, channel: Channel, user: User) -> Json:
        guild = self._world.guild_of(channel)
        return {} if guild is None else {"member": member_payload(guild, user)}

    def _send(self, channel: Channel, event: str, told: Json, in_guild: int, in_direct: int) -> None:
        if not self._world.access.sees(channel):
            return
        if channel.guild_id is None:
            self._hub.dispatch(None, event, told, intent=in_direct)
        else:
            guild = {"guild_id": channel.guild_id}
            self._hub.dispatch(channel.guild_id, event, told | guild, intent=in_guild)
