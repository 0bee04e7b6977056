"""Application commands: what can be registered."""

from typing import Any

import pytest

from bot.local.limits.commands import check_commands, is_name
from bot.local.limits.errors import ApiError
from tests.local.limits.problems import found


def command(name: str = "deal", **fields: Any) -> dict[str, Any]:
    """Return a command or, with a type, an option."""
    return {"name": name, "description": "Deal a game"} | fields


def option(name: str = "at", kind: int = 3, **fields: Any) -> dict[str, Any]:
    """Return an option."""
    return command(name, type=kind, **fields)


CHOICE = {"name": "Goren", "value": "goren"}
LONG = [{"name": "x" * 100, "value": "x" * 99 + str(n)} for n in range(10)]

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
        command(options=[option(choices=[CHOICE] * 26)]),
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
    "an unknown type": (command(options=[option(kind=12)]), "0.options.0.type", "BASE_TYPE_CHOICES"),
    "8000 characters": (
        command(options=[option(f"o{n}", choices=LONG) for n in range(4)]),
        "0",
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_commands(name: str) -> None:
    """Each limit is reported where it is broken."""
    bad, path, code = REFUSED[name]
    with pytest.raises(ApiError) as refusal:
        check_commands([bad])
    assert found(refusal.value) == {path: code}


def test_a_set_has_limits_too() -> None:
    """A hundred commands, each with its own name."""
    check_commands([command(f"c{n}") for n in range(100)])
    with pytest.raises(ApiError) as refusal:
        check_commands([command(f"c{n}") for n in range(101)])
    assert found(refusal.value) == {"": "APPLICATION_COMMANDS_MAX"}
    with pytest.raises(ApiError) as refusal:
        check_commands([command(), command()])
    assert found(refusal.value) == {"1.name": "APPLICATION_COMMANDS_DUPLICATE_NAME"}


def test_a_deep_command_is_fine() -> None:
    """A group, a subcommand in it, and a value in that."""
    value = option("variant", choices=[CHOICE] * 25)
    check_commands([command(options=[option("deck", 2, options=[option("cut", 1, options=[value])])])])


@pytest.mark.parametrize("name", ["deal", "idle-year", "karten_geben", "l'an", "खेल", "ไพ่", "игра", "3"])
def test_names_in_many_scripts(name: str) -> None:
    """Letters and digits of all scripts, marks of two, and three signs."""
    assert is_name(name)
