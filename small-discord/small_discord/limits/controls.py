"""What Discord accepts as a button and as a select menu."""

from collections.abc import Container

from small_discord.limits.emoji import check_emoji
from small_discord.limits.errors import Path, Problems
from small_discord.limits.fields import (
    WEB,
    check_address,
    check_choice,
    check_count,
    check_number,
    check_text,
)
from small_discord.limits.kinds import Kind
from small_discord.wire import Json

LINK = 5
LINKED = (*WEB, "discord")
"""The schemes of an address that a button may open."""
BUTTON_STYLES = (1, 2, 3, 4, LINK)
MOST_OPTIONS = 25
MOST_FILES = 10
DEFAULT_KINDS = {
    Kind.USER_SELECT: ("user",),
    Kind.ROLE_SELECT: ("role",),
    Kind.MENTIONABLE_SELECT: ("user", "role"),
    Kind.CHANNEL_SELECT: ("channel",),
}


def check_button(problems: Problems, path: Path, button: Json, own_emoji: Container[str]) -> None:
    """Note what is wrong with a button."""
    check_choice(problems, (*path, "style"), button.get("style"), BUTTON_STYLES)
    check_text(problems, (*path, "label"), button.get("label"), most=80)
    check_emoji(problems, (*path, "emoji"), button.get("emoji"), own_emoji)
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
        check_address(problems, (*path, "url"), button["url"], LINKED)


def check_select(problems: Problems, path: Path, select: Json, own_emoji: Container[str]) -> None:
    """Note what is wrong with a select menu and with what it offers."""
    check_text(problems, (*path, "custom_id"), select.get("custom_id"), least=1, most=100, needed=True)
    check_text(problems, (*path, "placeholder"), select.get("placeholder"), most=150)
    if select.get("type") == Kind.STRING_SELECT:
        offered = _check_options(problems, path, select, own_emoji)
    else:
        offered = MOST_OPTIONS
        _check_defaults(problems, (*path, "default_values"), select)
    _check_bounds(problems, path, select, offered)
    _check_default_count(problems, path, select)


def check_upload(problems: Problems, path: Path, upload: Json) -> None:
    """Note what is wrong with a file upload field."""
    check_text(problems, (*path, "custom_id"), upload.get("custom_id"), least=1, most=100, needed=True)
    check_number(problems, (*path, "min_values"), upload.get("min_values"), 0, MOST_FILES)
    check_number(problems, (*path, "max_values"), upload.get("max_values"), 1, MOST_FILES)


def _check_defaults(problems: Problems, path: Path, select: Json) -> None:
    kinds = DEFAULT_KINDS[select["type"]]
    for place, default in enumerate(check_count(problems, path, select.get("default_values") or [], 0, 25)):
        check_choice(problems, (*path, str(place), "type"), default.get("type"), kinds)


def _check_options(problems: Problems, path: Path, select: Json, own_emoji: Container[str]) -> int:
    """Note what is wrong with the options of a string select; return how many there are."""
    inside = (*path, "options")
    options = check_count(problems, inside, select.get("options"), 1, MOST_OPTIONS)
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
    check_emoji(problems, (*path, "emoji"), option.get("emoji"), own_emoji)


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
    check_number(problems, (*path, "min_values"), least, 0, MOST_OPTIONS)
    check_number(problems, (*path, "max_values"), most, 1, MOST_OPTIONS)
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
