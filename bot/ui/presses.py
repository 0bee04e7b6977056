"""What a press says: the game, the version the player saw, and a verb, all in the component's custom_id.

Nothing about a board is kept in memory, so its buttons still work after a restart or a week later. A
custom_id is not trusted: another version of the bot may have written it, or somebody else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import NamedTuple

from bot.render.refusals import ANOTHER_VERSION
from bot.store import Seen
from idle_year.engine.errors import GameError

NO_GAME = Seen(0, 0)
"""What a press names that is about no game."""
PLAYS = "pick"
"""The verb of a list of moves, and of the form in which moves are typed."""
LONGEST_LINE = 1000
"""Maximum number of characters typed as moves: enough for a whole game of most kinds."""
_CUSTOM_ID = re.compile(r"iy:([0-9]+):([0-9]+):([a-z]+)(?::([^#]+))?(?:#[0-9]+)?")
"""The part after # tells the selects of a board apart."""
_NUMBER, _LARGEST = re.compile("[0-9]{1,19}"), 2**63 - 1
"""What a number looks like, and the largest that a database takes."""


class UnknownButton(GameError):
    """A custom_id that this version of the bot does not understand."""

    def __init__(self) -> None:
        super().__init__(ANOTHER_VERSION)


@contextmanager
def understood() -> Iterator[None]:
    """Raise UnknownButton if the content of a custom_id cannot be read (ValueError)."""
    try:
        yield
    except ValueError:
        raise UnknownButton from None


def read_number(text: str) -> int:
    """Read an id or another number from a custom_id; raise ValueError if it is malformed or too large."""
    if not _NUMBER.fullmatch(text) or int(text) > _LARGEST:
        raise ValueError("This is no number that the bot has written.")
    return int(text)


class Press(NamedTuple):
    """One press on a board: of which game, as the player saw it, to do what."""

    seen: Seen
    verb: str
    rest: str | None = None

    @property
    def custom_id(self) -> str:
        """The press as text: at most 100 characters, given the deal codes that exist."""
        rest = f":{self.rest}" if self.rest else ""
        return f"iy:{self.seen.id}:{self.seen.version}:{self.verb}{rest}"

    @classmethod
    def read(cls, custom_id: str) -> Press:
        """Read a press from a custom_id; raise ValueError if it is not one."""
        found = _CUSTOM_ID.fullmatch(custom_id)
        if found is None:
            raise ValueError("This is no press.")
        game, version, verb, rest = found.groups()
        return cls(Seen(read_number(game), read_number(version)), verb, rest)

    def numbers(self) -> list[int]:
        """Return the numbers after the verb; raise UnknownButton if there is anything else."""
        with understood():
            return [read_number(part) for part in (self.rest or "").split(":")]


def todays_daily(day: date) -> Press:
    """Return the press that deals today's daily, on any day; the day in it tells one message from another."""
    return Press(NO_GAME, "daily", day.isoformat())
