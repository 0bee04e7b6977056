"""What people do in the recorded day, as data: each step is one thing that somebody does somewhere."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

PARLOUR, LOUNGE, DM = "The Parlour/#patience", "The Parlour/#lounge", "dm"
CARDS = "Rainy Sundays/#cards"


@dataclass(frozen=True, kw_only=True)
class Step:
    """Somebody does something; meanwhile, some seconds have passed."""

    who: str = "Ada"
    where: str = PARLOUR
    seconds: int = 20


@dataclass(frozen=True)
class Slash(Step):
    """Type a command, with options; a channel, a person or a file is named."""

    command: str
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Complete(Step):
    """Type into an option of a command, and read what is offered."""

    command: str
    option: str
    typed: str = ""


@dataclass(frozen=True)
class Press(Step):
    """Press the latest button that does this; `back` counts the messages with one that are passed over."""

    verb: str
    rest: str = ""
    """How what follows the verb begins."""
    back: int = 0


@dataclass(frozen=True)
class Choose(Step):
    """Choose from the latest list that does this: a value, or the number of an option."""

    verb: str
    option: str | int = 0
    rest: str = ""


@dataclass(frozen=True)
class Submit(Step):
    """Type into the form that is open, and send it."""

    typed: str


@dataclass(frozen=True)
class PlayOn(Step):
    """Type the first legal moves of one's game here, so many or all that there are, as one command."""

    most: int = 500


@dataclass(frozen=True)
class Forge(Step):
    """Press what no message has: a button of another version of the bot, or one that somebody made up."""

    custom_id: str


@dataclass(frozen=True)
class ForgeCommand(Step):
    """Send a command that this version of the bot does not have, or an option that it never offers."""

    command: str
    option: str = ""
    value: Any = None


@dataclass(frozen=True)
class Say(Step):
    """Write an ordinary message."""

    text: str


@dataclass(frozen=True)
class SetClock(Step):
    """Let time pass until an hour of a later day; what falls due is done."""

    days: int
    hour: int
    minute: int = 0
