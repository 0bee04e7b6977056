"""Discord's JSON forms of what the world holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from small_discord.ids import made_at
from small_discord.wire import Json
from small_discord.world.places import GROUP, TEXT, Channel, Guild, Overwrite, Role, ThreadMember, User
from small_discord.world.posts import THREAD_STARTER, Post, Reaction
from small_discord.world.world import World

_LONG_AGO = "2020-01-01T00:00:00+00:00"
_EMPTY_OF_A_GUILD = (
    *("icon", "description", "home_header", "splash", "discovery_splash", "banner", "vanity_url_code"),
    *("application_id", "afk_channel_id", "system_channel_id", "widget_channel_id", "rules_channel_id"),
    *("safety_alerts_channel_id", "public_updates_channel_id", "max_presences", "incidents_data"),
)
_UNREAD: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


def channel_payload(world: World, channel: Channel) -> Json:
    """Return a channel as REST and the gateway write it."""
    if channel.guild_id is None:
        return _conversation(world, channel)
    guild = world.guilds[channel.guild_id]
    payload: Json = {
        "id": channel.id,
        "type": channel.kind,
        "guild_id": guild.id,
        "name": channel.name,
        "parent_id": channel.parent_id,
        "last_message_id": next((post.id for post in _public(world, channel)), None),
        "last_pin_timestamp": world.pins.last(channel.id),
        "rate_limit_per_user": 0,
        "flags": 0,
    }
    if channel.parent_id is not None:
        return payload | _thread(world, guild, channel)
    return payload | {
        "position": sum(int(each.id) < int(channel.id) for each in guild.channels),
        "permission_overwrites": [_overwrite(each) for each in channel.overwrites],
        "nsfw": False,
        "topic": None,
    }


def _conversation(world: World, channel: Channel) -> Json:
    people = [world.users[user_id].payload for user_id in channel.people or (str(channel.user_id),)]
    payload: Json = {"id": channel.id, "type": channel.kind, "last_message_id": None, "flags": 0}
    payload |= {"last_pin_timestamp": world.pins.last(channel.id), "recipients": people}
    group: Json = {"name": None, "icon": None, "owner_id": channel.people[0]} if channel.kind == GROUP else {}
    return payload | group


def _public(world: World, channel: Channel) -> Iterator[Post]:
    """Iterate over the messages of a channel that all there see, newest first."""
    return (post for post in world.posts.latest(channel.id) if post.viewer is None)


def _thread(world: World, guild: Guild, thread: Channel) -> Json:
    written = sum(post.payload["type"] != THREAD_STARTER for post in _public(world, thread))
    metadata: Json = {
        "archived": thread.archived,
        "archive_timestamp": thread.archived_at or _LONG_AGO,
        "auto_archive_duration": thread.archives_after,
        "locked": thread.locked,
        "create_timestamp": datetime.fromtimestamp(made_at(thread.id), UTC).isoformat(),
    }
    payload: Json = {
        "owner_id": thread.owner_id or guild.owner_id,
        "message_count": written,
        "member_count": min(50, len(thread.joined)),
        "total_message_sent": written,
        "thread_metadata": metadata | ({"invitable": thread.invitable} if thread.private else {}),
    }
    mine = [member for member in thread.joined if member.id == world.app.bot.id]
    return payload | ({"member": thread_member_payload(thread, mine[0])} if mine else {})


def thread_member_payload(thread: Channel, member: ThreadMember) -> Json:
    """Return a member of a thread."""
    return {"id": thread.id, "user_id": member.id, "join_timestamp": member.joined_at, "flags": 0}


def _overwrite(overwrite: Overwrite) -> Json:
    return {
        "id": overwrite.id,
        "type": 0 if overwrite.is_role else 1,
        "allow": str(overwrite.allow),
        "deny": str(overwrite.deny),
    }


def member_payload(guild: Guild, user: User) -> Json:
    """Return a member of a server."""
    profile = guild.profile(user.id)
    until = profile.timed_out_until
    return {
        "user": user.payload,
        "nick": profile.nick,
        "avatar": None,
        "banner": None,
        "roles": [role.id for role in guild.roles_of(user.id)],
        "joined_at": _LONG_AGO,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": until and datetime.fromtimestamp(until, UTC).isoformat(),
    }


def guild_payload(guild: Guild) -> Json:
    """Return a server as REST writes it."""
    empty: Json = dict.fromkeys(_EMPTY_OF_A_GUILD)
    return empty | {
        "id": guild.id,
        "name": guild.name,
        "owner_id": guild.owner_id,
        "roles": [role_payload(guild, role) for role in guild.all_roles],
        "emojis": [],
        "stickers": [],
        "features": [],
        "region": "deprecated",
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw": False,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": guild.locale,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "afk_timeout": 300,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
    }


def guild_create_payload(world: World, guild: Guild, *, everybody: bool = False) -> Json:
    """Return a server as the gateway announces it: only the bot as member, unless presences are asked for."""
    members = [world.users[user_id] for user_id in guild.members] if everybody else [world.app.bot]
    return guild_payload(guild) | {
        "joined_at": _LONG_AGO,
        "large": False,
        "unavailable": False,
        "member_count": len(guild.members),
        "voice_states": [],
        "members": [member_payload(guild, user) for user in members],
        "channels": [channel_payload(world, each) for each in guild.channels if each.kind == TEXT],
        "threads": [channel_payload(world, each) for each in active_threads(world, guild)],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def active_threads(world: World, guild: Guild) -> list[Channel]:
    """Return the threads that the bot is told about: those not archived, where it has permissions."""
    threads = (each for each in guild.channels if each.parent_id is not None and not each.archived)
    return [each for each in threads if world.rights.may_see(world.app.bot.id, each)]


def role_payload(guild: Guild, role: Role) -> Json:
    """Return a role of a server."""
    return {
        "id": role.id,
        "name": role.name,
        "color": role.colour,
        "colors": {"primary_color": role.colour, "secondary_color": None, "tertiary_color": None},
        "hoist": role.hoist,
        "icon": None,
        "unicode_emoji": None,
        "position": guild.position(role.id),
        "permissions": str(role.permissions),
        "managed": False,
        "mentionable": role.mentionable,
        "flags": 0,
    }


def message_payload(world: World, post: Post, base_url: str, *, reads_all: bool | None = None) -> Json:
    """Return a message for the bot, as far as it may read it, with the message it replies to.

    `reads_all`: whether the bot has asked for the content of all messages; None, whether it might have.
    """
    reads_all = world.access.grants_content if reads_all is None else reads_all
    payload = _readable(world, post, base_url, reads_all=reads_all)
    reference = payload.get("message_reference")
    if reference is None or (post.by_discord and payload["type"] != THREAD_STARTER):
        return payload
    replied_to = world.posts.get(reference["channel_id"], reference["message_id"])
    shown_to = None if replied_to is None else _readable(world, replied_to, base_url, reads_all=reads_all)
    return payload | {"referenced_message": shown_to}


def _readable(world: World, post: Post, base_url: str, *, reads_all: bool) -> Json:
    """Return a message, blanked unless the bot may read all messages or this one is meant for it."""
    whole = whole_message(world, post, base_url)
    return whole if reads_all or _may_read(world, post) else whole | _UNREAD


def whole_message(world: World, post: Post, base_url: str) -> Json:
    """Return a message; addresses of its files are good for a day and begin with the server's."""
    payload = post.payload
    if post.reactions:
        payload = payload | {"reactions": [_reaction(world, each) for each in post.reactions]}
    thread = world.channels.get(post.id)
    if thread is not None:
        payload = payload | {"thread": channel_payload(world, thread)}
    if not payload["attachments"]:
        return payload
    return {key: linked(world, value, base_url) for key, value in payload.items()}


def _reaction(world: World, reaction: Reaction) -> Json:
    return {
        "emoji": reaction.emoji,
        "count": len(reaction.users),
        "count_details": {"burst": 0, "normal": len(reaction.users)},
        "burst_colors": [],
        "me_burst": False,
        "me": world.app.bot.id in reaction.users,
    }


def _may_read(world: World, post: Post) -> bool:
    """Say whether a bot without the message content intent may read a message."""
    bot = world.app.bot.id
    named = post.author_id == bot or any(user["id"] == bot for user in post.payload["mentions"])
    return named or world.channels[post.channel_id].context == 1


def shown(world: World, post: Post) -> Post:
    """Return a message for people; addresses of its files are good for a day."""
    return replace(post, payload=whole_message(world, post, ""))


def linked(world: World, value: object, base_url: str) -> object:
    """Return JSON in which the addresses of files are good for a day and begin with the server's."""
    if isinstance(value, dict):
        return {key: linked(world, each, base_url) for key, each in value.items()}
    if isinstance(value, list):
        return [linked(world, each, base_url) for each in value]
    if isinstance(value, str) and value.startswith("/attachments/"):
        return base_url + world.links.sign(value)
    return value
