"""What Discord accepts as allowed mentions."""

from small_discord.limits.errors import Problems
from small_discord.limits.fields import check_choice, check_list, check_object

MOST_LISTED = 100
_KINDS = ("users", "roles", "everyone")


def check_allowed_mentions(problems: Problems, value: object) -> None:
    """Note allowed mentions that contradict themselves; None is fine."""
    path = ("allowed_mentions",)
    allowed = {} if value is None else check_object(problems, path, value)
    parse = check_list(problems, (*path, "parse"), allowed.get("parse") or [])
    for place, kind in enumerate(parse):
        check_choice(problems, (*path, "parse", str(place)), kind, _KINDS)
    for kind in ("users", "roles"):
        listed = check_list(problems, (*path, kind), allowed.get(kind) or [])
        if len(listed) > MOST_LISTED:
            message = f"Must be {MOST_LISTED} or fewer in length."
            problems.add((*path, kind), "BASE_TYPE_MAX_LENGTH", message)
        if listed and kind in parse:
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            problems.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
