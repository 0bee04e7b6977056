"""The INTERACTION_CREATE event."""

from small_discord.interactions.interaction import Interaction
from small_discord.payloads import channel_payload, linked, member_payload, message_payload
from small_discord.wire import Json
from small_discord.world.places import LOCALE, Channel, User
from small_discord.world.world import World

MOST_FILE_BYTES = 10 * 1024 * 1024


class Events:
    """Writes interactions as Discord sends them; the constant parts are cached per user and channel."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._fixed: dict[tuple[str, str], Json] = {}
        world.servers.listeners.append(lambda _: self._fixed.clear())

    def event(self, interaction: Interaction, base_url: str) -> Json:
        """Return the data of the event."""
        asked = interaction.asked
        event = self._fixed_part(asked.user, asked.channel) | {
            "id": interaction.id,
            "type": int(asked.kind),
            "token": interaction.token,
            "authorizing_integration_owners": asked.owners,
            "data": linked(self._world, asked.data, base_url) if "resolved" in asked.data else asked.data,
        }
        if asked.source_id is not None and (post := self._world.posts.get(asked.channel.id, asked.source_id)):
            event["message"] = message_payload(self._world, post, base_url)
        return event

    def _fixed_part(self, user: User, channel: Channel) -> Json:
        key = (user.id, channel.id)
        if key not in self._fixed:
            self._fixed[key] = self._everywhere(channel) | self._where(user, channel)
        return self._fixed[key]

    def _everywhere(self, channel: Channel) -> Json:
        permissions = str(self._world.bot_permissions(channel))
        return {
            "application_id": self._world.app.id,
            "version": 1,
            "channel_id": channel.id,
            "channel": channel_payload(self._world, channel) | {"permissions": permissions},
            "app_permissions": permissions,
            "locale": LOCALE,
            "entitlements": [],
            "context": channel.context,
            "attachment_size_limit": MOST_FILE_BYTES,
        }

    def _where(self, user: User, channel: Channel) -> Json:
        guild = self._world.guild_of(channel)
        if guild is None:
            return {"user": user.payload}
        permissions = guild.permissions_in(channel, user.id)
        return {
            "guild_id": guild.id,
            "guild": {"id": guild.id, "locale": LOCALE, "features": []},
            "guild_locale": LOCALE,
            "member": member_payload(guild, user) | {"permissions": str(permissions)},
        }
