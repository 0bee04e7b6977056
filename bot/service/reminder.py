"""Reminders of the daily: direct messages to those who have asked, at an hour of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import NamedTuple

from bot.pure.days import hour_of_day
from bot.service.stats import streak_of_days
from bot.store import Reminder, Stopped, Store
from idle_year.engine.daily import earliest_on

_IN_VAIN = 7
"""After so many reminders in a row without a game begun, no more come."""
_LATE = timedelta(hours=2)
"""A reminder that comes later might wake people: that day goes without."""
_A_WHILE = timedelta(minutes=5)
"""How long the process that takes a reminder has to send it: longer than any request may take."""
_TOMORROW = timedelta(days=1)


class Due(NamedTuple):
    """A reminder that the process which took it has to send."""

    reminder: Reminder
    day: date
    """The day of the daily that it is about."""
    streak: int
    """How many days in a row its player has finished a daily."""
    is_last: bool
    """Whether none follows unless its player begins a game."""
    tried: bool
    """Whether an earlier attempt to send it was begun and its outcome never noted."""
    newest_game: int | None
    """The id of the game that its player has begun last."""


class Reminders:
    """The reminders of all players; several processes on one store send each of them once.

    The process that takes one has some minutes to send it and note that. A reminder with nothing noted by
    then is due again: its process has ended, or Discord could not be reached. It may have been sent anyway.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, player: int) -> Reminder | None:
        """Return what a player has chosen, or None if they are not to be reminded."""
        return await self._store.reminders.get(player)

    async def choose(self, player: int, hour: int, zone: str, locale: str | None = None) -> None:
        """Remind a player every day at an hour, 0 to 23, of a zone such as `Europe/Berlin`.

        `locale` is the language of their Discord, such as `es-419`.
        """
        await self._store.reminders.put(player, hour, zone, locale)

    async def tomorrow(self, player: int, locale: str | None = None) -> Reminder:
        """Remind a player once, in a day's time, unless a reminder comes already; return what comes."""
        return await self._store.reminders.put_once(player, self._store.now() + _TOMORROW, locale)

    async def stop(self, player: int) -> None:
        """Remind a player no more."""
        await self._store.reminders.drop(player)

    def due(self) -> AsyncIterator[Reminder]:
        """Yield the reminders whose hour has come and which no process has taken."""
        return self._store.reminders.due()

    async def take(self, reminder: Reminder) -> Due | None:
        """Return a reminder that is due, for the caller to send.

        None if another process has taken it, or if there is nothing to remind of: it is late, its player has
        finished a daily already, or has not answered for too long.
        """
        player, now = reminder.player, self._store.now()
        if not await self._store.reminders.take(reminder, now + _A_WHILE):
            return None
        day = now.date()
        at = reminder.due_at if reminder.once else hour_of_day(day, reminder.hour, reminder.zone)
        if at > now:  # it was yesterday's
            await self._store.reminders.done(reminder, day - timedelta(1))
            return None
        finished = await self._store.stats.daily_days(player)
        if now >= at + _LATE or day in finished:
            await self._store.reminders.done(reminder, day)
            return None
        newest_game = await self._store.reminders.newest_game(player)
        unanswered = reminder.unanswered if newest_game == reminder.last_game else 0
        if unanswered >= _IN_VAIN:
            await self._store.reminders.done(reminder, day, stopped=Stopped.UNANSWERED)
            return None
        return Due(
            reminder._replace(unanswered=unanswered),
            day,
            streak_of_days(finished, earliest_on(now)).current,
            unanswered == _IN_VAIN - 1,
            reminder.taken_until is not None,
            newest_game,
        )

    async def sent(self, due: Due, chat: int) -> None:
        """Note that a reminder has been sent, to the direct messages with this channel id."""
        await self._store.reminders.done(
            due.reminder,
            due.day,
            chat=chat,
            unanswered=due.reminder.unanswered + 1,
            last_game=due.newest_game,
        )

    async def failed(self, due: Due, seconds: float) -> None:
        """Note that a reminder could not be sent, and make it due again after some seconds."""
        await self._store.reminders.wait(due.reminder.player, self._store.now() + timedelta(seconds=seconds))

    async def refused(self, due: Due) -> None:
        """Note that the player's direct messages are closed: no more reminders come."""
        await self._store.reminders.done(due.reminder, due.day, stopped=Stopped.CLOSED)
