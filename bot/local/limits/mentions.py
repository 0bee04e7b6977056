"""What Discord accepts as allowed mentions."""

from bot.local.limits.errors import Problems
from bot.local.limits.fields import check_choice

MOST_LISTED = 100
_KINDS = ("users", "roles", "everyone")


def check_allowed_mentions(problems: Problems, allowed: object) -> None:
    """Note allowed mentions that contradict themselves; None is fine."""
    path = ("allowed_mentions",)
    if allowed is None:
        return
    if not isinstance(allowed, dict):
        problems.add(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return
    parse = allowed.get("parse") or []
    for place, kind in enumerate(parse):
        check_choice(problems, (*path, "parse", str(place)), kind, _KINDS)
    for kind in ("users", "roles"):
        listed = allowed.get(kind) or []
        if len(listed) > MOST_LISTED:
            message = f"Must be {MOST_LISTED} or fewer in length."
            problems.add((*path, kind), "BASE_TYPE_MAX_LENGTH", message)
        if listed and kind in parse:
            message = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            problems.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
