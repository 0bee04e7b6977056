"""Discord's JSON forms of what the world holds."""

from dataclasses import replace

from bot.local.wire import Json
from bot.local.world.places import LOCALE, MEMBER_PERMISSIONS, SEND_MESSAGES, Channel, Guild, User
from bot.local.world.posts import Post
from bot.local.world.world import World

_LONG_AGO = "2020-01-01T00:00:00+00:00"


def channel_payload(world: World, channel: Channel) -> Json:
    """Return a channel as REST and gateway write it."""
    if channel.user_id is not None:
        recipient = world.users[channel.user_id].payload
        return {"id": channel.id, "type": 1, "recipients": [recipient], "last_message_id": None, "flags": 0}
    guild = world.guilds[str(channel.guild_id)]
    return {
        "id": channel.id,
        "type": 0,
        "guild_id": guild.id,
        "name": channel.name,
        "position": guild.channels.index(channel),
        "permission_overwrites": [_nobody_writes(guild)] if channel.read_only else [],
        "nsfw": False,
        "topic": None,
        "parent_id": None,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "flags": 0,
    }


def _nobody_writes(guild: Guild) -> Json:
    """Return the rule of a read-only channel: the role of everybody has the server's own id."""
    return {"id": guild.id, "type": 0, "allow": "0", "deny": str(SEND_MESSAGES)}


def member_payload(guild: Guild, user: User) -> Json:
    """Return a member with the permissions it has in the server."""
    return {
        "user": user.payload,
        "nick": None,
        "avatar": None,
        "roles": [],
        "joined_at": _LONG_AGO,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
        "permissions": str(guild.permissions_of(user.id)),
    }


def guild_payload(guild: Guild) -> Json:
    """Return a server as REST writes it."""
    return {
        "id": guild.id,
        "name": guild.name,
        "icon": None,
        "owner_id": guild.owner_id,
        "roles": [_everyone(guild)],
        "emojis": [],
        "stickers": [],
        "features": [],
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "preferred_locale": LOCALE,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "afk_channel_id": None,
        "afk_timeout": 300,
    }


def guild_create_payload(world: World, guild: Guild, *, everybody: bool = False) -> Json:
    """Return a server as the gateway announces it: with the bot alone, unless presences are asked for."""
    members = [world.users[user_id] for user_id in guild.members] if everybody else [world.app.bot]
    return guild_payload(guild) | {
        "joined_at": _LONG_AGO,
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "voice_states": [],
        "members": [member_payload(guild, user) for user in members],
        "channels": [channel_payload(world, channel) for channel in guild.channels],
        "threads": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def _everyone(guild: Guild) -> Json:
    return {
        "id": guild.id,
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": 0,
        "permissions": str(MEMBER_PERMISSIONS),
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def message_payload(world: World, post: Post, base_url: str) -> Json:
    """Return a message for the bot, with that to which it replies."""
    payload = _linked_payload(world, post, base_url)
    reference = payload.get("message_reference")
    if reference is None:
        return payload
    replied_to = world.posts.get(reference["channel_id"], reference["message_id"])
    shown_to = None if replied_to is None else _linked_payload(world, replied_to, base_url)
    return payload | {"referenced_message": shown_to}


def _linked_payload(world: World, post: Post, base_url: str) -> Json:
    """Return a message whose files have addresses that are good for a day and begin with the server's."""
    if not post.payload["attachments"]:
        return post.payload
    return {key: linked(world, value, base_url) for key, value in post.payload.items()}


def shown(world: World, post: Post) -> Post:
    """Return a message for people: addresses of its files are good for a day."""
    return replace(post, payload=_linked_payload(world, post, ""))


def linked(world: World, value: object, base_url: str) -> object:
    """Return JSON in which the addresses of files are good for a day and begin with the server's."""
    if isinstance(value, dict):
        return {key: linked(world, each, base_url) for key, each in value.items()}
    if isinstance(value, list):
        return [linked(world, each, base_url) for each in value]
    if isinstance(value, str) and value.startswith("/attachments/"):
        return base_url + world.links.sign(value)
    return value
