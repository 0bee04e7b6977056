"""Components: what fits into a message, what is refused, and where."""

from typing import Any

import pytest

from problems import found, named
from small_discord.limits.errors import ApiError
from small_discord.limits.messages import check_new_message

V2 = 1 << 15
OWN = ("7",)
Part = dict[str, Any]


def text(content: str = "x") -> Part:
    """Return a text display."""
    return {"type": 10, "content": content}


def button(custom_id: str | None = "a", **fields: Any) -> Part:
    """Return a button."""
    return {"type": 2, "style": 1, "label": "Go", "custom_id": custom_id} | fields


def option(value: str = "1", **fields: Any) -> Part:
    """Return an option of a menu."""
    return {"label": "One", "value": value} | fields


def select(custom_id: str = "s", *options: Part, **fields: Any) -> Part:
    """Return a menu."""
    return {"type": 3, "custom_id": custom_id, "options": list(options) or [option()]} | fields


def row(*children: Part) -> Part:
    """Return an action row."""
    return {"type": 1, "components": list(children)}


def section(*texts: Part, accessory: Part | None = None) -> Part:
    """Return a section."""
    return {"type": 9, "components": list(texts), "accessory": accessory or button("acc")}


def container(*children: Part) -> Part:
    """Return a container."""
    return {"type": 17, "components": list(children)}


def gallery(count: int) -> Part:
    """Return a media gallery."""
    return {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}] * count}


def options(count: int, **fields: Any) -> list[Part]:
    """Return options with different values."""
    return [option(str(number), **fields) for number in range(count)]


FITS = {
    "five rows": ([row(button(f"{n}")) for n in range(5)], False),
    "five buttons": ([row(*(button(f"{n}") for n in range(5)))], False),
    "a full menu": ([row(select("s", *options(25)))], False),
    "a link": ([row(button(custom_id=None, style=5, url="https://example.org"))], False),
    "a link into Discord": ([row(button(custom_id=None, style=5, url="discord://-/channels/1"))], False),
    "two defaults": ([row(select("s", *options(2, default=True), max_values=2))], False),
    "own and Unicode emoji": (
        [row(button("a", emoji={"id": "7", "name": "x"}, label=None), button("b", emoji={"name": "♠"}))],
        False,
    ),
    "forty components": ([text() for _ in range(40)], True),
    "4000 characters": ([text("x" * 2000), text("x" * 2000)], True),
    "10,170 bytes": ([text("か" * 3000), text("x" * 146), text("か" * 329 + "x")], True),
    "everything nested": (
        [container(section(text()), row(select()), gallery(10), {"type": 14}, text(), row(button("b")))],
        True,
    ),
}

