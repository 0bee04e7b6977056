"""What people read in a message."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bot.render.cards import suits_as_text
from bot.render.moves import does
from idle_year.engine.rules import DEAL

if TYPE_CHECKING:
    from idle_year.engine.session import Session
    from small_discord import Message

_CLICKABLE = re.compile(r"</([^:>]+):[0-9]+>|`/([^`]+)`")

FOOT = "-# Gone after a reload? Use /board."
"""The foot of private boards."""
_PERSON = re.compile(r"<@!?([0-9]+)>")


def as_read(text: str) -> str:
    """Return a text with the plain names of commands, whether or not they are clickable yet."""
    return _CLICKABLE.sub(lambda found: f"/{found[1] or found[2]}", text)


def with_names(message: Message) -> str:
    """Return a text with the names shown by a client that knows nobody but from this very message."""
    payload = message.post.payload
    asked = payload.get("interaction")
    met = [payload["author"], *payload["mentions"], *([asked["user"]] if asked else [])]
    names = {user["id"]: user["global_name"] or user["username"] for user in met}
    return _PERSON.sub(lambda found: f"@{names.get(found[1], 'unknown-user')}", message.text)


def last_move(session: Session[Any]) -> str:
    """Return what a board says of the last move of a game: `move 2: 8♠ onto K♠`."""
    number = len(session.moves)
    if session.moves[-1] == DEAL:
        return f"move {number}: dealt "
    told = does(session.rules, session.state_at(number - 1), session.moves[-1])
    return f"move {number}: {suits_as_text(told)}"


def above_foot(board: Message) -> list[str]:
    """Return the lines of a board without the foot that it has if it is private."""
    lines = board.text.splitlines()
    return lines[:-1] if as_read(lines[-1]) == FOOT else lines
