"""What Discord accepts as the message that a new one refers to."""

import logging
from typing import NamedTuple

from small_discord.limits.errors import Problems
from small_discord.limits.fields import check_choice, check_object, check_snowflake
from small_discord.wire import Json

_log = logging.getLogger(__name__)

REPLY, FORWARD = 0, 1
"""Discord's types of references."""
_PATH = ("message_reference",)


class Reference(NamedTuple):
    """A message to reply to, and whether the reply is not to be sent if that does not exist."""

    message_id: str
    must_exist: bool


def read_reference(body: Json, channel_id: str) -> Reference | None:
    """Return the message of the same channel that a new one replies to, if any, or raise ApiError."""
    if body.get("message_reference") is None:
        return None
    problems = Problems()
    given = check_object(problems, _PATH, body["message_reference"])
    problems.refuse()
    check_snowflake(problems, (*_PATH, "message_id"), given.get("message_id"))
    kind = given.get("type") or REPLY
    check_choice(problems, (*_PATH, "type"), kind, (REPLY, FORWARD))
    if kind == FORWARD:
        lack = "The small Discord does not implement forwards"
        _log.error(lack)
        problems.add((*_PATH, "type"), "NOT_IMPLEMENTED", lack)
    elif str(given.get("channel_id") or channel_id) != channel_id:
        message = "Cannot reply to a message in a different channel"
        problems.add(_PATH, "REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL", message)
    problems.refuse()
    return Reference(str(given["message_id"]), given.get("fail_if_not_exists") is not False)
