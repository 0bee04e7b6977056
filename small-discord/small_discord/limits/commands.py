"""What Discord accepts as application commands."""

import unicodedata
from collections import Counter
from collections.abc import Iterator

from small_discord.limits.errors import Path, Problems
from small_discord.limits.fields import check_choice, check_count, check_list, check_snowflake, check_text
from small_discord.limits.locales import check_translations
from small_discord.limits.option_values import check_option_values
from small_discord.wire import Json

MOST_COMMANDS = {1: 100, 2: 15, 3: 15}
"""Slash commands, user commands, message commands."""
MOST_OPTIONS = 25
MOST_NAME = 32
MOST_DESCRIPTION = 100
MOST_CHARACTERS = 8000
SUBCOMMAND, GROUP = 1, 2
OPTION_TYPES = tuple(range(1, 12))
SCRIPTS_WITH_MARKS = ("DEVANAGARI", "THAI")


def check_commands(commands: object) -> None:
    """Raise ApiError for a set of commands that Discord would not register."""
    problems = Problems()
    known = check_count(problems, (), commands, 0, sum(MOST_COMMANDS.values()))
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
    for kind, most in MOST_COMMANDS.items():
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
    check_choice(problems, (*path, "type"), kind, tuple(MOST_COMMANDS))
    _check_reach(problems, path, command)
    if kind != 1:
        _check_menu(problems, path, command)
        return
    _check_named(problems, path, command)
    _check_options(problems, path, command.get("options") or [])
    if (size := sum(_lengths(command))) > MOST_CHARACTERS:
        problems.add(
            path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MOST_CHARACTERS}): {size}"
        )


def _check_reach(problems: Problems, path: Path, command: Json) -> None:
    """Note contexts, installs and permissions that Discord does not know."""
    for key, known in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        listed = check_list(problems, (*path, key), command.get(key) or [])
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
    check_text(problems, (*path, "name"), command.get("name"), least=1, most=MOST_NAME, needed=True)
    check_translations(problems, path, command, "name", MOST_NAME)
    for key in ("description", "description_localizations", "options"):
        if command.get(key):
            message = f"Commands of context menus have no {key}"
            problems.add((*path, key), "APPLICATION_COMMAND_CONTEXT_MENU_FIELD_INVALID", message)


def _check_named(problems: Problems, path: Path, named: Json) -> None:
    _check_name(problems, (*path, "name"), named.get("name"))
    for locale, name in check_translations(problems, path, named, "name", MOST_NAME).items():
        _check_name(problems, (*path, "name_localizations", locale), name)
    description = named.get("description")
    check_text(problems, (*path, "description"), description, least=1, most=MOST_DESCRIPTION, needed=True)
    check_translations(problems, path, named, "description", MOST_DESCRIPTION)


def _check_name(problems: Problems, path: Path, name: object) -> None:
    if not isinstance(name, str) or not is_name(name):
        problems.add(
            path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid: lower-case, 1-32, no spaces"
        )


def is_name(name: str) -> bool:
    r"""Say whether a name fits ``^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`` and is in lower case."""
    return 1 <= len(name) <= MOST_NAME and name == name.lower() and all(map(_may_stand_in_name, name))


def _may_stand_in_name(character: str) -> bool:
    return (
        character in "-_'"
        or unicodedata.category(character)[0] in "LN"
        or unicodedata.name(character, "").startswith(SCRIPTS_WITH_MARKS)
    )


def _check_options(
    problems: Problems, above: Path, options: object, nested: int = 0, *, least: int = 0
) -> None:
    path = (*above, "options")
    known = check_count(problems, path, options, least, MOST_OPTIONS)
    for place, option in enumerate(known):
        inside = (*path, str(place))
        _check_named(problems, inside, option)
        _check_kind(problems, inside, option, nested)
    _check_names_differ(problems, path, known, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS")
    _check_order(problems, path, known)


def _check_kind(problems: Problems, path: Path, option: Json, nested: int) -> None:
    kind = option.get("type")
    check_choice(problems, (*path, "type"), kind, OPTION_TYPES)
    if (kind == GROUP and nested > 0) or (kind == SUBCOMMAND and nested > 1):
        problems.add(
            (*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands cannot nest deeper"
        )
    elif kind in (SUBCOMMAND, GROUP):
        depth = nested + 1 if kind == GROUP else 2
        _check_options(problems, path, option.get("options") or [], depth, least=1 if kind == GROUP else 0)
    else:
        check_option_values(problems, path, option)


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
