"""What Discord accepts as a new thread, and as a change of a thread or a channel."""

from __future__ import annotations

import logging
from typing import Any

from small_discord.limits.errors import Problems
from small_discord.limits.fields import check_choice, check_text
from small_discord.wire import Json

_log = logging.getLogger(__name__)
_MOST_NAME = 100
_PUBLIC, _PRIVATE = 11, 12
"""Discord's types of threads."""
_ARCHIVES_AFTER = (60, 1440, 4320, 10080)
_FLAGS = ("archived", "locked", "invitable")


def read_thread(body: Json) -> dict[str, Any]:
    """Return the fields of a new thread, or raise ApiError; without a type it is private."""
    problems = Problems()
    check_text(problems, ("name",), body.get("name"), least=1, most=_MOST_NAME, needed=True)
    kind = _PRIVATE if body.get("type") is None else body["type"]
    check_choice(problems, ("type",), kind, (_PUBLIC, _PRIVATE))
    _check_shared(problems, body)
    problems.refuse()
    return {
        "name": body["name"],
        "private": kind == _PRIVATE,
        "invitable": body.get("invitable") is not False,
        "archives_after": body.get("auto_archive_duration") or 1440,
    }


def read_changes(body: Json, *, is_thread: bool) -> dict[str, Any]:
    """Return what is to change in a thread or a channel, of which only the name can, or raise ApiError."""
    problems = Problems()
    changes = {key: value for key, value in body.items() if value is not None}
    check_text(problems, ("name",), changes.get("name"), least=1, most=_MOST_NAME)
    _check_shared(problems, body)
    for key in changes.keys() - {"name", "rate_limit_per_user"}:
        if not is_thread or key not in (*_FLAGS, "auto_archive_duration"):
            lack = f"The small Discord cannot change the '{key}' of this channel"
            _log.error(lack)
            problems.add((key,), "NOT_IMPLEMENTED", lack)
        elif key in _FLAGS and not isinstance(changes[key], bool):
            problems.add((key,), "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
    problems.refuse()
    changes.pop("rate_limit_per_user", None)
    if "auto_archive_duration" in changes:
        changes["archives_after"] = changes.pop("auto_archive_duration")
    return changes


def _check_shared(problems: Problems, body: Json) -> None:
    if body.get("auto_archive_duration") is not None:
        check_choice(problems, ("auto_archive_duration",), body["auto_archive_duration"], _ARCHIVES_AFTER)
    if body.get("rate_limit_per_user"):
        lack = "The small Discord does not implement slow mode"
        _log.error(lack)
        problems.add(("rate_limit_per_user",), "NOT_IMPLEMENTED", lack)
