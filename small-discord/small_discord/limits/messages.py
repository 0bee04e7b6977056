"""What Discord accepts as a message and as an edit of one: text, embeds, mentions, what it replies to."""

from __future__ import annotations

from collections.abc import Container
from datetime import datetime
from typing import NamedTuple

from small_discord.limits.components import ComponentCheck
from small_discord.limits.errors import ApiError, Path, Problems
from small_discord.limits.fields import (
    MEDIA,
    MOST_COLOUR,
    WEB,
    check_address,
    check_choice,
    check_count,
    check_list,
    check_number,
    check_object,
    check_snowflake,
    check_text,
    given,
)
from small_discord.wire import Json

_MOST_CONTENT = 2000
MOST_ATTACHMENTS = 10
_MOST_ABOUT_FILE = 1024
_NOT_OF_FILES = ("duration_secs", "waveform", "is_spoiler", "is_remix")
SUPPRESS_EMBEDS = 1 << 2
EPHEMERAL = 1 << 6
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15
_MAY_SET = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
_MESSAGE_SHOWS = ("content", "embeds", "components")
_NOT_HERE = ("poll", "sticker_ids", "tts")
_NOT_WITH_V2 = ("content", "embeds", "poll", "sticker_ids")
_MOST_EMBEDS = 10
_MOST_EMBED_TEXT = 6000
_MOST_EMBED_FIELDS = 25
_EMBED_SHOWS = ("title", "description", "fields", "footer", "author", "image", "thumbnail")
"""The fields of which an embed needs one, for there to be anything to see."""
_EMBED_PARTS = ("footer", "author", "image", "thumbnail", "video", "provider")
_EMBED_TEXTS: dict[Path, int] = {
    ("title",): 256,
    ("description",): 4096,
    ("footer", "text"): 2048,
    ("author", "name"): 256,
}
_EMBED_ADDRESSES: dict[Path, tuple[str, ...]] = {
    ("url",): WEB,
    ("author", "url"): WEB,
    ("author", "icon_url"): MEDIA,
    ("footer", "icon_url"): MEDIA,
    ("image", "url"): MEDIA,
    ("thumbnail", "url"): MEDIA,
}
_MOST_LISTED = 100
_MOST_PURGED = 100
_KINDS = ("users", "roles", "everyone")
_REPLY, _FORWARD = 0, 1
"""Discord's types of references."""
_PATH = ("message_reference",)


def check_new_message(
    body: Json, own_emoji: Container[str], *, files: int = 0, may_hide: bool = False, prefix: Path = ()
) -> None:
    """Raise ApiError for a message that Discord would not send; `may_hide` allows the ephemeral flag."""
    problems = Problems(prefix)
    flags = given(body, "flags", 0)
    _check_flags(problems, flags, _MAY_SET | (EPHEMERAL if may_hide else 0))
    problems.refuse()
    v2 = bool(flags & COMPONENTS_V2)
    _check_allowed_mentions(problems, body.get("allowed_mentions"))
    _check_parts(problems, body, v2=v2)
    _check_components(problems, {"components": body.get("components")} if v2 else body, own_emoji, v2=v2)
    _check_attachments(problems, given(body, "attachments", []))
    problems.refuse()
    if not files and not any(_shows(body.get(part)) for part in _MESSAGE_SHOWS):
        raise ApiError(400, 50006, "Cannot send an empty message")


def check_edit(
    old: Json, body: Json, own_emoji: Container[str], *, files: int = 0, prefix: Path = ()
) -> None:
    """Raise ApiError for an edit that Discord would refuse, given the message as it was."""
    problems = Problems(prefix)
    before = old["flags"]
    flags = before
    if body.get("flags") is not None:
        flags = body["flags"]
        _check_flags(problems, flags, _MAY_SET | EPHEMERAL)
        problems.refuse()
    if before & COMPONENTS_V2 and not flags & COMPONENTS_V2:
        problems.add(
            ("flags",),
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
            "The Components V2 flag cannot be removed from a message",
        )
    _check_allowed_mentions(problems, body.get("allowed_mentions"))
    after = old | body
    v2 = bool(flags & COMPONENTS_V2)
    _check_parts(problems, {part: after.get(part) for part in _NOT_WITH_V2} if v2 else body, v2=v2)
    _check_components(problems, after if v2 and not after["components"] else body, own_emoji, v2=v2)
    _check_attachments(problems, given(body, "attachments", []))
    problems.refuse()
    if not files and not any(_shows(after.get(part)) for part in (*_MESSAGE_SHOWS, "attachments")):
        raise ApiError(400, 50006, "Cannot send an empty message")


