"""The rest of Discord, for handlers: channels elsewhere, direct messages, and what the bot may do."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Sequence
from typing import TypeVar

import discord

from bot.client.failures import FAILURES, is_closed, is_refusal
from bot.client.names import edit_naming
from bot.render import digest as texts
from bot.render import notes
from bot.service.background import reason
from idle_year.engine.errors import GameError

T = TypeVar("T")

log = logging.getLogger(__name__)

_TO_DELIVER = 60
"""Seconds that Discord may take to deliver a board to direct messages."""
_TO_FIND = 1.0
"""Seconds that Discord may take to say whether the bot is in a thread: it waits for answers for three."""
_UNKNOWN_CHANNEL = 10003
"""Discord's code for a channel that it does not know, or no longer."""


class DiscordPort:
    """Asks Discord, and sends what does not answer anybody."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    @property
    def application(self) -> int | None:
        """The id by which the bot can be added to a server."""
        return self._client.application_id

    async def is_in(self, channel: int) -> bool:
        """Whether the bot sees a channel; if Discord does not say, it does."""
        try:
            async with asyncio.timeout(_TO_FIND):
                await self._client.fetch_channel(channel)
        except FAILURES as error:
            return not is_refusal(error)
        return True

    async def is_gone(self, channel: int) -> bool:
        """Whether a channel has been deleted, which nobody tells a client that caches none."""
        try:
            await self._client.fetch_channel(channel)
        except FAILURES as error:
            return _says_gone(error)
        return False

    def is_member(self, guild: int) -> bool:
        """Whether the bot is a member of a server, and not just used there by somebody."""
        return self._client.get_guild(guild) is not None

    async def own_permissions(self, guild: int, channel: int) -> discord.Permissions:
        """Return the bot's permissions in a channel; raise GameError if it is gone, or nobody knows."""
        try:
            server = await self._client.fetch_guild(guild, with_counts=False)
            me = await server.fetch_member(self._client.user.id)  # type: ignore[union-attr]  # it has logged in
            return (await server.fetch_channel(channel)).permissions_for(me)
        except FAILURES as error:
            if _says_gone(error):
                raise GameError(texts.GONE) from error
            if is_refusal(error):
                return discord.Permissions.none()
            raise GameError(texts.nobody_knows(channel)) from error

    async def direct_messages(self, person: int) -> discord.DMChannel:
        """Return the channel of a person's direct messages; raise GameError if they cannot be reached."""
        return await _reach(self._client.create_dm(discord.Object(person)))

    async def post(
        self, chat: discord.DMChannel, view: discord.ui.LayoutView, files: Sequence[discord.File]
    ) -> discord.Message:
        """Post a message to direct messages; raise GameError if they cannot be reached."""
        return await _reach(chat.send(view=view, files=files))

    async def edit(self, guild: int, channel: int, message: int, view: discord.ui.LayoutView) -> None:
        """Edit a message of the bot in a server that it is a member of, if Discord lets it."""
        if not self.is_member(guild):
            return
        where = self._client.get_partial_messageable(channel, guild_id=guild)
        try:
            await edit_naming(where.get_partial_message(message), view, None)
        except FAILURES as error:
            log.info("A message could not be edited: %s", reason(error))

    async def take_back(self, message: discord.Message) -> None:
        """Delete a message of the bot, if Discord lets it."""
        with contextlib.suppress(*FAILURES):
            await message.delete()


async def _reach(request: Awaitable[T]) -> T:
    try:
        async with asyncio.timeout(_TO_DELIVER):
            return await request
    except FAILURES as error:
        if is_closed(error):
            raise GameError(notes.DM_CLOSED) from None
        log.warning("A board could not be sent to direct messages: %s", reason(error))
        raise GameError(notes.DM_FAILED) from None


def _says_gone(error: Exception) -> bool:
    return isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_CHANNEL
