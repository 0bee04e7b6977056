"""Reminders of the daily: sent by direct message, with a button to play and one that stops them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord

from bot.client.failures import FAILURES, is_closed
from bot.client.names import LONGEST
from bot.client.servers import is_ours
from bot.render import labels
from bot.render.language import read_in
from bot.render.reminder import STOPPED, reminder_text
from bot.service.background import TriedAgain, do_each, on_its_own, reason, repeat
from bot.service.reminder import Due
from bot.store import Reminder
from bot.ui.answers import tell
from bot.ui.components import ButtonStyle, Layout, PressButton
from bot.ui.notes import Note
from bot.ui.presses import NO_GAME, Press, find_posted, todays_daily
from bot.ui.request import Request
from bot.ui.response import Place, Response
from bot.ui.services import Services

log = logging.getLogger(__name__)

_PAUSE = 15.0
"""Seconds between two looks at who is to be reminded."""
_AT_ONCE = 40
"""Requests in flight: enough to keep up the pace even if each takes most of a second."""


class ReminderPosts:
    """Sends reminders to this process's share of the players."""

    def __init__(
        self, bot: discord.AutoShardedClient, services: Services, others_done: Callable[[], Awaitable[None]]
    ) -> None:
        """Send them after what shares a pace with them: `others_done` returns when nothing of it waits."""
        self._bot = bot
        self._reminders = services.reminders
        self._pace = services.pace
        self._languages = services.languages
        self._command_names = services.command_names
        self._others_done = others_done

    async def run(self) -> None:
        """Send reminders as they fall due, until cancelled.

        Discord lets any process write to anybody: players are shared out by their ids, as servers are. If two
        processes take the same ones for theirs, the first to take a reminder sends it.
        """
        await self._bot.wait_until_ready()
        await repeat(self.send_due, _PAUSE, "The reminders could not be sent")

    async def send_due(self) -> None:
        """Send the reminders that are due, several at once."""
        ours = (each async for each in self._reminders.due() if is_ours(self._bot, each.player))
        await do_each(ours, self._try, _AT_ONCE)

    async def _try(self, reminder: Reminder) -> None:
        """Send one reminder; if that fails, the others are unaffected."""
        with on_its_own(reminder.player, "A reminder could not be sent"):
            await self._others_done()
            await self._pace.wait()
            due = await self._reminders.take(reminder)
            if due is not None:
                await self._bring(due)

    async def _bring(self, due: Due) -> None:
        try:
            async with asyncio.timeout(LONGEST):
                chat = await self._send(due)
        except FAILURES as error:
            if is_closed(error):
                await self._reminders.refused(due)
            else:  # it is due again once nobody can be sending it any more
                log.warning("A reminder could not be sent; another try follows: %s", reason(error))
                raise TriedAgain from None
        else:
            await self._reminders.sent(due, chat)

    async def _send(self, due: Due) -> int:
        """Send a reminder, unless an earlier try did; return the channel that it is in."""
        chat = due.reminder.chat
        try:
            return await self._send_to(due, chat or await self._open(due))
        except (discord.NotFound, discord.Forbidden) as error:
            if chat is None or is_closed(error):
                raise
        return await self._send_to(due, await self._open(due))  # the kept one may be another application's

    async def _send_to(self, due: Due, chat: int) -> int:
        channel = self._bot.get_partial_messageable(chat)
        if due.tried and await find_posted(self._bot, channel, todays_daily(due.day)):
            return chat
        await channel.send(
            view=await self._view(due),
            allowed_mentions=discord.AllowedMentions.none(),
            # For some minutes, Discord answers a repeated post of the same one with the existing message.
            nonce=f"{due.reminder.player:x}-{due.day.toordinal():x}",
        )
        return chat

    async def _open(self, due: Due) -> int:
        """Return the channel of a player's direct messages."""
        chat = (await self._bot.create_dm(discord.Object(due.reminder.player))).id
        await self._pace.wait()
        return chat

    async def _view(self, due: Due) -> Layout:
        with read_in(await self._languages.of_player(due.reminder.player, due.reminder.locale)):
            view = Note(
                reminder_text(due.reminder, due.streak, is_last=due.is_last),
                PressButton(labels.PLAY_DAILY, todays_daily(due.day), style=ButtonStyle.primary),
                PressButton(labels.NO_REMINDERS, Press(NO_GAME, "noreminder")),
            )
        self._command_names.link_all(view)
        return view


async def stop_reminders(services: Services, request: Request) -> Response:
    """Remind a person no more, and say so in the reminder's place."""
    await services.reminders.stop(request.player)
    told = tell(services, Note(STOPPED))
    return told if request.is_among_others else replace(told, place=Place.REPLACE)