def _shows(part: object) -> bool:
    """Say whether there is anything to see in a part of a message."""
    return bool(part.strip() if isinstance(part, str) else part)


def check_put_off(body: Json, prefix: Path = ()) -> None:
    """Raise ApiError for an answer put off until later with flags other than the ephemeral one."""
    problems = Problems(prefix)
    _check_flags(problems, given(body, "flags", 0), EPHEMERAL)
    problems.refuse()


def _check_attachments(problems: Problems, attachments: object) -> None:
    """Note what is wrong with the words about the files of a message."""
    path = ("attachments",)
    for place, entry in enumerate(check_count(problems, path, attachments, 0, MOST_ATTACHMENTS)):
        inside = (*path, str(place))
        for key in ("filename", "title", "description"):
            check_text(problems, (*inside, key), entry.get(key), most=_MOST_ABOUT_FILE)
        for key in _NOT_OF_FILES:
            if entry.get(key):
                problems.lack((*inside, key), f"the '{key}' field of a file")


def _check_flags(problems: Problems, flags: object, may_set: int) -> None:
    if not isinstance(flags, int) or isinstance(flags, bool):
        problems.add(("flags",), "NUMBER_TYPE_COERCE", f'Value "{flags!r}" is not int.')
    elif flags & ~may_set:
        problems.add(("flags",), "MESSAGE_FLAGS_INVALID", f"Flags {flags & ~may_set} cannot be set here")


