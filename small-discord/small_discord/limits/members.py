"""What a request says about a role, a member, a ban or an overwrite, read into what the world holds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from small_discord.limits.errors import Problems, invalid
from small_discord.limits.fields import (
    MOST_COLOUR,
    check_choice,
    check_list,
    check_number,
    check_object,
    check_snowflake,
    check_text,
    check_truth,
    given,
)
from small_discord.wire import Json

MOST_ROLE_NAME = 100
_ROLE, _MEMBER = 0, 1
"""Discord's types of overwrites."""
_MOST_NICK = 32
_LONGEST_TIME_OUT = 28 * 24 * 3600
_MOST_BAN_SECONDS = 7 * 24 * 3600


def read_role(body: Json) -> dict[str, Any]:
    """Return the fields of a role that are given."""
    problems = Problems()
    colours = check_object(problems, ("colors",), given(body, "colors", {}))
    for key in ("secondary_color", "tertiary_color"):
        if colours.get(key) is not None:
            problems.lack(("colors", key), f"the '{key}' of a role")
    colour = given(colours, "primary_color", body.get("color"))
    check_text(problems, ("name",), body.get("name"), least=1, most=MOST_ROLE_NAME)
    check_number(problems, ("color",), colour, 0, MOST_COLOUR)
    for key in ("hoist", "mentionable"):
        check_truth(problems, (key,), body.get(key))
    permissions = _bits(problems, body, "permissions")
    problems.refuse()
    read = {key: body.get(key) for key in ("name", "hoist", "mentionable")}
    read |= {"colour": colour, "permissions": permissions}
    return {key: value for key, value in read.items() if value is not None}


def read_positions(body: Any) -> dict[str, int]:
    """Return the positions that roles are moved to, by their ids."""
    problems = Problems()
    moved: dict[str, int] = {}
    for number, each in enumerate(check_list(problems, (), body)):
        entry = check_object(problems, (str(number),), each)
        check_snowflake(problems, (str(number), "id"), entry.get("id"))
        check_number(problems, (str(number), "position"), entry.get("position"), 0, 1 << 31)
        if entry.get("position") is not None:
            moved[str(entry.get("id"))] = entry["position"]
    problems.refuse()
    return moved


def read_member(body: Json, now: float) -> dict[str, Any]:
    """Return what is to be changed in a member: `nick`, `roles`, `timed_out_until`."""
    problems = Problems()
    check_text(problems, ("nick",), body.get("nick"), most=_MOST_NICK)
    roles = check_list(problems, ("roles",), given(body, "roles", []))
    for number, role_id in enumerate(roles):
        check_snowflake(problems, ("roles", str(number)), role_id)
    problems.refuse()
    read: dict[str, Any] = {}
    if "nick" in body:
        read["nick"] = body["nick"] or None
    if body.get("roles") is not None:
        read["roles"] = {str(role_id) for role_id in roles}
    if "communication_disabled_until" in body:
        read["timed_out_until"] = _end_of_time_out(body["communication_disabled_until"], now)
    return read


def read_ban(query: Mapping[str, str], body: Json) -> int:
    """Return of how many seconds a ban deletes the messages: clients say so in the query or in the body."""
    said = dict(query) | body
    days = _whole(said, "delete_message_days", 7)
    return _whole(said, "delete_message_seconds", _MOST_BAN_SECONDS) or days * 24 * 3600


def read_overwrite(body: Json) -> tuple[int, int]:
    """Return the permissions that are allowed, and those that are denied."""
    problems = Problems()
    check_choice(problems, ("type",), given(body, "type", _ROLE), (_ROLE, _MEMBER))
    allow, deny = (_bits(problems, body, key) for key in ("allow", "deny"))
    problems.refuse()
    return allow or 0, deny or 0


def _whole(said: Json, key: str, most: int) -> int:
    value = str(given(said, key, 0))
    if not value.isdecimal() or int(value) > most:
        raise invalid((key,), "NUMBER_TYPE_MAX", f"int value should be between 0 and {most}.")
    return int(value)


def _bits(problems: Problems, body: Json, key: str) -> int | None:
    """Return permission bits, which are written as text or as a number; note what is neither."""
    if body.get(key) is None:
        return None
    check_snowflake(problems, (key,), body[key])
    return int(body[key]) if str(body[key]).isdecimal() else None


def _end_of_time_out(value: object, now: float) -> float | None:
    if value is None:
        return None
    path = ("communication_disabled_until",)
    try:
        until = datetime.fromisoformat(str(value))
    except ValueError:
        message = f"Could not parse {value}. Should be ISO8601."
        raise invalid(path, "DATE_TIME_TYPE_PARSE", message) from None
    seconds = (until if until.tzinfo else until.replace(tzinfo=UTC)).timestamp()
    if seconds > now + _LONGEST_TIME_OUT:
        message = "Invalid communication disabled timestamp"
        raise invalid(path, "INVALID_COMMUNICATION_DISABLED_TIMESTAMP", message)
    return seconds
