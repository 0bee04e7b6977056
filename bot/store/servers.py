"""The queries on servers: where and when they want their digest, and on what days somebody there played."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, bindparam, delete, insert, or_, select, update

from bot.store.database import take_turns
from bot.store.results import RESIGNED
from bot.store.saved_game import Kind
from bot.store.tables import results, servers

if TYPE_CHECKING:
    from datetime import date

    from sqlalchemy import ColumnElement, ScalarSelect
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.store.database import Database


class Server(NamedTuple):
    """Where and when a server wants its digest."""

    guild: int
    channel: int
    hour: int
    """0 to 23, of UTC."""
    last_digest: date | None
    """The day of UTC whose digest is done with, posted or not; None before the first one."""
    due_at: datetime
    taken_until: datetime | None
    """Until when somebody may be about to post what is due; None where nobody has begun to."""
    refused: int
    """How often in a row Discord did not let it be posted."""
    manager: int | None
    """Who has set it up, unless that person's data was deleted."""


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
    # Whoever has seen the server as it was before a change must not post where it was.
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
        """Return what a server has chosen, or None where it wants no digest."""
        async with self._database.statement() as connection:
            return await _find(connection, guild)

    async def put(self, guild: int, channel: int, hour: int, manager: int) -> None:
        """Keep what a server has chosen in place of an older choice; a day has one digest all the same."""
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
        async with self._database.statement() as connection:
            await connection.execute(delete(servers).where(_THIS), {"key": guild})

    async def due(self, refusals: int, after: int, most: int) -> list[Server]:
        """Return servers whose digest is due and nobody's to post, in the order of their ids behind one.

        Those that have refused it so often in a row are left out.
        """
        which = {"now": self._database.now(), "refusals": refusals, "after": after, "most": most}
        async with self._database.statement() as connection:
            return [Server(*row) for row in await connection.execute(_DUE, which)]

    async def take(self, server: Server, until: datetime) -> bool:
        """Whether what is due is the caller's to post until then: of several who ask, one hears yes."""
        seen = {
            f"seen_{name}": getattr(server, name) for name in ("channel", "hour", "due_at", "taken_until")
        }
        async with self._database.statement() as connection:
            taken = await connection.execute(_TAKE, {"key": server.guild, "until": until, **seen})
            return taken.rowcount == 1

    async def wait(self, guild: int, until: datetime) -> None:
        """Leave what is due to nobody until then."""
        async with self._database.statement() as connection:
            await connection.execute(_WAIT, {"key": guild, "until": until})

    async def done(self, guild: int, day: date, *, refused: bool = False) -> None:
        """Be done with the digest that was due on a day; `refused` says that Discord did not let it in."""
        async with self._database.transaction() as connection:
            await take_turns(connection, guild)
            server = await _find(connection, guild)
            if server is None:
                return  # it was switched off meanwhile
            later = server.due_at.date() > day
            values = {
                "last_digest": day,
                "due_at": server.due_at if later else _next(server.hour, self._database.now(), day),
                "taken_until": None,
                "refused": server.refused + 1 if refused else 0,
            }
            await connection.execute(update(servers).where(_THIS).values(values), {"key": guild})

    async def days_played(self, guild: int, last: date, most: int) -> list[date]:
        """Return the days up to `last` on which somebody of a server finished a daily.

        The latest comes first; at most so many.
        """
        async with self._database.statement() as connection:
            found = await connection.execute(_DAYS, {"guild": guild, "last": last, "most": most})
            return [day for day in found.scalars() if day is not None]


async def _find(connection: AsyncConnection, guild: int) -> Server | None:
    row = (await connection.execute(_ONE, {"key": guild})).one_or_none()
    return None if row is None else Server(*row)


def _next(hour: int, now: datetime, done: date | None) -> datetime:
    """Return the next moment at which an hour begins, of a day that is not done with."""
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


# Each day is looked up in the index from the one behind it: a server may have any number of results a day.
_FOUND = select(_latest(results.c.day <= bindparam("last")).label("day")).cte("days_played", recursive=True)
_BEFORE = _FOUND.alias()
_FOUND = _FOUND.union_all(select(_latest(results.c.day < _BEFORE.c.day)).where(_BEFORE.c.day.is_not(None)))
_DAYS = select(_FOUND.c.day).limit(bindparam("most"))
