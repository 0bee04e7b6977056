"""What Discord accepts as a button, a select menu, a file upload, and as an emoji on them."""

from __future__ import annotations

import re
from collections.abc import Container

from small_discord.limits.errors import Path, Problems
from small_discord.limits.fields import (
    WEB,
    check_address,
    check_choice,
    check_count,
    check_number,
    check_text,
    given,
)
from small_discord.limits.kinds import Kind
from small_discord.wire import Json

LINK = 5
_LINKED = (*WEB, "discord")
"""The schemes of an address that a button may open."""
_BUTTON_STYLES = (1, 2, 3, 4, LINK)
_MOST_OPTIONS = 25
_MOST_FILES = 10
_DEFAULT_KINDS = {
    Kind.USER_SELECT: ("user",),
    Kind.ROLE_SELECT: ("role",),
    Kind.MENTIONABLE_SELECT: ("user", "role"),
    Kind.CHANNEL_SELECT: ("channel",),
}
# The characters with Emoji=Yes in Unicode; ranges are merged where all in between is emoji or unassigned.
_EMOJI = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u23cf\u23e9-\u23f3"
    "\u23f8-\u23fa\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u2604\u260e\u2611\u2614\u2615\u2618"
    "\u261d\u2620\u2622\u2623\u2626\u262a\u262e\u262f\u2638-\u263a\u2640\u2642\u2648-\u2653\u265f\u2660"
    "\u2663\u2665\u2666\u2668\u267b\u267e\u267f\u2692-\u2697\u2699\u269b\u269c\u26a0\u26a1\u26a7\u26aa\u26ab"
    "\u26b0\u26b1\u26bd\u26be\u26c4\u26c5\u26c8\u26ce\u26cf\u26d1\u26d3\u26d4\u26e9\u26ea\u26f0-\u26f5"
    "\u26f7-\u26fa\u26fd\u2702\u2705\u2708-\u270d\u270f\u2712\u2714\u2716\u271d\u2721\u2728\u2733\u2734\u2744"
    "\u2747\u274c\u274e\u2753-\u2755\u2757\u2763\u2764\u2795-\u2797\u27a1\u27b0\u27bf\u2934\u2935\u2b05-\u2b07"
    "\u2b1b\u2b1c\u2b50\u2b55\u3030\u303d\u3297\u3299\U0001f004\U0001f0cf\U0001f170\U0001f171\U0001f17e\U0001f17f"
    "\U0001f18e\U0001f191-\U0001f19a\U0001f1e6-\U0001f1ff\U0001f201\U0001f202\U0001f21a\U0001f22f"
    "\U0001f232-\U0001f23a\U0001f250\U0001f251\U0001f300-\U0001f64f\U0001f680-\U0001f6ff"
    "\U0001f7e0-\U0001f7eb\U0001f7f0\U0001f90c-\U0001f9ff\U0001fa70-\U0001faff"
)
_MODIFIERS = "\ufe0f\u200d\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f"
_UNICODE_EMOJI = re.compile(f"[0-9#*]\ufe0f?\u20e3|[{_EMOJI}][{_EMOJI}{_MODIFIERS}]*")


def check_button(problems: Problems, path: Path, button: Json, own_emoji: Container[str]) -> None:
    """Note what is wrong with a button."""
    check_choice(problems, (*path, "style"), button.get("style"), _BUTTON_STYLES)
    check_text(problems, (*path, "label"), button.get("label"), most=80)
    _check_emoji(problems, (*path, "emoji"), button.get("emoji"), own_emoji)
    if not str(button.get("label") or "").strip() and not button.get("emoji"):
        problems.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")
    target, other = ("url", "custom_id") if button.get("style") == LINK else ("custom_id", "url")
    if button.get(other):
        problems.add(
            path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", f"A {other} cannot be specified"
        )
    check_text(
        problems,
        (*path, target),
        button.get(target),
        least=1,
        most=512 if target == "url" else 100,
        needed=True,
    )
    if target == "url" and button.get("url"):
        check_address(problems, (*path, "url"), button["url"], _LINKED)


