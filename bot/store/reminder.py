"""Reminders of the daily: who wants one, at which hour, and how many went unanswered."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Database, put_row, take_turns
from bot.store.schedule import Schedule, at_an_hour, hour_of_day, next_due
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


_THIS = reminders.c.player == bindparam("key")
_ONE = select(reminders).where(_THIS)
_DROP = delete(reminders).where(_THIS)
_BEGIN_ANEW = {"taken_until": None, "unanswered": 0, "last_game": None, "stopped": None}
"""What no longer holds once its player has chosen again."""
_NEWEST_GAME = select(func.max(games.c.id)).where(games.c.owner == bindparam("key"))


class Reminders:
    """The table of reminders."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._schedule = Schedule(
            database, reminders.c.player, reminders.c.last_day, [], reminders.c.stopped.is_(None)
        )
        self.take = self._schedule.take

    async def get(self, player: int) -> Reminder | None:
        """Return when a player wants to be reminded, or None if they do not."""
        async with self._database.statement() as connection:
            return await self._find(connection, player)

    async def put(self, player: int, hour: int, zone: str, locale: str | None = None) -> None:
        """Remind a player at another hour, or again; a day still gets only one reminder."""
        async with self._database.transaction() as connection:
            await take_turns(connection, player)
            before = await self._find(connection, player)
            chosen = {
                "hour": hour,
                "zone": zone,
                "due_at": _next(hour, zone, self._database.now(), before and before.last_day),
                "locale": locale,
            }
            if before is None:
                await connection.execute(_DROP, {"key": player})  # if it is unreadable
            await put_row(connection, reminders, player, chosen | _BEGIN_ANEW, {})

    async def drop(self, player: int) -> None:
        """Remind a player no more."""
        await self._database.execute(_DROP, {"key": player})

    async def due(self, after: int, most: int) -> list[Reminder]:
        """Return reminders that are due and unclaimed, of players with ids above `after`, in their order."""
        return await self._schedule.due(self._read, after, most)

    async def take_up(self) -> None:
        """Have reminders come again at their hour that a clock which was days ahead has put off."""
        now = self._database.now()
        for each in self._read(await self._schedule.put_off()):
            await self._schedule.take_up(each.player, _next(each.hour, each.zone, now, None))

    async def newest_game(self, player: int) -> int | None:
        """Return the id of the game that a player has begun last; None if there is none."""
        found: int | None = (await self._database.execute(_NEWEST_GAME, {"key": player})).scalar_one()
        return found

    async def done(self, reminder: Reminder, day: date, **become: Any) -> None:
        """Mark the reminder of a day as done with, sent or not; `become` says what else has changed."""
        async with self._database.transaction() as connection:
            await take_turns(connection, reminder.player)
            now = await self._find(connection, reminder.player)
            if now is None:
                return
            values = {
                "last_day": day,
                "due_at": _next(now.hour, now.zone, self._database.now(), day),
                "taken_until": None,
                **become,
            }
            await connection.execute(update(reminders).where(_THIS).values(values), {"key": reminder.player})

    async def _find(self, connection: AsyncConnection, player: int) -> Reminder | None:
        return next(iter(self._read(await connection.execute(_ONE, {"key": player}))), None)

    def _read(self, rows: Iterable[Sequence[Any]]) -> list[Reminder]:
        return at_an_hour(self._database, self._database.fitting(Reminder, rows))


def _next(hour: int, zone: str, now: datetime, done: date | None) -> datetime:
    """Return when the next reminder is due, on a day that is not done with."""
    return next_due(partial(hour_of_day, hour=hour, zone=zone), now, done)
