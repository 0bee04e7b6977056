"""Live tokens: for fifteen minutes, an interaction's token writes where the bot needs no permission.

What was heard last in a channel posts there, and what has shown a message edits it. A bot that was started
anew has none until somebody presses.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import discord

from bot.client.failures import FAILURES
from bot.client.names import LONGEST, name_people, named_in
from bot.service.background import reason
from bot.store.clock import Clock
from bot.ui.components import Layout

log = logging.getLogger(__name__)

_LIVES = timedelta(minutes=14)
"""A minute less than Discord says, for what is under way meanwhile."""


class Token(NamedTuple):
    """What writes in the name of an interaction."""

    application: int
    token: str


class LiveTokens:
    """The tokens that still live."""

    def __init__(self, client: discord.Client, now: Clock) -> None:
        self._client = client
        self._of_channels = _Living(now)
        self._of_messages = _Living(now)

    def hear(self, channel: int, token: Token) -> None:
        """Remember what can post in a channel."""
        self._of_channels.put(channel, token)

    def show(self, message: int, token: Token) -> None:
        """Remember what can edit a message: the token of what it answers, or of what has redrawn it."""
        self._of_messages.put(message, token)

    async def edit(self, message: int, view: Layout, files: Sequence[discord.File] = ()) -> bool:
        """Edit a message, naming the people in it; return False if no token can do that."""
        token = self._of_messages.get(message)
        if token is None:
            return False
        try:
            async with asyncio.timeout(LONGEST):
                await self._webhook(token).edit_message(
                    message, view=view, attachments=files, allowed_mentions=named_in(view)
                )
        except FAILURES as error:
            log.info("A message could not be edited by a token: %s", reason(error))
            return False
        return True

    async def post(self, channel: int, view: Layout) -> int | None:
        """Post silently in a channel, naming people without notifying them; return the message's id.

        None if no token is left, if Discord refuses it, or if it shows it to one person only.
        """
        token = self._of_channels.get(channel)
        if token is None:
            return None
        try:
            async with asyncio.timeout(LONGEST):
                sent = await self._webhook(token).send(
                    view=view, silent=True, allowed_mentions=discord.AllowedMentions.none(), wait=True
                )
        except FAILURES as error:
            log.info("A message could not be posted by a token: %s", reason(error))
            return None
        if sent.flags.ephemeral:
            return None
        self._of_messages.put(sent.id, token)
        await name_people(sent, view)
        return sent.id

    def _webhook(self, token: Token) -> discord.Webhook:
        return discord.Webhook.partial(token.application, token.token, client=self._client)


class _Living:
    """Tokens by what they write to, forgotten once they may have died."""

    def __init__(self, now: Clock) -> None:
        self._now = now
        self._kept: dict[int, tuple[datetime, Token]] = {}

    def put(self, key: int, token: Token) -> None:
        """Keep a token in place of an older one."""
        self._kept.pop(key, None)
        self._kept[key] = self._now() + _LIVES, token
        while not self.get(oldest := next(iter(self._kept))):
            del self._kept[oldest]

    def get(self, key: int) -> Token | None:
        """Return a token that still lives."""
        until, token = self._kept.get(key, (None, None))
        return token if until is not None and until > self._now() else None
