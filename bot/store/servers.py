"""The queries on servers: where and when they want their digest, and on what days somebody there played."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import and_, bindparam, delete, insert, or_, select, update

from bot.store.database import take_turns
from bot.store.results import RESIGNED
from bot.store.saved_game import Kind
from bot.store.tables import results, servers

if TYPE_CHECKING:
    from datetime import date

    from sqlalchemy import ColumnElement, ScalarSelect

    from bot.store.database import Database


class Server(NamedTuple):
    """Where and when a server wants its digest."""

    guild: int
    channel: int
    hour: int
    """0 to 23, of UTC."""
    last_digest: date | None
    """The day of UTC whose digest is done with, posted or not; None before the first one."""


_THIS = servers.c.guild == bindparam("key")
_ONE = select(servers).where(_THIS)
_OPEN = or_(servers.c.last_digest.is_(None), servers.c.last_digest < bindparam("day"))
_DUE = select(servers).where(servers.c.hour <= bindparam("now"), _OPEN).order_by(servers.c.guild)
_CLAIM = (
    update(servers)
    # Whoever has seen the server as it was before a change must not post where it was.
    .where(_THIS, servers.c.channel == bindparam("seen"), servers.c.hour == bindparam("at"), _OPEN)
    .values(last_digest=bindparam("day"))
)


class Servers:
    """The table of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, guild: int) -> Server | None:
        """Return what a server has chosen, or None where it wants no digest."""
        async with self._database.statement() as connection:
            row = (await connection.execute(_ONE, {"key": guild})).one_or_none()
            return None if row is None else Server(*row)

    async def put(self, guild: int, channel: int, hour: int, done: date | None) -> None:
        """Keep what a server has chosen in place of an older choice; `done` is a day to be done with, if any.

        Without one, the day stays that another process may be about to claim.
        """
        chosen = {"channel": channel, "hour": hour, **({} if done is None else {"last_digest": done})}
        async with self._database.transaction() as connection:
            await take_turns(connection, guild)
            changed = await connection.execute(update(servers).where(_THIS).values(chosen), {"key": guild})
            if changed.rowcount == 0:
                await connection.execute(insert(servers), {"guild": guild, **chosen})

    async def drop(self, guild: int) -> None:
        """Forget what a server has chosen."""
        async with self._database.statement() as connection:
            await connection.execute(delete(servers).where(_THIS), {"key": guild})

    async def due(self, day: date, hour: int) -> list[Server]:
        """Return the servers whose hour has come on a day that is not done with."""
        async with self._database.statement() as connection:
            rows = await connection.execute(_DUE, {"day": day, "now": hour})
            return [Server(*row) for row in rows]

    async def claim(self, server: Server, day: date) -> bool:
        """Whether the day is the caller's to do: of several who ask for a server, one hears yes."""
        seen = {"key": server.guild, "seen": server.channel, "at": server.hour, "day": day}
        async with self._database.statement() as connection:
            return (await connection.execute(_CLAIM, seen)).rowcount == 1

    async def days_played(self, guild: int, last: date, most: int) -> list[date]:
        """Return the days up to `last` on which somebody of a server finished a daily.

        The latest comes first; at most so many.
        """
        async with self._database.statement() as connection:
            found = await connection.execute(_DAYS, {"guild": guild, "last": last, "most": most})
            return [day for day in found.scalars() if day is not None]


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
