"""Checks of single fields, whatever they belong to: texts, numbers, lists, addresses, translations."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

from small_discord.limits.errors import Path, Problems
from small_discord.wire import Json

_MOST_ADDRESS = 2048
MOST_COLOUR = 0xFFFFFF
_LARGEST = (1 << 53) - 1
"""The largest whole number that JavaScript doesn't round."""
WEB = ("http", "https")
MEDIA = (*WEB, "attachment")
"""The schemes of an address: of a page, and of a picture or a file."""
LOCALES = frozenset(
    (
        *("ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "he", "hi"),
        *("hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th"),
        *("tr", "uk", "vi", "zh-CN", "zh-TW"),
    )
)
"""The languages that Discord speaks."""


def check_text(
    problems: Problems, path: Path, value: object, *, least: int = 0, most: int, needed: bool = False
) -> None:
    """Note a text that is missing, not a string, or not between `least` and `most` characters long."""
    if value is None or (value == "" and needed):
        if needed:
            problems.add(path, "BASE_TYPE_REQUIRED", "This field is required")
    elif not isinstance(value, str):
        problems.add(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value!r}" as string.')
    elif len(value) > most and least == 0:
        problems.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    elif not least <= len(value) <= most:
        problems.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")


def check_address(problems: Problems, path: Path, value: object, schemes: tuple[str, ...]) -> None:
    """Note a text that is no address with one of these schemes; None means not given, and is fine."""
    check_text(problems, path, value, most=_MOST_ADDRESS)
    if not isinstance(value, str):
        return
    scheme, _, rest = value.partition("://")
    if scheme.lower() not in schemes:
        message = f'Scheme "{scheme}" is not supported. Scheme must be one of {schemes}.'
        problems.add(path, "URL_TYPE_INVALID_SCHEME", message)
    elif not rest.partition("/")[0] or any(map(str.isspace, rest)):
        problems.add(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")


def check_object(problems: Problems, path: Path, value: object) -> Json:
    """Note a value that is no object; return it, empty if it is none."""
    if isinstance(value, dict):
        return value
    problems.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    return {}


def given(holder: Json, key: str, otherwise: Any) -> Any:
    """Return what an object has under a key, whatever that is, or something else if it is missing or null."""
    value = holder.get(key)
    return otherwise if value is None else value


def check_list(problems: Problems, path: Path, values: object) -> list[Any]:
    """Note a value that is no list; return its items."""
    if isinstance(values, list):
        return values
    problems.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    return []


def check_count(problems: Problems, path: Path, values: object, least: int, most: int) -> list[Json]:
    """Note a value that is no list or has the wrong length; return its objects, to be checked one by one."""
    if not isinstance(values, list) or not all(isinstance(each, dict) for each in values):
        problems.add(path, "LIST_TYPE_CONVERT", "Only iterables of objects may be used in a ListType")
        return []
    if not least <= len(values) <= most:
        problems.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")
    return values


def check_number(problems: Problems, path: Path, value: object, least: int, most: int) -> None:
    """Note a value that is no whole number or is out of bounds; None means not given, and is fine."""
    if value is None:
        return
    if not isinstance(value, int) or isinstance(value, bool):
        problems.add(path, "NUMBER_TYPE_COERCE", f'Value "{value!r}" is not int.')
    elif value < least:
        problems.add(path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {least}.")
    elif value > most:
        problems.add(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {most}.")


def check_amount(problems: Problems, path: Path, value: object, *, whole: bool) -> None:
    """Note a value that is no number as JavaScript has them; None means not given, and is fine."""
    if isinstance(value, float) and not whole:
        return
    check_number(problems, path, value, -_LARGEST, _LARGEST)


def check_snowflake(problems: Problems, path: Path, value: object) -> None:
    """Note a value that is no id: a number or its digits."""
    if not str(value).isdecimal() or isinstance(value, bool):
        problems.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not snowflake.')


def check_choice(problems: Problems, path: Path, value: object, choices: Container[Any]) -> None:
    """Note a value that is not among the choices."""
    if value not in choices:
        problems.add(path, "BASE_TYPE_CHOICES", f"Value must be one of {choices}.")


def check_truth(problems: Problems, path: Path, value: object) -> None:
    """Note a value that is neither true nor false; None means not given, and is fine."""
    if value is not None and not isinstance(value, bool):
        problems.add(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")


def check_translations(problems: Problems, path: Path, named: Json, key: str, most: int) -> dict[str, str]:
    """Note translations into unknown languages, and those that are empty or too long; return the others."""
    inside = (*path, f"{key}_localizations")
    given = named.get(f"{key}_localizations")
    fine: dict[str, str] = {}
    for locale, text in check_object(problems, inside, {} if given is None else given).items():
        if locale not in LOCALES:
            message = f'"{locale}" is not a locale of Discord.'
            problems.add((*inside, locale), "ENUM_TYPE_COERCE", message)
        check_text(problems, (*inside, locale), text, least=1, most=most, needed=True)
        if isinstance(text, str) and 1 <= len(text) <= most:
            fine[locale] = text
    return fine
