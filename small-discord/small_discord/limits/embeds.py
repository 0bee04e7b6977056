"""What Discord accepts as the embeds of a message."""

from datetime import datetime

from small_discord.limits.errors import Path, Problems
from small_discord.limits.fields import (
    MEDIA,
    MOST_COLOUR,
    WEB,
    check_address,
    check_count,
    check_number,
    check_object,
    check_text,
)
from small_discord.wire import Json

MOST_EMBEDS = 10
MOST_TEXT = 6000
MOST_FIELDS = 25
SHOWN = ("title", "description", "fields", "footer", "author", "image", "thumbnail")
"""The fields of which an embed needs one, for there to be anything to see."""
PARTS = ("footer", "author", "image", "thumbnail", "video", "provider")
TEXTS: dict[Path, int] = {
    ("title",): 256,
    ("description",): 4096,
    ("footer", "text"): 2048,
    ("author", "name"): 256,
}
ADDRESSES: dict[Path, tuple[str, ...]] = {
    ("url",): WEB,
    ("author", "url"): WEB,
    ("author", "icon_url"): MEDIA,
    ("footer", "icon_url"): MEDIA,
    ("image", "url"): MEDIA,
    ("thumbnail", "url"): MEDIA,
}


def check_embeds(problems: Problems, embeds: object) -> None:
    """Note what is wrong with the embeds, whose text counts together."""
    if embeds is None:
        return
    total = 0
    for place, embed in enumerate(check_count(problems, ("embeds",), embeds, 0, MOST_EMBEDS)):
        total += _check_embed(problems, ("embeds", str(place)), embed)
    if total > MOST_TEXT:
        problems.add(
            ("embeds",), "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_TEXT}"
        )


def _check_embed(problems: Problems, path: Path, embed: Json) -> int:
    """Note what is wrong with one embed; return the length of its text."""
    parts = {
        part: check_object(problems, (*path, part), embed[part])
        for part in PARTS
        if embed.get(part) is not None
    }
    for where, schemes in ADDRESSES.items():
        check_address(problems, (*path, *where), _at(embed | parts, where), schemes)
    check_number(problems, (*path, "color"), embed.get("color"), 0, MOST_COLOUR)
    _check_time(problems, (*path, "timestamp"), embed.get("timestamp"))
    if not any(embed.get(part) for part in SHOWN):
        problems.add((*path, "description"), "BASE_TYPE_REQUIRED", "This field is required")
    texts = [(where, _at(embed | parts, where), most) for where, most in TEXTS.items()]
    fields = check_count(problems, (*path, "fields"), embed.get("fields") or [], 0, MOST_FIELDS)
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


def _at(embed: Json, where: Path) -> object:
    """Return what stands at a place of an embed, or of one of its parts; None if nothing does."""
    *part, key = where
    return ((embed.get(part[0]) or {}) if part else embed).get(key)
