"""The queries on servers: where and when they want their digest, and on which days somebody played there."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, bindparam, delete, insert, or_, select, update

from bot.store.connections.database import take_turns
from bot.store.queries.results import RESIGNED
from bot.store.saved_game import Kind
from bot.store.tables import results, servers

if TYPE_CHECKING:
    from datetime import date

    from sqlalchemy import ColumnElement, ScalarSelect
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.store.connections.database import Database


class Server(NamedTuple):
    """Where and when a server wants its digest."""

    guild: int
    channel: int
    hour: int
    """0 to 23, of UTC."""
    last_digest: date | None
    """The UTC day whose digest is done with, posted or not; None before the first one."""
    due_at: datetime
    taken_until: datetime | None
    """Until when the digest that is due is claimed for posting, or put off; None if it is neither."""
    refused: int
    """How often in a row Discord refused to post it."""
    manager: int | None
    """Who set it up, unless that person's data was deleted."""


_THIS = servers.c.guild == bindparam("key")
_ONE = select(servers).where(_THIS)
_DUE = (
    select(servers)
    .where(
        servers.c.due_at <= bindparam("now"),
        or_(servers.c.taken_until.is_(None), servers.c.taken_until <= bindparam("now")),
        servers.c.refused < bindparam("refusals"),
        servers.c.guild > bindparam("after"),
    )
    .order_by(servers.c.guild)
    .limit(bindparam("most"))
)
_TAKE = (
    update(servers)
    # A process that saw the server as it was before a change must not post to the old place.
    .where(
        _THIS,
        *(servers.c[name] == bindparam(f"seen_{name}") for name in ("channel", "hour", "due_at")),
        servers.c.taken_until.is_not_distinct_from(bindparam("seen_taken_until")),
    )
    .values(taken_until=bindparam("until"))
)
_WAIT = update(servers).where(_THIS).values(taken_until=bindparam("until"))


class Servers:
    """The table of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, guild: int) -> Server | None:
        """Return what a server has chosen, or None if it wants no digest."""
        async with self._database.statement() as connection:
            return await _find(connection, guild)

    async def put(self, guild: int, channel: int, hour: int, manager: int) -> None:
        """Save what a server has chosen, replacing any older choice; a day still gets only one digest."""
        chosen: dict[str, object] = {"channel": channel, "hour": hour, "manager": manager, "refused": 0}
        async with self._database.transaction() as connection:
            await take_turns(connection, guild)
            before = await _find(connection, guild)
            chosen["due_at"] = _next(hour, self._database.now(), before and before.last_digest)
            if before is None:
                await connection.execute(insert(servers), {"guild": guild, **chosen})
            else:
                await connection.execute(update(servers).where(_THIS).values(chosen), {"key": guild})

    async def drop(self, guild: int) -> None:
        """Forget what a server has chosen."""
        await self._database.execute(delete(servers).where(_THIS), {"key": guild})

    async def due(self, refusals: int, after: int, most: int) -> list[Server]:
        """Return servers whose digest is due and unclaimed, with ids above `after`, in their order.

        Those that have refused it `refusals` times in a row are left out.
        """
        which = {"now": self._database.now(), "refusals": refusals, "after": after, "most": most}
        return [Server(*row) for row in await self._database.execute(_DUE, which)]

    async def take(self, server: Server, until: datetime) -> bool:
        """Claim the digest that is due, until a moment; of several callers, only one gets True."""
        seen = {
            f"seen_{name}": getattr(server, name) for name in ("channel", "hour", "due_at", "taken_until")
        }
        taken = await self._database.execute(_TAKE, {"key": server.guild, "until": until, **seen})
        return taken.rowcount == 1

    async def wait(self, guild: int, until: datetime) -> None:
        """Put off the digest that is due: nobody may post it before `until`."""
        await self._database.execute(_WAIT, {"key": guild, "until": until})

    async def done(self, guild: int, day: date, *, refused: bool = False) -> None:
        """Mark the digest that was due on a day as done; `refused` says that Discord refused it."""
        async with self._database.transaction() as connection:
            await take_turns(connection, guild)
            server = await _find(connection, guild)
            if server is None:
                return  # it was switched off in the meantime
            later = server.due_at.date() > day
            values = {
                "last_digest": day,
                "due_at": server.due_at if later else _next(server.hour, self._database.now(), day),
                "taken_until": None,
                "refused": server.refused + 1 if refused else 0,
            }
            await connection.execute(update(servers).where(_THIS).values(values), {"key": guild})

    async def days_played(self, guild: int, last: date, most: int) -> list[date]:
        """Return the days up to `last` on which somebody in a server finished a daily.

        The latest comes first; at most `most` of them.
        """
        found = await self._database.execute(_DAYS, {"guild": guild, "last": last, "most": most})
        return [day for day in found.scalars() if day is not None]


async def _find(connection: AsyncConnection, guild: int) -> Server | None:
    row = (await connection.execute(_ONE, {"key": guild})).one_or_none()
    return None if row is None else Server(*row)


def _next(hour: int, now: datetime, done: date | None) -> datetime:
    """Return the next moment at which an hour begins, on a day that is not done with."""
    first = datetime.combine(now.date(), time(hour), UTC)
    while first <= now or (done is not None and first.date() <= done):
        first += timedelta(1)
    return first


def _latest(before: ColumnElement[bool]) -> ScalarSelect[date]:
    finished = and_(
        results.c.guild == bindparam("guild"),
        results.c.kind == Kind.DAILY.value,
        results.c.outcome != RESIGNED,
        before,
    )
    return select(results.c.day).where(finished).order_by(results.c.day.desc()).limit(1).scalar_subquery()


# Each day is looked up in the index from the one after it: a server may have any number of results a day.
_FOUND = select(_latest(results.c.day <= bindparam("last")).label("day")).cte("days_played", recursive=True)
_BEFORE = _FOUND.alias()
_FOUND = _FOUND.union_all(select(_latest(results.c.day < _BEFORE.c.day)).where(_BEFORE.c.day.is_not(None)))
_DAYS = select(_FOUND.c.day).limit(bindparam("most"))