def _check_parts(problems: Problems, body: Json, *, v2: bool) -> None:
    if not v2:
        check_text(problems, ("content",), body.get("content"), most=_MOST_CONTENT)
        _check_embeds(problems, body.get("embeds"))
    legacy = _NOT_WITH_V2 if v2 else ()
    for part in dict.fromkeys((*legacy, *_NOT_HERE)):
        if body.get(part) and part in legacy:
            message = f"The '{part}' field cannot be used with a message of Components V2"
            problems.add((part,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)
        elif body.get(part):
            problems.lack((part,), f"the '{part}' field of a message")


def _check_components(problems: Problems, body: Json, own_emoji: Container[str], *, v2: bool) -> None:
    components = body.get("components")
    if v2 and "components" in body and not components:
        problems.add(("components",), "BASE_TYPE_REQUIRED", "This field is required")
    elif components is not None:
        ComponentCheck(problems, own_emoji).message(components, v2=v2)


def _check_embeds(problems: Problems, embeds: object) -> None:
    """Note what is wrong with the embeds, whose text counts together."""
    if embeds is None:
        return
    total = 0
    for place, embed in enumerate(check_count(problems, ("embeds",), embeds, 0, _MOST_EMBEDS)):
        total += _check_embed(problems, ("embeds", str(place)), embed)
    if total > _MOST_EMBED_TEXT:
        problems.add(
            ("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {_MOST_EMBED_TEXT}"
        )


def _check_embed(problems: Problems, path: Path, embed: Json) -> int:
    """Note what is wrong with one embed; return the length of its text."""
    parts = {
        part: check_object(problems, (*path, part), embed[part])
        for part in _EMBED_PARTS
        if embed.get(part) is not None
    }
    for where, schemes in _EMBED_ADDRESSES.items():
        check_address(problems, (*path, *where), _embedded(embed | parts, where), schemes)
    check_number(problems, (*path, "color"), embed.get("color"), 0, MOST_COLOUR)
    _check_time(problems, (*path, "timestamp"), embed.get("timestamp"))
    if not any(embed.get(part) for part in _EMBED_SHOWS):
        problems.add((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
    texts = [(where, _embedded(embed | parts, where), most) for where, most in _EMBED_TEXTS.items()]
    fields = check_count(problems, (*path, "fields"), given(embed, "fields", []), 0, _MOST_EMBED_FIELDS)
    for place, field in enumerate(fields):
        for key, most in (("name", 256), ("value", 1024)):
            inside: Path = ("fields", str(place), key)
            texts.append((inside, field.get(key), most))
            if not field.get(key):
                problems.add((*path, *inside), "BASE_TYPE_REQUIRED", "This field is required")
    for where, text, most in texts:
        check_text(problems, (*path, *where), text, most=most)
    return sum(len(text) for _, text, _ in texts if isinstance(text, str))


def _check_time(problems: Problems, path: Path, value: object) -> None:
    """Note a time that is not written as ISO 8601 has it; None means not given, and is fine."""
    if value is None:
        return
    try:
        datetime.fromisoformat(str(value))
    except ValueError:
        problems.add(path, "DATE_TIME_TYPE_PARSE", f"Could not parse {value}. Should be ISO8601.")


def _embedded(embed: Json, where: Path) -> object:
    """Return what stands at a place of an embed, or of one of its parts; None if nothing does."""
    *part, key = where
    return ((embed.get(part[0]) or {}) if part else embed).get(key)


def _check_allowed_mentions(problems: Problems, value: object) -> None:
    """Note allowed mentions that contradict themselves; None is fine."""
    path = ("allowed_mentions",)
    allowed = {} if value is None else check_object(problems, path, value)
    parse = check_list(problems, (*path, "parse"), given(allowed, "parse", []))
    for place, kind in enumerate(parse):
        check_choice(problems, (*path, "parse", str(place)), kind, _KINDS)
    for kind in ("users", "roles"):
        listed = check_list(problems, (*path, kind), given(allowed, kind, []))
        if len(listed) > _MOST_LISTED:
            message = f"Must be {_MOST_LISTED} or fewer in length."
            problems.add((*path, kind), "BASE_TYPE_MAX_LENGTH", message)
        if listed and kind in parse:
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            problems.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


class Reference(NamedTuple):
    """A message to reply to, and whether the reply is not to be sent if that does not exist."""

    message_id: str
    must_exist: bool


def read_reference(body: Json, channel_id: str) -> Reference | None:
    """Return the message of the same channel that a new one replies to, if any, or raise ApiError."""
    if body.get("message_reference") is None:
        return None
    problems = Problems()
    given = check_object(problems, _PATH, body["message_reference"])
    problems.refuse()
    check_snowflake(problems, (*_PATH, "message_id"), given.get("message_id"))
    kind = given.get("type") or _REPLY
    check_choice(problems, (*_PATH, "type"), kind, (_REPLY, _FORWARD))
    if kind == _FORWARD:
        problems.lack((*_PATH, "type"), "forwards")
    elif str(given.get("channel_id") or channel_id) != channel_id:
        message = "Cannot reply to a message in a different channel"
        problems.add(_PATH, "REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL", message)
    problems.refuse()
    return Reference(str(given["message_id"]), given.get("fail_if_not_exists") is not False)


def read_purge(body: Json) -> list[str]:
    """Return the ids of the messages to delete at once, or raise ApiError."""
    problems, path = Problems(), ("messages",)
    ids = [str(each) for each in check_list(problems, path, body.get("messages"))]
    for place, each in enumerate(ids):
        check_snowflake(problems, (*path, str(place)), each)
        if each in ids[:place]:
            message = "The set already contains this value"
            problems.add((*path, str(place)), "SET_TYPE_ALREADY_CONTAINS_VALUE", message)
    problems.refuse()
    if not 2 <= len(ids) <= _MOST_PURGED:
        message = (
            "Provided too few or too many messages to delete. Must provide at least 2 and fewer than 100"
        )
        raise ApiError(400, 50016, f"{message} messages to delete")
    return ids
