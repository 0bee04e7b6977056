"""What Discord accepts as application commands, their options and choices."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator

from small_discord.limits.errors import Path, Problems
from small_discord.limits.fields import (
    check_amount,
    check_choice,
    check_count,
    check_list,
    check_number,
    check_snowflake,
    check_text,
    check_translations,
    given,
)
from small_discord.wire import Json

_MOST_COMMANDS = {1: 100, 2: 15, 3: 15}
"""Slash commands, user commands, message commands."""
_MOST_OPTIONS = 25
_MOST_NAME = 32
_MOST_DESCRIPTION = 100
_MOST_COMMAND_CHARACTERS = 8000
SUBCOMMAND, GROUP = 1, 2
_OPTION_TYPES = tuple(range(1, 12))
_SCRIPTS_WITH_MARKS = ("DEVANAGARI", "THAI")
_CHANNEL, _NUMBER = 7, 10
_MOST_LENGTH = 6000
_MOST_CHOICES = 25
_MOST_CHOICE_CHARACTERS = 100
_STRING, _INTEGER = 3, 4
"""The types of options that take texts and whole numbers."""
_TYPED = (_STRING, _INTEGER, _NUMBER)
_ONLY_OF = {
    "choices": _TYPED,
    "autocomplete": _TYPED,
    "min_value": (_INTEGER, _NUMBER),
    "max_value": (_INTEGER, _NUMBER),
    "min_length": (_STRING,),
    "max_length": (_STRING,),
    "channel_types": (_CHANNEL,),
}
"""Fields that only options of these types have."""


def check_commands(commands: object) -> None:
    """Raise ApiError for a set of commands that Discord would not register."""
    problems = Problems()
    known = check_count(problems, (), commands, 0, sum(_MOST_COMMANDS.values()))
    for place, command in enumerate(known):
        _check_command(problems, (str(place),), command)
    _check_set(problems, known)
    problems.refuse()


def check_one_command(command: Json, others: list[Json]) -> None:
    """Raise ApiError for a command that Discord would not register beside the others."""
    problems = Problems()
    _check_command(problems, (), command)
    _check_set(problems, [*others, command])
    problems.refuse()


def _check_set(problems: Problems, commands: list[Json]) -> None:
    kinds = Counter(kind for command in commands if isinstance(kind := command.get("type", 1), int))
    for kind, most in _MOST_COMMANDS.items():
        if kinds[kind] > most:
            problems.add(
                (), "APPLICATION_COMMANDS_MAX", f"Maximum number of application commands reached ({most})."
            )
    _check_names_differ(problems, (), commands, "APPLICATION_COMMANDS_DUPLICATE_NAME")


def _check_names_differ(problems: Problems, path: Path, named: list[Json], code: str) -> None:
    seen: set[tuple[str | None, str]] = set()
    for place, each in enumerate(named):
        key = (None if path else str(each.get("type", 1)), str(each.get("name")))
        if key in seen:
            problems.add((*path, str(place), "name"), code, "Names must be unique")
        seen.add(key)


def _check_command(problems: Problems, path: Path, command: Json) -> None:
    kind = command.get("type", 1)
    check_choice(problems, (*path, "type"), kind, tuple(_MOST_COMMANDS))
    _check_reach(problems, path, command)
    if command.get("handler") is not None:
        problems.lack((*path, "handler"), "commands that launch an activity")
    if kind != 1:
        _check_menu(problems, path, command)
        return
    _check_named(problems, path, command)
    _check_options(problems, path, given(command, "options", []))
    if (size := sum(_lengths(command))) > _MOST_COMMAND_CHARACTERS:
        problems.add(
            path,
            "APPLICATION_COMMAND_TOO_LARGE",
            f"Command exceeds maximum size ({_MOST_COMMAND_CHARACTERS}): {size}",
        )


def _check_reach(problems: Problems, path: Path, command: Json) -> None:
    """Note contexts, installs and permissions that Discord does not know."""
    for key, known in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        listed = check_list(problems, (*path, key), given(command, key, []))
        for place, each in enumerate(listed):
            check_choice(problems, (*path, key, str(place)), each, known)
            if each in listed[:place]:
                message = "The specified value is already used"
                problems.add((*path, key, str(place)), "BASE_TYPE_DUPLICATE", message)
    permissions = command.get("default_member_permissions")
    if permissions is not None:
        check_snowflake(problems, (*path, "default_member_permissions"), permissions)


def _check_menu(problems: Problems, path: Path, command: Json) -> None:
    """Note what is wrong with a command of a context menu, which has nothing but a name."""
    check_text(problems, (*path, "name"), command.get("name"), least=1, most=_MOST_NAME, needed=True)
    check_translations(problems, path, command, "name", _MOST_NAME)
    for key in ("description", "description_localizations", "options"):
        if command.get(key):
            message = f"Commands of context menus have no {key}"
            problems.add((*path, key), "APPLICATION_COMMAND_CONTEXT_MENU_FIELD_INVALID", message)


def _check_named(problems: Problems, path: Path, named: Json) -> None:
    _check_name(problems, (*path, "name"), named.get("name"))
    for locale, name in check_translations(problems, path, named, "name", _MOST_NAME).items():
        _check_name(problems, (*path, "name_localizations", locale), name)
    description = named.get("description")
    check_text(problems, (*path, "description"), description, least=1, most=_MOST_DESCRIPTION, needed=True)
    check_translations(problems, path, named, "description", _MOST_DESCRIPTION)


def _check_name(problems: Problems, path: Path, name: object) -> None:
    if not isinstance(name, str) or not is_name(name):
        problems.add(
            path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: lower-case, 1-32, no spaces"
        )


def is_name(name: str) -> bool:
    r"""Say whether a name fits ``^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`` and is in lower case."""
    return 1 <= len(name) <= _MOST_NAME and name == name.lower() and all(map(_may_stand_in_name, name))


def _may_stand_in_name(character: str) -> bool:
    return (
        character in "-_'"
        or unicodedata.category(character)[0] in "LN"
        or unicodedata.name(character, "").startswith(_SCRIPTS_WITH_MARKS)
    )


def _check_options(
    problems: Problems, above: Path, options: object, nested: int = 0, *, least: int = 0
) -> None:
    path = (*above, "options")
    known = check_count(problems, path, options, least, _MOST_OPTIONS)
    for place, option in enumerate(known):
        inside = (*path, str(place))
        _check_named(problems, inside, option)
        _check_kind(problems, inside, option, nested)
    _check_names_differ(problems, path, known, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS")
    _check_order(problems, path, known)


def _check_kind(problems: Problems, path: Path, option: Json, nested: int) -> None:
    kind = option.get("type")
    check_choice(problems, (*path, "type"), kind, _OPTION_TYPES)
    if (kind == GROUP and nested > 0) or (kind == SUBCOMMAND and nested > 1):
        problems.add(
            (*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands cannot nest deeper"
        )
    elif kind in (SUBCOMMAND, GROUP):
        depth = nested + 1 if kind == GROUP else 2
        _check_options(problems, path, given(option, "options", []), depth, least=1 if kind == GROUP else 0)
    else:
        _check_option_values(problems, path, option)


def _check_order(problems: Problems, path: Path, options: list[Json]) -> None:
    nests = {option.get("type") in (SUBCOMMAND, GROUP) for option in options}
    if len(nests) > 1:
        problems.add(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and values cannot stand side by side",
        )
    optional_seen = False
    for place, option in enumerate(options):
        if option.get("required") and optional_seen:
            problems.add(
                (*path, str(place)),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen |= not option.get("required")


def _lengths(node: Json) -> Iterator[int]:
    for key in ("name", "description", "value"):
        translated = node.get(f"{key}_localizations")
        texts = [node.get(key), *(translated.values() if isinstance(translated, dict) else ())]
        yield max(len(text) if isinstance(text, str) else 0 for text in texts)
    for key in ("options", "choices"):
        children = node.get(key)
        for child in children if isinstance(children, list) else ():
            yield from _lengths(child) if isinstance(child, dict) else ()


def _check_option_values(problems: Problems, path: Path, option: Json) -> None:
    """Note what is wrong with the values that an option takes and offers."""
    kind = option.get("type")
    for key, kinds in _ONLY_OF.items():
        if option.get(key) and kind not in kinds:
            message = f"Options of type {kind} have no {key}"
            problems.add((*path, key), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    if kind == _STRING:
        check_number(problems, (*path, "min_length"), option.get("min_length"), 0, _MOST_LENGTH)
        check_number(problems, (*path, "max_length"), option.get("max_length"), 1, _MOST_LENGTH)
        _check_bounds(problems, path, option, "length")
    elif kind in (_INTEGER, _NUMBER):
        for key in ("min_value", "max_value"):
            check_amount(problems, (*path, key), option.get(key), whole=kind == _INTEGER)
        _check_bounds(problems, path, option, "value")
    check_list(problems, (*path, "channel_types"), given(option, "channel_types", []))
    if kind in _TYPED:
        _check_choices(problems, (*path, "choices"), given(option, "choices", []), kind)
        _check_alone(problems, path, option)


def _check_bounds(problems: Problems, path: Path, option: Json, what: str) -> None:
    least, most = option.get(f"min_{what}"), option.get(f"max_{what}")
    if isinstance(least, int | float) and isinstance(most, int | float) and least > most:
        message = f"The least {what} exceeds the most"
        problems.add((*path, f"min_{what}"), "APPLICATION_COMMAND_OPTIONS_BOUNDS_INVALID", message)


def _check_alone(problems: Problems, path: Path, option: Json) -> None:
    if option.get("choices") and option.get("autocomplete"):
        problems.add(
            (*path, "autocomplete"),
            "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
            "Choices or autocomplete, not both",
        )


def check_autocomplete(data: Json, prefix: Path = ()) -> None:
    """Raise ApiError for an answer to an autocomplete that Discord would refuse."""
    problems = Problems(prefix)
    path: Path = ("choices",)
    for place, choice in enumerate(check_count(problems, path, data.get("choices"), 0, _MOST_CHOICES)):
        is_text = isinstance(choice.get("value"), str)
        _check_choice(problems, (*path, str(place)), choice, is_text=is_text, whole=False)
    problems.refuse()


def _check_choices(problems: Problems, path: Path, choices: object, kind: int) -> None:
    """Note choices of an option that are too many, too long, nameless, not of its type, or offered twice."""
    names: set[str] = set()
    for place, choice in enumerate(check_count(problems, path, choices, 0, _MOST_CHOICES)):
        inside = (*path, str(place))
        _check_choice(problems, inside, choice, is_text=kind == _STRING, whole=kind == _INTEGER)
        if (name := str(choice.get("name"))) in names:
            problems.add(
                (*inside, "name"),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
                "Names of choices must be unique",
            )
        names.add(name)


def _check_choice(problems: Problems, path: Path, choice: Json, *, is_text: bool, whole: bool) -> None:
    name, value = choice.get("name"), choice.get("value")
    check_text(problems, (*path, "name"), name, least=1, most=_MOST_CHOICE_CHARACTERS, needed=True)
    check_translations(problems, path, choice, "name", _MOST_CHOICE_CHARACTERS)
    if value is None:
        problems.add((*path, "value"), "BASE_TYPE_REQUIRED", "This field is required")
    elif is_text:
        check_text(problems, (*path, "value"), value, most=_MOST_CHOICE_CHARACTERS)
    else:
        check_amount(problems, (*path, "value"), value, whole=whole)
