"""What Discord accepts as the bounds, choices and autocomplete of a command's option."""

from small_discord.limits.choices import INTEGER, STRING, check_choices
from small_discord.limits.errors import Path, Problems
from small_discord.limits.fields import check_amount, check_list, check_number
from small_discord.wire import Json

CHANNEL, NUMBER = 7, 10
TYPED = (STRING, INTEGER, NUMBER)
ONLY_OF = {
    "choices": TYPED,
    "autocomplete": TYPED,
    "min_value": (INTEGER, NUMBER),
    "max_value": (INTEGER, NUMBER),
    "min_length": (STRING,),
    "max_length": (STRING,),
    "channel_types": (CHANNEL,),
}
"""Fields that only options of these types have."""
MOST_LENGTH = 6000


def check_option_values(problems: Problems, path: Path, option: Json) -> None:
    """Note what is wrong with the values that an option takes and offers."""
    kind = option.get("type")
    for key, kinds in ONLY_OF.items():
        if option.get(key) and kind not in kinds:
            message = f"Options of type {kind} have no {key}"
            problems.add((*path, key), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    if kind == STRING:
        check_number(problems, (*path, "min_length"), option.get("min_length"), 0, MOST_LENGTH)
        check_number(problems, (*path, "max_length"), option.get("max_length"), 1, MOST_LENGTH)
        _check_order(problems, path, option, "length")
    elif kind in (INTEGER, NUMBER):
        for key in ("min_value", "max_value"):
            check_amount(problems, (*path, key), option.get(key), whole=kind == INTEGER)
        _check_order(problems, path, option, "value")
    check_list(problems, (*path, "channel_types"), option.get("channel_types") or [])
    if kind in TYPED and option.get("choices"):
        check_choices(problems, (*path, "choices"), option["choices"], kind)
        _check_alone(problems, path, option)


def _check_order(problems: Problems, path: Path, option: Json, what: str) -> None:
    least, most = option.get(f"min_{what}"), option.get(f"max_{what}")
    if isinstance(least, int | float) and isinstance(most, int | float) and least > most:
        message = f"The least {what} exceeds the most"
        problems.add((*path, f"min_{what}"), "APPLICATION_COMMAND_OPTIONS_BOUNDS_INVALID", message)


def _check_alone(problems: Problems, path: Path, option: Json) -> None:
    if option.get("autocomplete"):
        problems.add(
            (*path, "autocomplete"),
            "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
            "Choices or autocomplete, not both",
        )
