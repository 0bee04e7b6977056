"""What Discord accepts as the components of a message."""

from collections.abc import Callable, Container
from typing import Any

from small_discord.limits.controls import check_button, check_select
from small_discord.limits.errors import INTERNAL_ERROR, Path, Problems
from small_discord.limits.fields import (
    MEDIA,
    MOST_COLOUR,
    check_address,
    check_count,
    check_number,
    check_object,
)
from small_discord.limits.kinds import SELECTS, Kind, check_kind
from small_discord.wire import Json

MOST_ROWS = 5
MOST_COMPONENTS = 40
MOST_TEXT = 4000
_MOST_BYTES = 10_170
"""Of all texts of a message together, each in UTF-8 and with so many more: discord-api-docs #8554."""
_FOR_EACH_TEXT = 12
IN_V1 = (Kind.ACTION_ROW,)
IN_CONTAINER = (
    Kind.ACTION_ROW,
    Kind.SECTION,
    Kind.TEXT_DISPLAY,
    Kind.MEDIA_GALLERY,
    Kind.FILE,
    Kind.SEPARATOR,
)
IN_V2 = (*IN_CONTAINER, Kind.CONTAINER)


class ComponentCheck:
    """One walk over the components of one message."""

    def __init__(self, problems: Problems, own_emoji: Container[str]) -> None:
        self._problems = problems
        self._own_emoji = own_emoji
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._count = 0
        self._text = 0
        self._bytes = 0
        self._checks: dict[Kind, Callable[[Path, Json], None]] = {
            Kind.ACTION_ROW: self._action_row,
            Kind.BUTTON: self._button,
            **dict.fromkeys(SELECTS, self._select),
            Kind.SECTION: self._section,
            Kind.TEXT_DISPLAY: self._text_display,
            Kind.THUMBNAIL: self._thumbnail,
            Kind.MEDIA_GALLERY: self._gallery,
            Kind.FILE: self._file,
            Kind.SEPARATOR: self._separator,
            Kind.CONTAINER: self._container,
        }

    def message(self, components: object, *, v2: bool) -> None:
        """Note everything that Discord would refuse in the components of a message.

        Raise ApiError where Discord does not say what is wrong.
        """
        path: Path = ("components",)
        top = check_count(self._problems, path, components, 0, MOST_COMPONENTS if v2 else MOST_ROWS)
        self._children(path, top, IN_V2 if v2 else IN_V1)
        if v2 and self._count > MOST_COMPONENTS:
            self._problems.add(
                path,
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components cannot exceed {MOST_COMPONENTS}; there are {self._count}.",
            )
        if self._text > MOST_TEXT:
            self._problems.add(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The total displayable text size exceeds the maximum of {MOST_TEXT}; it is {self._text}.",
            )
        if self._bytes > _MOST_BYTES and not self._problems:
            raise INTERNAL_ERROR

    def _children(self, path: Path, children: list[Json], allowed: tuple[Kind, ...]) -> None:
        for place, child in enumerate(children):
            self._one((*path, str(place)), child, allowed)

    def _one(self, path: Path, component: Json, allowed: tuple[Kind, ...]) -> None:
        self._count += 1
        kind = check_kind(self._problems, path, component.get("type"), allowed)
        if kind is None:
            return
        self._own_id(path, component.get("id"))
        self._checks[kind](path, component)

    def _own_id(self, path: Path, number: object) -> None:
        if not number or not isinstance(number, int):
            return
        if number in self._ids:
            self._problems.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
        self._ids.add(number)

    def _action_row(self, path: Path, row: Json) -> None:
        inside = (*path, "components")
        children = check_count(self._problems, inside, row.get("components"), 1, 5)
        selects = [child for child in children if child.get("type") in SELECTS]
        if selects and len(children) > 1:
            self._problems.add(
                inside, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width"
            )
        self._children(inside, children, (Kind.BUTTON, *SELECTS))

    def _button(self, path: Path, button: Json) -> None:
        check_button(self._problems, path, button, self._own_emoji)
        self._custom_id(path, button.get("custom_id"))

    def _select(self, path: Path, select: Json) -> None:
        check_select(self._problems, path, select, self._own_emoji)
        self._custom_id(path, select.get("custom_id"))

    def _custom_id(self, path: Path, custom_id: Any) -> None:
        if not isinstance(custom_id, str):
            return
        if custom_id in self._custom_ids:
            self._problems.add(
                (*path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        self._custom_ids.add(custom_id)

    def _section(self, path: Path, section: Json) -> None:
        inside = (*path, "components")
        texts = check_count(self._problems, inside, section.get("components"), 1, 3)
        self._children(inside, texts, (Kind.TEXT_DISPLAY,))
        accessory = section.get("accessory")
        if isinstance(accessory, dict):
            self._one((*path, "accessory"), accessory, (Kind.BUTTON, Kind.THUMBNAIL))
        else:
            self._problems.add((*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required")

    def _text_display(self, path: Path, display: Json) -> None:
        content = display.get("content")
        if not isinstance(content, str) or not content:
            self._problems.add((*path, "content"), "BASE_TYPE_REQUIRED", "This field is required")
            return
        self._text += len(content)
        self._bytes += len(content.encode()) + _FOR_EACH_TEXT

    def _thumbnail(self, path: Path, thumbnail: Json) -> None:
        self._media((*path, "media"), thumbnail.get("media"))

    def _gallery(self, path: Path, gallery: Json) -> None:
        items = check_count(self._problems, (*path, "items"), gallery.get("items"), 1, 10)
        for place, item in enumerate(items):
            self._media((*path, "items", str(place), "media"), item.get("media"))

    def _file(self, path: Path, file: Json) -> None:
        self._media((*path, "file"), file.get("file"))

    def _media(self, path: Path, media: object) -> None:
        url = check_object(self._problems, path, media).get("url")
        if url is None:
            self._problems.add((*path, "url"), "BASE_TYPE_REQUIRED", "This field is required")
        check_address(self._problems, (*path, "url"), url, MEDIA)

    def _separator(self, path: Path, separator: Json) -> None:
        if separator.get("spacing", 1) not in (1, 2):
            self._problems.add((*path, "spacing"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2).")

    def _container(self, path: Path, container: Json) -> None:
        colour = container.get("accent_color")
        check_number(self._problems, (*path, "accent_color"), colour, 0, MOST_COLOUR)
        inside = (*path, "components")
        children = check_count(self._problems, inside, container.get("components"), 1, MOST_COMPONENTS)
        self._children(inside, children, IN_CONTAINER)
