"""What Discord makes of what it has accepted: nulls fall away, and what was left out gets its default."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from small_discord.limits.kinds import SELECTS, Kind, walk
from small_discord.wire import Json

_COMMAND: Json = {
    "type": 1,
    "description": "",
    "options": [],
    "default_member_permissions": None,
    "nsfw": False,
    "contexts": None,
    "integration_types": [0],
    "name_localizations": None,
    "description_localizations": None,
}
_ONE_CHOICE: Json = {"min_values": 1, "max_values": 1}
_PICTURE: Json = {"description": None, "spoiler": False}
_COMPONENTS: dict[int, Json] = {
    **dict.fromkeys(SELECTS, _ONE_CHOICE),
    Kind.THUMBNAIL: _PICTURE,
    Kind.FILE: {"name": None, "size": None, "spoiler": False},
    Kind.SEPARATOR: {"spacing": 1, "divider": True},
    Kind.CONTAINER: {"accent_color": None, "spoiler": False},
}
"""Fields that Discord adds to components without them, by type."""


def normal_command(command: Json) -> Json:
    """Return a command with all its fields, those of its options that were null left out."""
    complete: Json = _COMMAND | _without_nulls(command)
    permissions = complete["default_member_permissions"]
    complete["default_member_permissions"] = None if permissions is None else str(permissions)
    complete["integration_types"] = complete["integration_types"] or _COMMAND["integration_types"]
    if complete["contexts"] is None and complete.get("dm_permission") is False:
        complete["contexts"] = [0]
    return complete


def normal_embed(embed: Json) -> Json:
    """Return an embed as messages hold it."""
    normal: Json = _without_nulls(embed) | {"type": "rich"}
    if "fields" in normal:
        normal["fields"] = [{"inline": False} | field for field in normal["fields"]]
    return normal


def normal_components(components: list[Json], own_emoji: Mapping[str, Json]) -> list[Json]:
    """Return components as messages hold them: complete, numbered, with the names of the app's own emoji."""
    normal: list[Json] = _without_nulls(components)
    for component in number_components(normal):
        component.update(_COMPONENTS.get(component["type"], {}) | component)
        if component["type"] == Kind.MEDIA_GALLERY:
            component["items"] = [_PICTURE | item for item in component["items"]]
        for bearer in (component, *component.get("options", ())):
            if "emoji" in bearer:
                bearer["emoji"] = _normal_emoji(bearer["emoji"], own_emoji)
    return normal


def number_components(components: list[Json]) -> list[Json]:
    """Give an id to every freshly parsed component without one, skipping those taken; return all, flat."""
    everything = list(walk(components))
    taken = {component["id"] for component in everything if component.get("id")}
    free = (number for number in count(1) if number not in taken)
    for component in everything:
        if not component.get("id"):
            component["id"] = next(free)
    return everything


def _normal_emoji(emoji: Json, own_emoji: Mapping[str, Json]) -> Json:
    """Return an emoji whose id, if it has one, is a string: JavaScript would round a number."""
    own = own_emoji.get(str(emoji.get("id")))
    if own is None:
        return {"name": emoji["name"]}
    named: Json = {"id": own["id"], "name": own["name"]}
    return named | {"animated": True} if own["animated"] else named


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(each) for key, each in value.items() if each is not None}
    if isinstance(value, list):
        return [_without_nulls(each) for each in value]
    return value
