"""Application commands: what can be registered."""

from typing import Any

import pytest

from problems import found
from small_discord.limits.commands import check_commands, is_name
from small_discord.limits.errors import ApiError


def command(name: str = "deal", **fields: Any) -> dict[str, Any]:
    """Return a command or, with a type, an option."""
    return {"name": name, "description": "Deal a game"} | fields


def option(name: str = "at", kind: int = 3, **fields: Any) -> dict[str, Any]:
    """Return an option."""
    return command(name, type=kind, **fields)


CHOICE = {"name": "Goren", "value": "goren"}
LONG = [{"name": "x" * 99 + str(n), "value": "x" * 99 + str(n)} for n in range(10)]
FULL = [{"name": f"c{n}", "value": "goren"} for n in range(25)]


def refused_option(path: str, code: str, kind: int = 3, **fields: Any) -> tuple[Any, str, str]:
    """Return a command with one option, and where and how that is refused."""
    return command(options=[option(kind=kind, **fields)]), f"0.options.0.{path}", code


MENU = {"name": "Count letters", "type": 3}
INVALID_TYPE = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"

REFUSED = {
    "a capital": (command("Deal"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a long name": (command("x" * 33), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a space": (command("deal it"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a long description": (command(description="x" * 101), "0.description", "BASE_TYPE_BAD_LENGTH"),
    "no description": (command(description=""), "0.description", "BASE_TYPE_REQUIRED"),
    "26 options": (
        command(options=[option(f"o{n}") for n in range(26)]),
        "0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "26 choices": (
        command(options=[option(choices=[*FULL, CHOICE])]),
        "0.options.0.choices",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "choices and autocomplete": (
        command(options=[option(choices=[CHOICE], autocomplete=True)]),
        "0.options.0.autocomplete",
        "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
    ),
    "a required option too late": (
        command(options=[option("a"), option("b", required=True)]),
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "an option twice": (
        command(options=[option("a"), option("a")]),
        "0.options.1.name",
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    "a subcommand beside a value": (
        command(options=[option("a", 1), option("b")]),
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a group in a group": (
        command(options=[option("a", 2, options=[option("b", 2)])]),
        "0.options.0.options.0.type",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a choice that is no number": refused_option(
        "choices.0.value", "NUMBER_TYPE_COERCE", 4, choices=[CHOICE | {"value": "notint"}]
    ),
    "a choice between whole numbers": refused_option(
        "choices.0.value", "NUMBER_TYPE_COERCE", 4, choices=[CHOICE | {"value": 0.5}]
    ),
    "a choice that is no text": refused_option(
        "choices.0.value", "STRING_TYPE_CONVERT", choices=[CHOICE | {"value": 1}]
    ),
    "a choice twice": refused_option(
        "choices.1.name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", choices=[CHOICE] * 2
    ),
    "a choice in an unknown language": refused_option(
        "choices.0.name_localizations.xx",
        "ENUM_TYPE_COERCE",
        choices=[CHOICE | {"name_localizations": {"xx": "Goren"}}],
    ),
    "autocomplete of yes and no": refused_option("autocomplete", INVALID_TYPE, 5, autocomplete=True),
    "bounds of a user": refused_option("max_value", INVALID_TYPE, 6, max_value=3),
    "values that cross": refused_option(
        "min_value", "APPLICATION_COMMAND_OPTIONS_BOUNDS_INVALID", 4, min_value=3, max_value=2
    ),
    "lengths that cross": refused_option(
        "min_length", "APPLICATION_COMMAND_OPTIONS_BOUNDS_INVALID", min_length=3, max_length=2
    ),
    "a value that JavaScript rounds": refused_option("max_value", "NUMBER_TYPE_MAX", 4, max_value=1 << 53),
    "an empty group": refused_option("options", "BASE_TYPE_BAD_LENGTH", 2, options=[]),
    "an unknown language": (
        command(name_localizations={"xx": "geben"}),
        "0.name_localizations.xx",
        "ENUM_TYPE_COERCE",
    ),
    "a capital in German": (
        command(name_localizations={"de": "Geben"}),
        "0.name_localizations.de",
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
    "a long description in German": (
        command(description_localizations={"de": "x" * 101}),
        "0.description_localizations.de",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no translations": (command(name_localizations=[]), "0.name_localizations", "MODEL_TYPE_CONVERT"),
    "an unknown context": (command(contexts=[0, 3]), "0.contexts.1", "BASE_TYPE_CHOICES"),
    "a context twice": (command(contexts=[0, 0]), "0.contexts.1", "BASE_TYPE_DUPLICATE"),
    "an unknown install": (command(integration_types=[2]), "0.integration_types.0", "BASE_TYPE_CHOICES"),
    "permissions in words": (
        command(default_member_permissions="manage"),
        "0.default_member_permissions",
        "NUMBER_TYPE_COERCE",
    ),
    "a description in a menu": (
        MENU | {"description": "Count"},
        "0.description",
        "APPLICATION_COMMAND_CONTEXT_MENU_FIELD_INVALID",
    ),
    "options in a menu": (
        MENU | {"options": [option()]},
        "0.options",
        "APPLICATION_COMMAND_CONTEXT_MENU_FIELD_INVALID",
    ),
    "an unknown type": (command(options=[option(kind=12)]), "0.options.0.type", "BASE_TYPE_CHOICES"),
    "8000 characters": (
        command(options=[option(f"o{n}", choices=LONG) for n in range(4)]),
        "0",
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_commands(name: str) -> None:
    """A command beyond a limit is refused with the path to where it is broken."""
    bad, path, code = REFUSED[name]
    with pytest.raises(ApiError) as refusal:
        check_commands([bad])
    assert found(refusal.value) == {path: code}


def test_a_set_has_limits_too() -> None:
    """An application has at most a hundred commands, each with its own name."""
    check_commands([command(f"c{n}") for n in range(100)])
    with pytest.raises(ApiError) as refusal:
        check_commands([command(f"c{n}") for n in range(101)])
    assert found(refusal.value) == {"": "APPLICATION_COMMANDS_MAX"}
    with pytest.raises(ApiError) as refusal:
        check_commands([command(), command()])
    assert found(refusal.value) == {"1.name": "APPLICATION_COMMANDS_DUPLICATE_NAME"}


def test_a_deep_command_is_fine() -> None:
    """A command may hold a group, a subcommand in that, and a value in that again."""
    value = option("variant", choices=FULL)
    check_commands([command(options=[option("deck", 2, options=[option("cut", 1, options=[value])])])])


def test_what_options_may_have() -> None:
    """Options may have bounds, choices and translations, as long as these fit."""
    numbers = [
        {"name": "Half", "value": 0.5, "name_localizations": {"de": "Halb"}},
        {"name": "1", "value": 1},
    ]
    check_commands(
        [
            command(
                name_localizations={"de": "geben", "zh-TW": "發牌"},
                description_localizations={"de": "Gib ein Spiel"},
                contexts=[0, 1, 2],
                integration_types=[0, 1],
                default_member_permissions="32",
                options=[
                    option("a", 4, min_value=-5, max_value=5, autocomplete=True),
                    option("b", 10, choices=numbers, min_value=0.5),
                    option("c", 3, min_length=0, max_length=6000),
                    option("d", 7, channel_types=[0]),
                ],
            ),
            MENU | {"name_localizations": {"de": "Buchstaben zählen"}, "description": ""},
        ]
    )


@pytest.mark.parametrize("name", ["deal", "idle-year", "karten_geben", "l'an", "खेल", "ไพ่", "игра", "3"])
def test_names_in_many_scripts(name: str) -> None:
    """Names may use letters and digits of all scripts, the marks of two, and three signs."""
    assert is_name(name)