def check_select(problems: Problems, path: Path, select: Json, own_emoji: Container[str]) -> None:
    """Note what is wrong with a select menu and with what it offers."""
    check_text(problems, (*path, "custom_id"), select.get("custom_id"), least=1, most=100, needed=True)
    check_text(problems, (*path, "placeholder"), select.get("placeholder"), most=150)
    if select.get("type") == Kind.STRING_SELECT:
        offered = _check_options(problems, path, select, own_emoji)
    else:
        offered = _MOST_OPTIONS
        _check_defaults(problems, (*path, "default_values"), select)
    _check_bounds(problems, path, select, offered)
    _check_default_count(problems, path, select)


def check_upload(problems: Problems, path: Path, upload: Json) -> None:
    """Note what is wrong with a file upload field."""
    check_text(problems, (*path, "custom_id"), upload.get("custom_id"), least=1, most=100, needed=True)
    check_number(problems, (*path, "min_values"), upload.get("min_values"), 0, _MOST_FILES)
    check_number(problems, (*path, "max_values"), upload.get("max_values"), 1, _MOST_FILES)


def _check_defaults(problems: Problems, path: Path, select: Json) -> None:
    kinds = _DEFAULT_KINDS[select["type"]]
    for place, default in enumerate(check_count(problems, path, given(select, "default_values", []), 0, 25)):
        check_choice(problems, (*path, str(place), "type"), default.get("type"), kinds)


def _check_options(problems: Problems, path: Path, select: Json, own_emoji: Container[str]) -> int:
    """Note what is wrong with the options of a string select; return how many there are."""
    inside = (*path, "options")
    options = check_count(problems, inside, select.get("options"), 1, _MOST_OPTIONS)
    values: set[object] = set()
    for place, option in enumerate(options):
        _check_option(problems, (*inside, str(place)), option, own_emoji)
        if isinstance(value := option.get("value"), str) and value in values:
            problems.add(
                (*inside, str(place), "value"),
                "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                "The specified option value is already used",
            )
        values.add(str(value))
    return len(options)


def _check_option(problems: Problems, path: Path, option: Json, own_emoji: Container[str]) -> None:
    check_text(problems, (*path, "label"), option.get("label"), least=1, most=100, needed=True)
    check_text(problems, (*path, "value"), option.get("value"), least=1, most=100, needed=True)
    check_text(problems, (*path, "description"), option.get("description"), most=100)
    _check_emoji(problems, (*path, "emoji"), option.get("emoji"), own_emoji)


def _check_default_count(problems: Problems, path: Path, select: Json) -> None:
    """Note more options chosen by default than can be chosen."""
    key = "options" if select["type"] == Kind.STRING_SELECT else "default_values"
    listed, most = select.get(key), select.get("max_values", 1)
    if not isinstance(listed, list) or not isinstance(most, int):
        return
    if key == "options":
        listed = [each for each in listed if isinstance(each, dict) and each.get("default")]
    if len(listed) > most:
        problems.add(
            (*path, key),
            "SELECT_COMPONENT_TOO_MANY_DEFAULTS",
            f"No more than {most} can be chosen by default",
        )


def _check_bounds(problems: Problems, path: Path, select: Json, options: int) -> None:
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    check_number(problems, (*path, "min_values"), least, 0, _MOST_OPTIONS)
    check_number(problems, (*path, "max_values"), most, 1, _MOST_OPTIONS)
    if isinstance(most, int) and options and most > options:
        problems.add(
            (*path, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES_INVALID",
            "The max values must not exceed the number of options",
        )
    if isinstance(least, int) and isinstance(most, int) and least > most:
        problems.add(
            (*path, "min_values"),
            "SELECT_COMPONENT_MIN_VALUES_INVALID",
            "The min values exceed the max values",
        )


def is_unicode_emoji(name: str) -> bool:
    """Say whether a text is a Unicode emoji, as ♠ is and ▾ is not."""
    return _UNICODE_EMOJI.fullmatch(name) is not None


def _check_emoji(problems: Problems, path: Path, emoji: object, own: Container[str]) -> None:
    """Note an emoji that is neither Unicode nor one of the application's own; None is fine."""
    if emoji is None:
        return
    name = emoji.get("name") if isinstance(emoji, dict) else None
    known = isinstance(emoji, dict) and (
        str(emoji["id"]) in own if emoji.get("id") else isinstance(name, str) and is_unicode_emoji(name)
    )
    if not known:
        problems.add((*path, "name" if name else "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
