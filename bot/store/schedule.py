"""What comes once a day at an hour of a zone: when it is due, and which of several processes does it.

A table of such things has the columns `hour`, `zone`, `due_at` and `taken_until`, and one with the last day
that is done with. Until `taken_until`, what is due is claimed, or put off.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Generic, Protocol, TypeVar

from sqlalchemy import BindParameter, Column, ColumnElement, bindparam, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Database

_A_PAGE = 500  # rows


class _Daily(Protocol):
    """What comes at an hour of each day, as it was read."""

    @property
    def hour(self) -> int: ...
    @property
    def zone(self) -> str: ...


Planned = TypeVar("Planned", bound=_Daily)


class Schedule(Generic[Planned]):
    """What of a table is due, and who does it."""

    def __init__(
        self,
        database: Database,
        shape: type[Planned],
        key: Column[Any],
        chosen: Sequence[str],
        wanted: ColumnElement[bool],
        due_on: Callable[[date, int, str], datetime],
    ) -> None:
        """Ask a table by its key for what is `wanted`, as a named tuple, which comes on a day at `due_on`.

        A process that saw a row as it was before a change of what is `chosen` does not get it.
        """
        table, self._database, self._shape, self._due_on = key.table, database, shape, due_on
        self._key, self._seen = key.name, (*chosen, "hour", "zone", "due_at", "taken_until")
        this = key == bindparam("key")
        now: BindParameter[datetime] = bindparam("now")
        until = table.c.taken_until
        self._one = select(table).where(this)
        self._due = (
            select(table)
            .where(
                table.c.due_at <= now,
                or_(until.is_(None), until <= now),
                key > bindparam("after"),
                wanted,
            )
            .order_by(key)
            .limit(bindparam("most"))
        )
        seen = (table.c[name].is_not_distinct_from(bindparam(f"seen_{name}")) for name in self._seen)
        self._wait = update(table).where(this).values(taken_until=bindparam("until"))
        self._take = self._wait.where(*seen)

    async def find(self, connection: AsyncConnection, key: int) -> Planned | None:
        """Return what a row plans; None if there is none."""
        row = (await connection.execute(self._one, {"key": key})).one_or_none()
        return None if row is None else self._shape(*row)

    async def due(self, **asked: object) -> AsyncIterator[Planned]:
        """Yield what is due and unclaimed, in the order of the keys; nothing while the day is in doubt."""
        if not self._database.is_day_certain():
            return
        after = -1
        while rows := await self._due_after(after, asked):
            for row in rows:
                yield self._shape(*row)
            after = getattr(rows[-1], self._key)

    async def _due_after(self, key: int, asked: Mapping[str, object]) -> Sequence[Any]:
        which = {"now": self._database.now(), "after": key, "most": _A_PAGE, **asked}
        return (await self._database.execute(self._due, which)).all()

    async def take(self, row: Planned, until: datetime) -> bool:
        """Claim what is due, until a moment; of several callers, only one gets True."""
        seen = {f"seen_{name}": getattr(row, name) for name in self._seen}
        asked = {"key": getattr(row, self._key), "until": until, **seen}
        return (await self._database.execute(self._take, asked)).rowcount == 1

    async def wait(self, key: int, until: datetime) -> None:
        """Put off what is due: nobody may do it before `until`."""
        await self._database.execute(self._wait, {"key": key, "until": until})

    def next(self, hour: int, zone: str, done: date | None) -> datetime:
        """Return the next moment at which something comes, on a day that is not done with."""
        now = self._database.now()
        day = now.date()
        if done is not None and day <= done:
            day = done + timedelta(1)
        while (first := self._due_on(day, hour, zone)) <= now:
            day += timedelta(1)
        return first
