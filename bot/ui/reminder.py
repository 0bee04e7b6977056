"""Reminders of the daily: sent by direct message, with a button to play and one that stops them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import discord

from bot.client.failures import is_closed
from bot.client.gateway import Client
from bot.client.names import LONGEST
from bot.client.servers import is_ours
from bot.render import labels
from bot.render.language import read_in
from bot.render.reminder import STOPPED, coming_text, reminder_text
from bot.service.reminder import Due
from bot.store import Reminder
from bot.ui.answers import tell, tell_in_place
from bot.ui.components import ButtonStyle, Layout, Note, PressButton
from bot.ui.outbox import Outbox, Post
from bot.ui.presses import NO_GAME, Press, todays_daily
from bot.ui.request import Request
from bot.ui.response import Place, Response
from bot.ui.services import Services

_STOP = Press(NO_GAME, "noreminder")


class ReminderPosts(Outbox[Reminder, Due]):
    """Sends reminders to this process's share of the players.

    Discord lets any process write to anybody: players are shared out by their ids, as servers are. If two
    processes take the same ones for theirs, the first to take a reminder sends it.
    """

    what = "reminders"

    def __init__(self, bot: Client, services: Services, others_done: Callable[[], Awaitable[None]]) -> None:
        """Send them after what shares a pace with them: `others_done` returns when nothing of it waits."""
        super().__init__(bot)
        self._reminders = services.reminders
        self._languages = services.languages
        self._command_names = services.command_names
        self._others_done = others_done

    async def _due(self) -> AsyncIterator[Reminder]:
        async for reminder in self._reminders.due():
            if is_ours(self._bot, reminder.player):
                yield reminder

    def _name(self, due: Reminder) -> str:
        return f"The reminder of player {due.player}"

    async def _take(self, due: Reminder) -> Due | None:
        await self._others_done()
        return await self._reminders.take(due)

    async def _write(self, taken: Due) -> Post:
        # After a try that failed, the one that was kept may be another application's.
        chat = None if taken.tried else taken.reminder.chat
        if chat is None:
            chat = await self._open(taken.reminder.player)
        return Post(chat, await self._view(taken), todays_daily(taken.day), taken.tried)

    async def _posted(self, taken: Due, channel: int, _message: int) -> None:
        await self._reminders.sent(taken, channel)

    async def _refused(self, taken: Due, error: BaseException) -> bool:
        if is_closed(error):
            await self._reminders.refused(taken)
        return is_closed(error)

    async def _put_off(self, taken: Due, seconds: float) -> None:
        await self._reminders.failed(taken, seconds)

    async def _open(self, player: int) -> int:
        """Return the channel of a player's direct messages."""
        await self._bot.pace.wait()
        async with asyncio.timeout(LONGEST):
            return (await self._bot.create_dm(discord.Object(player))).id

    async def _view(self, due: Due) -> Layout:
        with read_in(await self._languages.of_player(due.reminder.player, due.reminder.locale)):
            view = Note(
                reminder_text(due.reminder, due.streak, is_last=due.is_last),
                PressButton(labels.PLAY_DAILY, todays_daily(due.day), style=ButtonStyle.primary),
                *([] if due.reminder.once else [PressButton(labels.NO_REMINDERS, _STOP)]),
            )
        self._command_names.link_all(view)
        return view


async def remind_tomorrow(services: Services, request: Request) -> Response:
    """Remind a person once, in a day's time, and say so with a button that calls it off."""
    reminder = await services.reminders.tomorrow(request.player, request.locale)
    stop = PressButton(labels.NO_REMINDER if reminder.once else labels.NO_REMINDERS, _STOP)
    return tell(services, Note(coming_text(reminder), stop))


async def stop_reminders(services: Services, request: Request) -> Response:
    """Remind a person no more, and say so in the reminder's place."""
    await services.reminders.stop(request.player)
    told = tell_in_place(services, request, Note(STOPPED))
    return told if request.is_among_others else replace(told, place=Place.REPLACE)
