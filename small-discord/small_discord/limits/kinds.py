"""Component types, and walking through components."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from small_discord.limits.errors import Path, Problems
from small_discord.wire import Json

_ONLY_DISCORD = {
    21: "radio group",
    22: "checkbox group",
    23: "checkbox",
}


class Kind(IntEnum):
    """The component types that the small Discord knows."""

    ACTION_ROW = 1
    BUTTON = 2
    STRING_SELECT = 3
    TEXT_INPUT = 4
    USER_SELECT = 5
    ROLE_SELECT = 6
    MENTIONABLE_SELECT = 7
    CHANNEL_SELECT = 8
    SECTION = 9
    TEXT_DISPLAY = 10
    THUMBNAIL = 11
    MEDIA_GALLERY = 12
    FILE = 13
    SEPARATOR = 14
    CONTAINER = 17
    LABEL = 18
    FILE_UPLOAD = 19


SELECTS = (
    Kind.STRING_SELECT,
    Kind.USER_SELECT,
    Kind.ROLE_SELECT,
    Kind.MENTIONABLE_SELECT,
    Kind.CHANNEL_SELECT,
)


def check_kind(problems: Problems, path: Path, kind: Any, allowed: tuple[Kind, ...]) -> Kind | None:
    """Return the type of a component that is allowed here; otherwise note it and return None."""
    if kind in allowed:
        return Kind(kind)
    if kind in tuple(_ONLY_DISCORD):
        problems.lack((*path, "type"), f"components of type {kind} ({_ONLY_DISCORD[kind]})")
    else:
        choices = tuple(map(int, allowed))
        problems.add(
            (*path, "type"), "UNION_TYPE_CHOICES", f'Value of field "type" must be one of {choices}.'
        )
    return None


def walk(components: list[Json]) -> Iterator[Json]:
    """Iterate over components and all that is nested in them."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        for key in ("accessory", "component"):
            if key in component:
                yield from walk([component[key]])
