"""The queries on servers that the bot has left, whose data is deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import and_, bindparam, delete, exists, func, insert, select, union

from bot.store.connections.database import MANY, take_turns
from bot.store.queries.ranks import EVERYWHERE
from bot.store.queries.resets import last_result, reset_some
from bot.store.tables import bests, hidden_players, left_servers, racers, races, results, servers

if TYPE_CHECKING:
    from datetime import datetime

    from bot.store.connections.database import Database

_LEFT = left_servers.c.guild == bindparam("key")
# Whoever has added the bot as an app can play where the bot itself never was, or is no more.
_STILL_PLAYED = exists().where(
    results.c.guild == left_servers.c.guild, results.c.ended_at > bindparam("before")
)
_GONE = and_(left_servers.c.left_at <= bindparam("before"), ~_STILL_PLAYED)
_LONG_GONE = select(left_servers.c.guild).where(_GONE)
_IS_GONE = select(left_servers.c.guild).where(_LEFT, _GONE)
_RACES = select(races.c.id).where(races.c.guild == bindparam("key"))
# Rows go before those that they refer to.
_FORGET = (
    delete(left_servers).where(_LEFT),
    delete(racers).where(racers.c.race.in_(_RACES)),
    delete(races).where(races.c.guild == bindparam("key")),
    delete(hidden_players).where(hidden_players.c.guild == bindparam("key")),
    delete(servers).where(servers.c.guild == bindparam("key")),
    delete(bests).where(bests.c.guild == bindparam("key")),
)
# Each is looked up in the index from the previous one: a server may have any number of results.
_WITH_RESULTS = select(func.min(results.c.guild).label("guild")).cte("with_results", recursive=True)
_BEFORE = _WITH_RESULTS.alias()
_NEXT = select(func.min(results.c.guild)).where(results.c.guild > _BEFORE.c.guild).scalar_subquery()
_WITH_RESULTS = _WITH_RESULTS.union_all(select(_NEXT).where(_BEFORE.c.guild.is_not(None)))
_ALL = union(*(select(table.c.guild) for table in (servers, races, hidden_players, _WITH_RESULTS)))


class Departures:
    """The table of servers that the bot has left, and what all other tables hold about a server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, guild: int) -> None:
        """Record that the bot has left a server, whose settings are deleted at once.

        If it had left before, it has been back since: only the last time matters.
        """
        async with self._database.transaction() as connection:
            await take_turns(connection, guild)
            await connection.execute(delete(servers).where(servers.c.guild == guild))
            await connection.execute(delete(left_servers).where(_LEFT), {"key": guild})
            await connection.execute(insert(left_servers), {"guild": guild, "left_at": self._database.now()})

    async def drop(self, guild: int) -> None:
        """Record that the bot is in a server after all."""
        await self._database.execute(delete(left_servers).where(_LEFT), {"key": guild})

    async def before(self, moment: datetime) -> list[int]:
        """Return the servers that the bot left by a moment, and in which nobody has ended a game since."""
        found = await self._database.execute(_LONG_GONE, {"before": moment})
        return list(found.scalars())

    async def servers(self) -> set[int]:
        """Return every server that any data belongs to, except those that the bot has left."""
        found = set((await self._database.execute(_ALL)).scalars())
        left = set((await self._database.execute(select(left_servers.c.guild))).scalars())
        return found - left - {EVERYWHERE, None}

    async def forget(self, guild: int, before: datetime) -> bool:
        """Delete what belongs to a server alone, if the bot left it by then; return whether it did.

        While people still end games there, nothing is deleted.

        Results belong to their players, and stay with them. The leaderboards go first, some players at a
        time, then everything else at once and by one process: another one finds nothing to do, as it does
        if the bot is back in the server.
        """
        asked = {"key": guild, "before": before}
        while True:
            async with self._database.transaction() as connection:
                await take_turns(connection, MANY)
                await take_turns(connection, guild)
                if (await connection.execute(_IS_GONE, asked)).first() is None:
                    return False
                if await reset_some(connection, guild, None, await last_result(connection)):
                    continue
                for query in _FORGET:
                    await connection.execute(query, {"key": guild})
                return True
