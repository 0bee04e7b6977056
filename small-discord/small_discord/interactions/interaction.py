"""One interaction: a command typed, a button pressed, a modal sent."""

import asyncio
import secrets
import time
from dataclasses import dataclass, field
from enum import IntEnum

from small_discord.limits.errors import ApiError, unknown
from small_discord.wire import Json
from small_discord.world.installs import BY_SERVER
from small_discord.world.places import Channel, User

SECONDS_TO_ANSWER = 3.0
TOKEN_SECONDS = 15 * 60.0
MOST_FOLLOW_UPS_OF_GUESTS = 5


class Kind(IntEnum):
    """Discord's interaction types."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL = 5


class Respond(IntEnum):
    """Discord's types of response to an interaction."""

    MESSAGE = 4
    DEFER_MESSAGE = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    MODAL = 9


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person did: who, where, on which message, with which data.

    `owners` names the installs of the app behind it, in Discord's form. If `hidden`, all answers are private.
    `window` is the browser window in which it was done.
    """

    kind: Kind
    user: User
    channel: Channel
    data: Json
    owners: dict[str, str]
    hidden: bool = False
    window: str | None = None
    source_id: str | None = None
    command_line: str | None = None
    command_name: str | None = None

    @property
    def by_guest(self) -> bool:
        """Whether the app is used in a server that it is not installed to: somebody has brought it along."""
        return self.channel.guild_id is not None and BY_SERVER not in self.owners


@dataclass(frozen=True, slots=True)
class Answer:
    """The bot's first answer."""

    respond: Respond
    data: Json = field(default_factory=dict)
    """Choices or a modal; messages are in the world."""


class Interaction:
    """What was asked, and what became of it."""

    def __init__(self, snowflake: str, asked: Asked) -> None:
        self.id = snowflake
        self.token = secrets.token_urlsafe(48)
        self.asked = asked
        self.opened = time.monotonic()
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.acknowledged = False
        self.timed_out = False
        self._follow_ups = 0
        self.original_id: str | None = None
        self.message_ids: set[str] = set()
        self.settled = asyncio.Event()

    @property
    def age(self) -> float:
        """Seconds since the person asked."""
        return time.monotonic() - self.opened

    def acknowledge(self, answer: Answer) -> None:
        """Pass the first answer to the person who waits for it."""
        self.acknowledged = True
        self.answer.set_result(answer)

    def check_open(self) -> None:
        """Raise ApiError if it is too late to answer, or if it was answered already."""
        if self.acknowledged:
            raise ApiError(400, 40060, "Interaction has already been acknowledged.")
        if self.timed_out or self.age > SECONDS_TO_ANSWER:
            raise unknown("Interaction")

    def count_follow_up(self) -> None:
        """Count a follow-up that was sent."""
        self._follow_ups += 1

    def check_follow_up(self) -> None:
        """Raise ApiError if one more follow-up is too many, as it can be for an app that is a guest."""
        if self.asked.by_guest and self._follow_ups >= MOST_FOLLOW_UPS_OF_GUESTS:
            message = "This interaction has reached the maximum number of follow up messages"
            raise ApiError(400, 40094, message)

    def check_token(self) -> None:
        """Raise ApiError if the token is not usable yet, or no longer."""
        if not self.acknowledged:
            raise unknown("Webhook")
        if self.age > TOKEN_SECONDS:
            raise ApiError(401, 50027, "Invalid Webhook Token")
