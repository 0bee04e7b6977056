"""What people read of a message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.local import Message

_CLICKABLE = re.compile(r"</([^:>]+):[0-9]+>|`/([^`]+)`")

_PERSON = re.compile(r"<@!?([0-9]+)>")


def as_read(text: str) -> str:
    """Return a text with the plain names of commands, whether a click runs them or not yet."""
    return _CLICKABLE.sub(lambda found: f"/{found[1] or found[2]}", text)


def with_names(message: Message) -> str:
    """Return a text with the names that a client shows which has met nobody but by this very message."""
    payload = message.post.payload
    asked = payload.get("interaction")
    met = [payload["author"], *payload["mentions"], *([asked["user"]] if asked else [])]
    names = {user["id"]: user["global_name"] or user["username"] for user in met}
    return _PERSON.sub(lambda found: f"@{names.get(found[1], 'unknown-user')}", message.text)
