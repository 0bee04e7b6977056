"""Servers of several sizes as the gateway announces them, for measurements."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

Json = dict[str, Any]
ME = "900000000000000001"
"""The bot's id."""
_SERVER = "0123456789"
"""In a template, stands for the server's number in every id."""
_MOMENT = "2024-05-17T18:25:43.511000+00:00"
_TEXT, _VOICE, _CATEGORY, _THREAD = 0, 2, 4, 11


class Size(NamedTuple):
    """How many of each thing a server has."""

    channels: int
    roles: int
    emoji: int = 0
    stickers: int = 0
    threads: int = 0
    talking: int = 0
    """People in voice channels; the payload lists them as members, too."""


SIZES = {
    "small": Size(10, 8),
    "middling": Size(60, 40, emoji=50, stickers=5, threads=10, talking=3),
    "large": Size(300, 150, emoji=250, stickers=30, threads=80, talking=50),
}


def template(size: Size) -> str:
    """Return a server of a size, as JSON: a template for `numbered`."""
    return json.dumps(_basics(size) | _channels(size) | _expressions(size) | _people(size))


def numbered(text: str, number: int) -> str:
    """Return the server of a template with ids of its own, for itself and all that it has."""
    return text.replace(_SERVER, f"{1_000_000_000 + number}")


def _id(kind: int, number: int) -> str:
    return f"{_SERVER}{kind}{number:08}"


def _basics(size: Size) -> Json:
    return {
        "id": _id(1, 0),
        "name": f"Patience and friends {_SERVER}",
        "icon": "a_5f0c3a1de0b14b0f9d6a7f0e3c2b1a90",
        "banner": None,
        "splash": None,
        "discovery_splash": None,
        "description": "Cards, tea and talk." if size.emoji else None,
        "owner_id": _id(2, 0),
        "roles": [_role(number) for number in range(size.roles)],
        "features": ["COMMUNITY", "NEWS", "INVITE_SPLASH", "SOUNDBOARD"] if size.emoji else [],
        "verification_level": 1,
        "default_message_notifications": 1,
        "explicit_content_filter": 2,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 1,
        "premium_subscription_count": 3,
        "preferred_locale": "en-GB",
        "system_channel_id": _id(3, 1),
        "system_channel_flags": 0,
        "rules_channel_id": _id(3, 2),
        "public_updates_channel_id": _id(3, 3),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "joined_at": _MOMENT,
        "large": size.talking > 0,
        "unavailable": False,
        "member_count": 40 * size.channels,
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def _role(number: int) -> Json:
    return {
        "id": _id(1, number),  # @everyone has the id of its server
        "name": f"A role of some name {number}",
        "color": 0x3498DB,
        "colors": {"primary_color": 0x3498DB, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": number,
        "permissions": "2248473465835073",
        "managed": number % 5 == 1,
        "mentionable": False,
        "flags": 0,
        "tags": {"bot_id": _id(2, number)} if number % 5 == 1 else {},
    }


def _channels(size: Size) -> Json:
    channels = [_channel(number, size) for number in range(size.channels)]
    return {"channels": channels, "threads": [_thread(number) for number in range(size.threads)]}


def _channel(number: int, size: Size) -> Json:
    kind = _CATEGORY if number % 8 == 0 else _VOICE if number % 6 == 5 else _TEXT
    return {
        "id": _id(3, number),
        "type": kind,
        "name": f"some-channel-{number}",
        "position": number,
        "flags": 0,
        "parent_id": None if kind == _CATEGORY else _id(3, number - number % 8),
        "permission_overwrites": [_overwrite(each) for each in range(min(3, size.roles))],
        "nsfw": False,
        "rate_limit_per_user": 0,
        "last_message_id": _id(7, number),
        "topic": f"What is talked about in channel {number}, in one line" if kind == _TEXT else None,
    } | ({"bitrate": 64000, "user_limit": 0, "rtc_region": None} if kind == _VOICE else {})


def _overwrite(number: int) -> Json:
    return {"id": _id(1, number), "type": 0, "allow": "1024", "deny": "2048"}


def _thread(number: int) -> Json:
    return {
        "id": _id(4, number),
        "type": _THREAD,
        "guild_id": _id(1, 0),
        "parent_id": _id(3, 1),
        "owner_id": _id(2, number),
        "name": f"A talk about something {number}",
        "last_message_id": _id(7, number),
        "message_count": 12,
        "member_count": 4,
        "total_message_sent": 12,
        "rate_limit_per_user": 0,
        "flags": 0,
        "thread_metadata": {
            "archived": False,
            "archive_timestamp": _MOMENT,
            "auto_archive_duration": 4320,
            "locked": False,
            "create_timestamp": _MOMENT,
        },
    }


def _expressions(size: Size) -> Json:
    emoji = [
        {
            "id": _id(5, number),
            "name": f"some_face_{number}",
            "roles": [],
            "require_colons": True,
            "managed": False,
            "animated": number % 4 == 0,
            "available": True,
        }
        for number in range(size.emoji)
    ]
    stickers = [
        {
            "id": _id(6, number),
            "name": f"Some sticker {number}",
            "description": "A card that laughs",
            "tags": "laughing",
            "type": 2,
            "format_type": 1,
            "available": True,
            "guild_id": _id(1, 0),
        }
        for number in range(size.stickers)
    ]
    return {"emojis": emoji, "stickers": stickers}


def _people(size: Size) -> Json:
    talking = [_id(2, number) for number in range(size.talking)]
    return {
        "members": [_member(who) for who in (ME, *talking)],
        "voice_states": [_voice_state(who) for who in talking],
    }


def _member(who: str) -> Json:
    return {
        "user": user(who),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [_id(1, number) for number in range(1, 4)],
        "joined_at": _MOMENT,
        "premium_since": None,
        "communication_disabled_until": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
    }


def user(who: str) -> Json:
    """Return a person, or the bot, as Discord writes users."""
    return {
        "id": who,
        "username": f"player{who}",
        "global_name": "Player",
        "discriminator": "0",
        "avatar": "5f0c3a1de0b14b0f9d6a7f0e3c2b1a90",
        "bot": who == ME,
        "public_flags": 0,
    }


def _voice_state(who: str) -> Json:
    return {
        "user_id": who,
        "channel_id": _id(3, 5),
        "session_id": f"session-{who}",
        "deaf": False,
        "mute": False,
        "self_deaf": False,
        "self_mute": True,
        "self_video": False,
        "suppress": False,
        "request_to_speak_timestamp": None,
    }
