"""A response: what a request comes to, as a value; and the exchange that delivers it, where it belongs.

A handler says what is shown, and where. The exchange alone knows how Discord wants to be answered: once,
within three seconds, and afterwards by other means. After a second it defers the answer: a press as an update
of its message, a command in private, which an answer for everybody then replaces.

Every view is stopped before it is sent: presses are answered from their custom_id alone, and discord.py keeps
a view in memory for as long as it listens.
"""

from __future__ import annotations

import asyncio
import enum
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import discord

from bot.client.failures import FAILURES
from bot.client.names import name_people, named_in
from bot.client.options import Interaction
from bot.ui.live import Token

_DEFERRED_AFTER = 1.0
"""Seconds after which Discord is told that the answer takes longer; it waits for three."""

UNKNOWN = "unknown"
"""The name under which is counted what this version of the bot does not know."""
_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "press",
    discord.InteractionType.modal_submit: "modal",
}


class Place(enum.Enum):
    """Where a response is shown."""

    EDIT = enum.auto()
    """In the place of the board that was pressed."""
    REPLACE = enum.auto()
    """In the place of the note that was pressed."""
    PRIVATE = enum.auto()
    """In a message of its own, for the person who asked."""
    PUBLIC = enum.auto()
    """In a message of its own, for everybody."""


class Sent(NamedTuple):
    """A message that has been delivered."""

    id: int
    is_private: bool


@dataclass(frozen=True, kw_only=True)
class Response:
    """What is shown, to whom, and what follows."""

    place: Place = Place.PRIVATE
    view: discord.ui.LayoutView | None = None
    text: str = ""
    """What stands above files that come without a view."""
    files: Sequence[discord.File] = ()
    names_people: bool = False
    """Whether the people whom its texts mention have names there."""
    then: Callable[[Sent], Awaitable[Answer | None]] | None = None
    """What follows once it is delivered; what that returns is delivered next."""
    lost: Callable[[], Awaitable[Answer | None]] | None = None
    """What follows if it could not be delivered, before the reason is told."""


class Form(NamedTuple):
    """A form to fill in."""

    modal: discord.ui.Modal


class Nothing(NamedTuple):
    """Nothing to show: the message stays as it stands."""


NOTHING = Nothing()
Answer: TypeAlias = Response | Form | Nothing


class Exchange:
    """One interaction: what has come in, and the way in which it is answered."""

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.person = interaction.user.id
        """Who asks."""
        self.kind = _KINDS[interaction.type]
        """What it is, as it is counted."""
        self._arrived = time.monotonic()
        self._is_command = interaction.type is discord.InteractionType.application_command
        self._timer: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[None] | None = None
        self._thinks = False
        """Whether a private message says that the bot is thinking."""

    @property
    def token(self) -> Token:
        """What can write in its name for some minutes."""
        return Token(self.interaction.application_id, self.interaction.token)

    @property
    def is_typing(self) -> bool:
        """Whether somebody is typing, and wants to be offered something."""
        return self.interaction.type is discord.InteractionType.autocomplete

    @property
    def command_name(self) -> str:
        """The full name of a command that this version has."""
        command = self.interaction.command
        return UNKNOWN if command is None else command.qualified_name

    @property
    def seconds(self) -> float:
        """For how long we have known of it."""
        return time.monotonic() - self._arrived

    def end(self) -> None:
        """Note that nothing more is to be answered."""
        if self._timer is not None:
            self._timer.cancel()

    def defer_in_time(self) -> None:
        """Tell Discord after a second that the answer takes longer, unless it is delivered before."""
        self._timer = asyncio.get_running_loop().call_later(_DEFERRED_AFTER, self._begin_to_defer)

    async def deliver(self, answer: Answer) -> Sent | None:
        """Answer with this; return the message it is in, for what follows."""
        self.end()
        if self._deferring is not None:
            await self._deferring
        if isinstance(answer, Response):
            return await self._show(answer)
        if isinstance(answer, Form):
            await self.interaction.response.send_modal(answer.modal)
        elif not self.interaction.response.is_done():
            await self.interaction.response.defer()
        return None

    async def offer(self, choices: Sequence[discord.app_commands.Choice[Any]]) -> None:
        """Offer choices to somebody who is typing; if Discord wants none any more, nobody misses them."""
        with suppress(*FAILURES):
            await self.interaction.response.autocomplete(choices)

    def _begin_to_defer(self) -> None:
        self._deferring = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        with suppress(*FAILURES):  # whether there is a way to answer shows when there is an answer
            if self._is_command:
                await self.interaction.response.defer(ephemeral=True, thinking=True)
                self._thinks = True
            else:
                await self.interaction.response.defer()

    async def _show(self, response: Response) -> Sent | None:
        message = await self._bring(response)
        names = response.names_people and response.place is Place.PUBLIC
        if response.then is None and not names:
            return None
        message = message or await self.interaction.original_response()
        if names and response.view is not None:
            await name_people(message, response.view)
        return Sent(message.id, message.flags.ephemeral)

    async def _bring(self, response: Response) -> discord.Message | None:
        """Send a response, or edit a message for it; return the message, if Discord tells of it at once."""
        thinks, self._thinks = self._thinks, False
        is_first = not self.interaction.response.is_done()
        if response.place in (Place.EDIT, Place.REPLACE) or (thinks and response.place is Place.PRIVATE):
            edited = _content_of(response) | {"attachments": response.files}
            if not is_first:
                return await self.interaction.edit_original_response(**edited)
            await self.interaction.response.edit_message(**edited)
            return self.interaction.message
        sent = _content_of(response) | {"files": response.files, "ephemeral": response.place is Place.PRIVATE}
        if is_first:
            answer = await self.interaction.response.send_message(**sent)
            return answer.resource if isinstance(answer.resource, discord.InteractionMessage) else None
        if thinks:  # what took its place would be private too
            await self.interaction.delete_original_response()
        return await self.interaction.followup.send(**sent, wait=True)


def _content_of(response: Response) -> dict[str, Any]:
    """Return what a message holds, named as discord.py names it."""
    if response.view is None:
        return {"content": response.text or None}
    # A new message for everybody would notify those whom it names.
    names = response.names_people and response.place is not Place.PUBLIC
    return {"view": response.view} | ({"allowed_mentions": named_in(response.view)} if names else {})
