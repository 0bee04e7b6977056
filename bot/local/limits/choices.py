"""What Discord accepts as choices: those of an option and those of an autocomplete."""

from bot.local.limits.errors import Path, Problems
from bot.local.limits.fields import check_count, check_text
from bot.local.wire import Json

MOST_CHOICES = 25


def check_autocomplete(data: Json, prefix: Path = ()) -> None:
    """Raise ApiError for an answer to an autocomplete that Discord would refuse."""
    problems = Problems(prefix)
    check_choices(problems, ("choices",), data.get("choices"))
    problems.refuse()


def check_choices(problems: Problems, path: Path, choices: object) -> None:
    """Note choices that are too many, too long or nameless."""
    for place, choice in enumerate(check_count(problems, path, choices, 0, MOST_CHOICES)):
        inside = (*path, str(place))
        check_text(problems, (*inside, "name"), choice.get("name"), least=1, most=100, needed=True)
        value = choice.get("value")
        if isinstance(value, str):
            check_text(problems, (*inside, "value"), value, most=100)
        elif not isinstance(value, int | float) or isinstance(value, bool):
            problems.add((*inside, "value"), "BASE_TYPE_REQUIRED", "This field is required")
