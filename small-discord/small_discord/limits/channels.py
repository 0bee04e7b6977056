"""What Discord accepts as a new thread, and as a change of a thread or a channel."""

from __future__ import annotations

from typing import Any

from small_discord.limits.errors import Problems
from small_discord.limits.fields import check_choice, check_text, check_truth
from small_discord.wire import Json

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
    check_text(problems, ("name",), body.get("name"), least=1, most=_MOST_NAME)
    for key in _FLAGS:
        check_truth(problems, (key,), body.get(key))
    _check_shared(problems, body)
    problems.refuse()
    read = {"name": body.get("name")}
    if is_thread:
        read |= {key: body.get(key) for key in _FLAGS}
        read["archives_after"] = body.get("auto_archive_duration")
    return {key: value for key, value in read.items() if value is not None}


def _check_shared(problems: Problems, body: Json) -> None:
    if body.get("auto_archive_duration") is not None:
        check_choice(problems, ("auto_archive_duration",), body["auto_archive_duration"], _ARCHIVES_AFTER)
    if body.get("rate_limit_per_user"):
        problems.lack(("rate_limit_per_user",), "slow mode")
