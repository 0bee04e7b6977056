"""The outcome of an interaction."""

import asyncio
from typing import Literal

from small_discord.interactions.desk import NotResponding
from small_discord.interactions.interaction import Answer, Interaction, Respond
from small_discord.payloads import shown
from small_discord.people.message import Message
from small_discord.people.modal import Modal
from small_discord.world.world import World

ReplyKind = Literal["message", "update", "deferred", "modal", "nothing"]
_KINDS: dict[Respond, ReplyKind] = {
    Respond.MESSAGE: "message",
    Respond.DEFER_MESSAGE: "deferred",
    Respond.DEFER_UPDATE: "nothing",
    Respond.UPDATE: "update",
    Respond.MODAL: "modal",
}


class Reply:
    """The bot's answer: a message, an update of the one pressed, "is thinking", a modal, or nothing yet."""

    def __init__(self, world: World, interaction: Interaction, answer: Answer) -> None:
        asked = interaction.asked
        self._world = world
        self._interaction = interaction
        self.kind: ReplyKind = _KINDS[answer.respond]
        self.modal: Modal | None = (
            Modal(answer.data, asked.user, asked.channel, asked.owners, asked.source_id)
            if answer.respond is Respond.MODAL
            else None
        )

    @property
    def message(self) -> Message | None:
        """The message as it stands now; None if there is none or it was deleted."""
        message_id = self._interaction.original_id
        if message_id is None:
            return None
        post = self._world.posts.get(self._interaction.asked.channel.id, message_id)
        return None if post is None else Message(shown(self._world, post))

    async def final(self, timeout: float = 60) -> Message:  # noqa: ASYNC109  the caller's patience
        """Return what a deferred answer becomes (any other is returned at once), or raise NotResponding."""
        if self.kind in ("deferred", "nothing"):
            try:
                async with asyncio.timeout(timeout):
                    await self._interaction.settled.wait()
            except TimeoutError:
                raise NotResponding(f"The deferred answer did not come within {timeout} s") from None
        message = self.message
        if message is None:
            raise NotResponding(f"There is no message in the end: the answer was of kind {self.kind!r}")
        return message
