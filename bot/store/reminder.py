"""Reminders of the daily: who wants one, at which hour, and how many went unanswered."""

from __future__ import annotations

import enum
from datetime import date, datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, select, update

from bot.pure.days import hour_of_day
from bot.store.database import Database, put_row, take_turns
from bot.store.schedule import Schedule
from bot.store.tables import games, reminders


class Stopped(enum.StrEnum):
    """Why no reminder comes any more, though its player has not stopped it."""

    CLOSED = "closed"
    """Discord lets the bot send them no direct messages."""
    UNANSWERED = "unanswered"
    """They had not begun a game for so many reminders in a row."""


class Reminder(NamedTuple):
    """When a player wants to be reminded of the daily, and what became of the last reminders."""

    player: int
    hour: int
    """0 to 23, of the zone."""
    zone: str
    """A name such as `Europe/Berlin`."""
    last_day: date | None
    """The UTC day whose reminder is done with, sent or not; None before the first one."""
    due_at: datetime
    taken_until: datetime | None
    """Until when the reminder that is due is claimed for sending; None if it is not."""
    chat: int | None
    """The channel of their direct messages; None before the first reminder."""
    unanswered: int
    """How many were sent in a row without a game begun after them."""
    last_game: int | None
    """The id of their newest game when the last one was sent; None if there was none."""
    stopped: str | None
    """Why they no longer come, as `Stopped` has it; None if they do."""
    locale: str | None
    """The language of their Discord when they asked for it, such as `es-419`; None if that is unknown."""
    once: bool
    """Whether it comes once, when it is due, rather than every day."""

    @property
    def comes(self) -> bool:
        """Whether it still comes."""
        return self.stopped is None

    @property
    def is_daily(self) -> bool:
        """Whether it comes every day."""
        return self.comes and not self.once


_THIS = reminders.c.player == bindparam("key")
_DROP = delete(reminders).where(_THIS)
_BEGIN_ANEW = {"taken_until": None, "unanswered": 0, "last_game": None, "stopped": None, "once": False}
"""What no longer holds once its player has chosen again."""
_NEWEST_GAME = select(func.max(games.c.id)).where(games.c.owner == bindparam("key"))


class Reminders:
    """The table of reminders."""

    def __init__(self, database: Database) -> None:
        self._database = database
        wanted = reminders.c.stopped.is_(None)
        self._schedule = Schedule(database, Reminder, reminders.c.player, [], wanted, hour_of_day)
        self.due, self.take, self.wait = self._schedule.due, self._schedule.take, self._schedule.wait

    async def get(self, player: int) -> Reminder | None:
        """Return when a player wants to be reminded, or None if they do not."""
        async with self._database.statement() as connection:
            return await self._schedule.find(connection, player)

    async def put(self, player: int, hour: int, zone: str, locale: str | None = None) -> None:
        """Remind a player at another hour, or again; a day still gets only one reminder."""
        async with self._database.transaction() as connection:
            await take_turns(connection, player)
            before = await self._schedule.find(connection, player)
            chosen = {
                "hour": hour,
                "zone": zone,
                "due_at": self._schedule.next(hour, zone, before and before.last_day),
                "locale": locale,
            }
            await put_row(connection, reminders, player, chosen | _BEGIN_ANEW, {})

    async def put_once(self, player: int, due_at: datetime, locale: str | None = None) -> Reminder:
        """Remind a player once, at a moment, unless a reminder comes already; return what comes."""
        async with self._database.transaction() as connection:
            await take_turns(connection, player)
            before = await self._schedule.find(connection, player)
            if before is not None and before.comes:
                return before
            asked = {"hour": due_at.hour, "zone": "UTC", "due_at": due_at, "locale": locale}
            await put_row(connection, reminders, player, asked | _BEGIN_ANEW | {"once": True}, {})
            found = await self._schedule.find(connection, player)
        assert found is not None  # noqa: S101  for the type checker: it was put there just now
        return found

    async def drop(self, player: int) -> None:
        """Remind a player no more."""
        await self._database.execute(_DROP, {"key": player})

    async def newest_game(self, player: int) -> int | None:
        """Return the id of the game that a player has begun last; None if there is none."""
        found: int | None = (await self._database.execute(_NEWEST_GAME, {"key": player})).scalar_one()
        return found

    async def done(self, reminder: Reminder, day: date, **become: Any) -> None:
        """Mark the reminder of a day as done with, sent or not; `become` says what else has changed.

        One that comes once is over then, unless it says why it has stopped.
        """
        async with self._database.transaction() as connection:
            await take_turns(connection, reminder.player)
            now = await self._schedule.find(connection, reminder.player)
            if now is None:
                return
            if now.once and "stopped" not in become:
                await connection.execute(_DROP, {"key": reminder.player})
                return
            values = {
                "last_day": day,
                "due_at": self._schedule.next(now.hour, now.zone, day),
                "taken_until": None,
                **become,
            }
            await connection.execute(update(reminders).where(_THIS).values(values), {"key": reminder.player})
