"""What a press says: the game, the version the player saw, and a verb, all in the component's custom_id.

Nothing about a board is kept in memory, so its buttons still work after a restart or a week later. A
custom_id is not trusted: another version of the bot may have written it, or somebody else.

Presses and commands are counted: which, how each ended, and how long it took.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any, NamedTuple, TypeAlias

import discord

from bot.client.events import is_number
from bot.client.failures import is_too_late, told_of
from bot.client.requests import latest_messages
from bot.engine.errors import GameError
from bot.render.refusals import ANOTHER_COMMAND, ANOTHER_VERSION
from bot.service.limits import TooMuch
from bot.store import Seen, StoreFailing
from bot.watch.metrics import Metrics

Interaction: TypeAlias = discord.Interaction[Any]
NO_GAME = Seen(0, 0)
"""What a press names that is about no game."""
_CUSTOM_ID = re.compile(r"iy:([0-9]+):([0-9]+):([a-z]+)(?::([^#]+))?(?:#[0-9]+)?")
"""The part after # tells the selects of a board apart."""
_SEARCHED = 500
"""Number of the latest messages searched for one that may have been posted some minutes ago."""
UNKNOWN = "unknown"
"""The name that stands in for one that this version of the bot does not know."""
_ARRIVED, _OUTCOME = "arrived", "outcome"
_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "modal",
}


class UnknownButton(GameError):
    """A custom_id that this version of the bot does not understand."""

    def __init__(self) -> None:
        super().__init__(ANOTHER_VERSION)


class UnknownCommand(GameError):
    """A command, or an option of one, that this version of the bot does not have."""

    def __init__(self) -> None:
        super().__init__(ANOTHER_COMMAND)


@contextmanager
def understood() -> Iterator[None]:
    """Raise UnknownButton if the content of a custom_id cannot be read (ValueError)."""
    try:
        yield
    except ValueError:
        raise UnknownButton from None


def read_number(text: str) -> int:
    """Read an id or another number from a custom_id; raise ValueError if it is malformed or too large."""
    if not is_number(text):
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
    """Return the press that deals whatever daily is today's; the day tells one message from another."""
    return Press(NO_GAME, "daily", day.isoformat())


async def find_posted(
    client: discord.Client, channel: discord.PartialMessageable, press: Press
) -> int | None:
    """Return the id of the bot's message with a button that sends this, if it was posted recently."""
    own = str(client.user and client.user.id)
    async for message in latest_messages(client, channel.id, _SEARCHED):
        match message:
            case {"author": {"id": author}, "components": [*rows]} if author == own:
                if press.custom_id in _custom_ids(rows):
                    return int(message["id"])
    return None


def _custom_ids(rows: list[Any]) -> Iterator[object]:
    for row in rows:
        match row:
            case {"components": [*buttons]}:
                yield from (each.get("custom_id") for each in buttons if isinstance(each, dict))


def note_arrival(interaction: Interaction) -> None:
    """Remember when an interaction came in."""
    interaction.extras[_ARRIVED] = time.monotonic()


def seconds_since_arrival(interaction: Interaction) -> float:
    """Return for how long we have known of an interaction."""
    return time.monotonic() - float(interaction.extras[_ARRIVED])


def note_failure(interaction: Interaction, error: BaseException) -> None:
    """Remember how an interaction ended, if not as hoped."""
    interaction.extras[_OUTCOME] = _outcome_of(error)


def count_command(metrics: Metrics, interaction: Interaction) -> None:
    """Count a command that has been dealt with."""
    command = interaction.command
    count_answer(metrics, interaction, UNKNOWN if command is None else command.qualified_name)


def count_answer(metrics: Metrics, interaction: Interaction, name: str) -> None:
    """Count what has been dealt with by one of a known number of names, whatever people make up."""
    kind = _KINDS.get(interaction.type)
    if kind is not None and _ARRIVED in interaction.extras:
        outcome = interaction.extras.get(_OUTCOME, "answered")
        metrics.answered(kind, name, outcome, seconds_since_arrival(interaction))


def _outcome_of(error: BaseException) -> str:
    if isinstance(error, TooMuch):
        return "limited"
    if is_too_late(error):
        return "late"
    if isinstance(error, StoreFailing):
        return "database"
    return "refused" if isinstance(error, GameError) or told_of(error) else "failed"