REFUSED = {
    "a blank label": (
        [row(button(label=" "))],
        False,
        "components.0.components.0",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    "a link to a program": (
        [row(button(custom_id=None, style=5, url="file:///etc/hosts"))],
        False,
        "components.0.components.0.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    "two defaults of which one can be chosen": (
        [row(select("s", *options(2, default=True)))],
        False,
        "components.0.components.0.options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
    ),
    "two people by default of which one can be chosen": (
        [row({"type": 5, "custom_id": "u", "default_values": [{"type": "user", "id": n} for n in "12"]})],
        False,
        "components.0.components.0.default_values",
        "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
    ),
    "a colour that is none": (
        [container(text()) | {"accent_color": 1 << 24}],
        True,
        "components.0.accent_color",
        "NUMBER_TYPE_MAX",
    ),
    "six rows": ([row(button(f"{n}")) for n in range(6)], False, "components", "BASE_TYPE_BAD_LENGTH"),
    "a bare button": ([button()], False, "components.0.type", "UNION_TYPE_CHOICES"),
    "an empty row": ([row()], False, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    "six buttons": (
        [row(*(button(f"{n}") for n in range(6)))],
        False,
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a menu and a button": (
        [row(select(), button())],
        False,
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "the same custom_id twice": (
        [row(button(), button())],
        False,
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "the same id twice": (
        [text() | {"id": 3}, text() | {"id": 3}],
        True,
        "components.1.id",
        "COMPONENT_ID_DUPLICATED",
    ),
    "what only Discord knows": (
        [row({"type": 21, "custom_id": "u"})],
        False,
        "components.0.components.0.type",
        "NOT_IMPLEMENTED",
    ),
    "a file upload in a message": (
        [row({"type": 19, "custom_id": "u"})],
        False,
        "components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "a user select that begins with a role": (
        [row({"type": 5, "custom_id": "u", "default_values": [{"type": "role", "id": "1"}]})],
        False,
        "components.0.components.0.default_values.0.type",
        "BASE_TYPE_CHOICES",
    ),
    "two selects in a row": (
        [row({"type": 5, "custom_id": "u"}, {"type": 8, "custom_id": "c"})],
        False,
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "text in a plain message": ([text()], False, "components.0.type", "UNION_TYPE_CHOICES"),
    "forty-one components": (
        [container(*(text() for _ in range(40)))],
        True,
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "4001 characters": (
        [text("x" * 2001), container(text("x" * 2000))],
        True,
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "an empty text": ([text("")], True, "components.0.content", "BASE_TYPE_REQUIRED"),
    "a container in a container": (
        [container(container(text()))],
        True,
        "components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "four texts in a section": (
        [section(*(text() for _ in range(4)))],
        True,
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a section without accessory": (
        [{"type": 9, "components": [text()]}],
        True,
        "components.0.accessory",
        "BASE_TYPE_REQUIRED",
    ),
    "a text as accessory": (
        [section(text(), accessory=text())],
        True,
        "components.0.accessory.type",
        "UNION_TYPE_CHOICES",
    ),
    "eleven pictures": ([gallery(11)], True, "components.0.items", "BASE_TYPE_BAD_LENGTH"),
    "no address": (
        [{"type": 13, "file": {"url": "card.png"}}],
        True,
        "components.0.file.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    "a wide separator": ([{"type": 14, "spacing": 3}], True, "components.0.spacing", "BASE_TYPE_CHOICES"),
}

BAD_BUTTONS: dict[str, tuple[Part, str, str]] = {
    "a long label": ({"label": "x" * 81}, "label", "BASE_TYPE_MAX_LENGTH"),
    "neither label nor emoji": ({"label": None}, "", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    "no custom_id": ({"custom_id": None}, "custom_id", "BASE_TYPE_REQUIRED"),
    "a long custom_id": ({"custom_id": "x" * 101}, "custom_id", "BASE_TYPE_BAD_LENGTH"),
    "an unknown style": ({"style": 9}, "style", "BASE_TYPE_CHOICES"),
    "a link with custom_id": (
        {"style": 5, "url": "https://example.org"},
        "",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "a link without url": ({"style": 5, "custom_id": None}, "url", "BASE_TYPE_REQUIRED"),
    "a stranger's emoji": (
        {"emoji": {"id": "8", "name": "x"}},
        "emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "no emoji at all": ({"emoji": {"name": "▾"}}, "emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI"),
}

BAD_SELECTS = {
    "26 options": (select("s", *options(26)), "options", "BASE_TYPE_BAD_LENGTH"),
    "no options": ({"type": 3, "custom_id": "s", "options": []}, "options", "BASE_TYPE_BAD_LENGTH"),
    "a long placeholder": (select(placeholder="x" * 151), "placeholder", "BASE_TYPE_MAX_LENGTH"),
    "a long option": (select("s", option(label="x" * 101)), "options.0.label", "BASE_TYPE_BAD_LENGTH"),
    "a long value": (select("s", option("x" * 101)), "options.0.value", "BASE_TYPE_BAD_LENGTH"),
    "a long description": (
        select("s", option(description="x" * 101)),
        "options.0.description",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "a value twice": (
        select("s", option(), option()),
        "options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "more than there are": (select(max_values=2), "max_values", "SELECT_COMPONENT_MAX_VALUES_INVALID"),
    "more than the most": (
        select("s", *options(3), min_values=2, max_values=1),
        "min_values",
        "SELECT_COMPONENT_MIN_VALUES_INVALID",
    ),
}


def check(components: object, *, v2: bool) -> None:
    """Send a message made of these components."""
    check_new_message({"components": components, "flags": V2 if v2 else 0}, OWN)


@pytest.mark.parametrize("name", FITS)
def test_what_fits_is_sent(name: str) -> None:
    """Everything up to its limit is accepted."""
    components, v2 = FITS[name]
    check(components, v2=v2)


@pytest.mark.parametrize("name", named(REFUSED, not_implemented="what only Discord knows"))
def test_what_does_not_fit_is_refused(name: str) -> None:
    """One more than the limit is refused, at its path."""
    components, v2, path, code = REFUSED[name]
    with pytest.raises(ApiError) as refusal:
        check(components, v2=v2)
    assert found(refusal.value) == {path: code}


def test_a_byte_too_many_is_an_internal_error() -> None:
    """Texts of one byte too many, in UTF-8 and with twelve for each, are refused without a reason."""
    with pytest.raises(ApiError) as refusal:
        check([text("か" * 3000), text("x" * 146), text("か" * 329 + "é")], v2=True)
    assert (refusal.value.status, refusal.value.code) == (500, 0)


@pytest.mark.parametrize("name", BAD_BUTTONS)
def test_bad_buttons_are_refused(name: str) -> None:
    """Each field of a button has its bounds."""
    fields, path, code = BAD_BUTTONS[name]
    with pytest.raises(ApiError) as refusal:
        check([row(button(**fields))], v2=False)
    assert found(refusal.value) == {".".join(filter(None, ("components.0.components.0", path))): code}


@pytest.mark.parametrize("name", BAD_SELECTS)
def test_bad_menus_are_refused(name: str) -> None:
    """Each field of a menu and of its options has its bounds."""
    menu, path, code = BAD_SELECTS[name]
    with pytest.raises(ApiError) as refusal:
        check([row(menu)], v2=False)
    assert found(refusal.value) == {f"components.0.components.0.{path}": code}


@pytest.mark.parametrize("broken", ["text", [1], [{}], [{"type": "1"}], [{"type": 1}], {"type": 1}, None])
def test_what_is_no_component_is_refused(broken: object) -> None:
    """A body of another shape is refused; it causes no crash."""
    with pytest.raises(ApiError):
        check(broken, v2=True)
