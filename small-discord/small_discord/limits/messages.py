"""What Discord accepts as a new message and as an edit of one."""

from collections.abc import Container

from small_discord.limits.components import ComponentCheck
from small_discord.limits.embeds import check_embeds
from small_discord.limits.errors import ApiError, Path, Problems
from small_discord.limits.fields import check_count, check_text
from small_discord.limits.mentions import check_allowed_mentions
from small_discord.wire import Json

MOST_CONTENT = 2000
MOST_ATTACHMENTS = 10
SUPPRESS_EMBEDS = 1 << 2
EPHEMERAL = 1 << 6
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15
MAY_SET = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
SHOWN = ("content", "embeds", "components")
NOT_HERE = ("poll", "sticker_ids", "tts")
NOT_WITH_V2 = ("content", "embeds", "poll", "sticker_ids")


def check_new_message(
    body: Json, own_emoji: Container[str], *, files: int = 0, may_hide: bool = False, prefix: Path = ()
) -> None:
    """Raise ApiError for a message that Discord would not send; `may_hide` allows the ephemeral flag."""
    problems = Problems(prefix)
    flags = body.get("flags") or 0
    _check_flags(problems, flags, MAY_SET | (EPHEMERAL if may_hide else 0))
    problems.refuse()
    v2 = bool(flags & COMPONENTS_V2)
    check_allowed_mentions(problems, body.get("allowed_mentions"))
    _check_parts(problems, body, v2=v2)
    _check_components(problems, {"components": body.get("components")} if v2 else body, own_emoji, v2=v2)
    _check_attachments(problems, body.get("attachments"))
    problems.refuse()
    if not files and not any(_shows(body.get(part)) for part in SHOWN):
        raise ApiError(400, 50006, "Cannot send an empty message")


def check_edit(
    old: Json, body: Json, own_emoji: Container[str], *, files: int = 0, prefix: Path = ()
) -> None:
    """Raise ApiError for an edit that Discord would refuse, given the message as it was."""
    problems = Problems(prefix)
    before = old["flags"]
    flags = before
    if body.get("flags") is not None:
        flags = body["flags"]
        _check_flags(problems, flags, MAY_SET | EPHEMERAL)
        problems.refuse()
    if before & COMPONENTS_V2 and not flags & COMPONENTS_V2:
        problems.add(
            ("flags",),
            "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
            "The Components V2 flag cannot be removed from a message",
        )
    check_allowed_mentions(problems, body.get("allowed_mentions"))
    after = old | body
    v2 = bool(flags & COMPONENTS_V2)
    _check_parts(problems, {part: after.get(part) for part in NOT_WITH_V2} if v2 else body, v2=v2)
    _check_components(problems, after if v2 and not after["components"] else body, own_emoji, v2=v2)
    _check_attachments(problems, body.get("attachments"))
    problems.refuse()
    if not files and not any(_shows(after.get(part)) for part in (*SHOWN, "attachments")):
        raise ApiError(400, 50006, "Cannot send an empty message")


def _shows(part: object) -> bool:
    """Say whether there is anything to see in a part of a message."""
    return bool(part.strip() if isinstance(part, str) else part)


def check_put_off(body: Json, prefix: Path = ()) -> None:
    """Raise ApiError for an answer put off until later with flags other than the ephemeral one."""
    problems = Problems(prefix)
    _check_flags(problems, body.get("flags") or 0, EPHEMERAL)
    problems.refuse()


def _check_attachments(problems: Problems, attachments: object) -> None:
    """Note what is wrong with the words about the files of a message."""
    path = ("attachments",)
    for place, entry in enumerate(check_count(problems, path, attachments or [], 0, MOST_ATTACHMENTS)):
        for key, most in (("filename", 1024), ("description", 1024)):
            check_text(problems, (*path, str(place), key), entry.get(key), most=most)


def _check_flags(problems: Problems, flags: object, may_set: int) -> None:
    if not isinstance(flags, int) or isinstance(flags, bool):
        problems.add(("flags",), "NUMBER_TYPE_COERCE", f'Value "{flags!r}" is not int.')
    elif flags & ~may_set:
        problems.add(("flags",), "MESSAGE_FLAGS_INVALID", f"Flags {flags & ~may_set} cannot be set here")


def _check_parts(problems: Problems, body: Json, *, v2: bool) -> None:
    if not v2:
        check_text(problems, ("content",), body.get("content"), most=MOST_CONTENT)
        check_embeds(problems, body.get("embeds"))
    legacy = NOT_WITH_V2 if v2 else ()
    for part in dict.fromkeys((*legacy, *NOT_HERE)):
        if body.get(part):
            code = (
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2" if part in legacy else "NOT_IMPLEMENTED"
            )
            reader = "a message of Components V2" if part in legacy else "the small Discord"
            problems.add((part,), code, f"The '{part}' field cannot be used with {reader}")


def _check_components(problems: Problems, body: Json, own_emoji: Container[str], *, v2: bool) -> None:
    components = body.get("components")
    if v2 and "components" in body and not components:
        problems.add(("components",), "BASE_TYPE_REQUIRED", "This field is required")
    elif components is not None:
        ComponentCheck(problems, own_emoji).message(components, v2=v2)
