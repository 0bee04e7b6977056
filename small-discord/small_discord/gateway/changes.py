"""The gateway's events about servers, channels, threads and roles that change."""

from small_discord.gateway.hub import Hub
from small_discord.payloads import (
    channel_payload,
    everybody,
    guild_create_payload,
    member_payload,
    role_payload,
)
from small_discord.wire import Json
from small_discord.world.places import THREAD, Channel, Guild
from small_discord.world.servers import Event, Happening
from small_discord.world.world import World

GUILDS = 1 << 0
_VERBS = {
    Event.CHANNEL_CREATED: "CREATE",
    Event.CHANNEL_CHANGED: "UPDATE",
    Event.CHANNEL_DELETED: "DELETE",
}


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
        elif event in (Event.BOT_JOINED, Event.OUTAGE_ENDED):
            self._send(guild, "GUILD_CREATE", self._whole(event, guild))
        elif happening.channel is not None:
            self._tell_of_channel(event, guild, happening.channel)
        else:
            self._tell_of_role(happening)

    def _whole(self, event: Event, guild: Guild) -> Json:
        payload = guild_create_payload(self._world, guild)
        if event is Event.BOT_JOINED:
            del payload["unavailable"]  # its absence tells a client that the server is new
        return payload

    def _tell_of_channel(self, event: Event, guild: Guild, channel: Channel) -> None:
        payload = channel_payload(self._world, channel)
        if channel.kind != THREAD:
            self._send(guild, f"CHANNEL_{_VERBS[event]}", payload)
        elif event is Event.CHANNEL_DELETED:
            told = {key: payload[key] for key in ("id", "guild_id", "parent_id", "type")}
            self._send(guild, "THREAD_DELETE", told)
        elif guild.permissions_in(channel, self._world.app.bot.id):
            fresh = {"newly_created": True} if event is Event.CHANNEL_CREATED else {}
            self._send(guild, f"THREAD_{_VERBS[event]}", payload | fresh)

    def _tell_of_role(self, happening: Happening) -> None:
        guild, bot = happening.guild, self._world.app.bot
        role = happening.role or everybody(guild)
        verb = "CREATE" if happening.event is Event.ROLE_CREATED else "UPDATE"
        told = {"guild_id": guild.id, "role": role_payload(guild, role)}
        self._send(guild, f"GUILD_ROLE_{verb}", told)
        if bot.id in role.members:
            member = member_payload(guild, bot)
            del member["permissions"]
            self._send(guild, "GUILD_MEMBER_UPDATE", member | {"guild_id": guild.id})

    def _send(self, guild: Guild, event: str, data: Json) -> None:
        self._hub.dispatch(guild.id, event, data, intent=GUILDS)
