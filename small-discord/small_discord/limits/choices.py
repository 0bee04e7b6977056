"""What Discord accepts as choices: those of an option and those of an autocomplete."""

from small_discord.limits.errors import Path, Problems
from small_discord.limits.fields import check_amount, check_count, check_text
from small_discord.limits.locales import check_translations
from small_discord.wire import Json

MOST_CHOICES = 25
MOST_CHARACTERS = 100
STRING, INTEGER = 3, 4
"""The types of options that take texts and whole numbers."""


def check_autocomplete(data: Json, prefix: Path = ()) -> None:
    """Raise ApiError for an answer to an autocomplete that Discord would refuse."""
    problems = Problems(prefix)
    path: Path = ("choices",)
    for place, choice in enumerate(check_count(problems, path, data.get("choices"), 0, MOST_CHOICES)):
        is_text = isinstance(choice.get("value"), str)
        _check_choice(problems, (*path, str(place)), choice, is_text=is_text, whole=False)
    problems.refuse()


def check_choices(problems: Problems, path: Path, choices: object, kind: int) -> None:
    """Note choices of an option that are too many, too long, nameless, not of its type, or offered twice."""
    names: set[str] = set()
    for place, choice in enumerate(check_count(problems, path, choices, 0, MOST_CHOICES)):
        inside = (*path, str(place))
        _check_choice(problems, inside, choice, is_text=kind == STRING, whole=kind == INTEGER)
        if (name := str(choice.get("name"))) in names:
            problems.add(
                (*inside, "name"),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
                "Names of choices must be unique",
            )
        names.add(name)


def _check_choice(problems: Problems, path: Path, choice: Json, *, is_text: bool, whole: bool) -> None:
    name, value = choice.get("name"), choice.get("value")
    check_text(problems, (*path, "name"), name, least=1, most=MOST_CHARACTERS, needed=True)
    check_translations(problems, path, choice, "name", MOST_CHARACTERS)
    if value is None:
        problems.add((*path, "value"), "BASE_TYPE_REQUIRED", "This field is required")
    elif is_text:
        check_text(problems, (*path, "value"), value, most=MOST_CHARACTERS)
    else:
        check_amount(problems, (*path, "value"), value, whole=whole)
