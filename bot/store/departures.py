"""Servers that the bot has left, and how all that is kept about one is forgotten in time."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import and_, bindparam, delete, exists, func, insert, select, union

from bot.store.database import MANY, Database, take_turns
from bot.store.migrate import knows_all
from bot.store.ranks import EVERYWHERE, last_result, reset_some
from bot.store.tables import (
    bests,
    challenges,
    hidden_players,
    left_servers,
    parlour_moves,
    parlours,
    quiet_races,
    racers,
    races,
    ratings,
    results,
    server_languages,
    servers,
)

_KEPT = timedelta(days=7)
"""How long a server keeps races, parlour and leaderboards after the bot has left and its last game is over.

The bot may have been removed by mistake, and people who have added it as an app can play on there.
"""
_LEFT = left_servers.c.guild == bindparam("key")
# People who have added the bot as an app can play where the bot itself never was, or is no more.
_STILL_PLAYED = exists().where(
    results.c.guild == left_servers.c.guild, results.c.ended_at > bindparam("before")
)
_GONE = and_(left_servers.c.left_at <= bindparam("before"), ~_STILL_PLAYED)
_LONG_GONE = select(left_servers.c.guild).where(_GONE)
_IS_GONE = select(left_servers.c.guild).where(_LEFT, _GONE)
_RACES = select(races.c.id).where(races.c.guild == bindparam("key"))
_PARLOURS = select(parlours.c.id).where(parlours.c.guild == bindparam("key"))
_FORGET_SETTINGS = (
    delete(servers).where(servers.c.guild == bindparam("key")),
    delete(server_languages).where(server_languages.c.guild == bindparam("key")),
    delete(quiet_races).where(quiet_races.c.guild == bindparam("key")),
)
# Rows go before those that they refer to.
_FORGET = (
    delete(left_servers).where(_LEFT),
    delete(racers).where(racers.c.race.in_(_RACES)),
    delete(races).where(races.c.guild == bindparam("key")),
    delete(parlour_moves).where(parlour_moves.c.parlour.in_(_PARLOURS)),
    delete(parlours).where(parlours.c.guild == bindparam("key")),
    delete(challenges).where(challenges.c.guild == bindparam("key")),
    delete(hidden_players).where(hidden_players.c.guild == bindparam("key")),
    *_FORGET_SETTINGS,
    delete(bests).where(bests.c.guild == bindparam("key")),
    delete(ratings).where(ratings.c.guild == bindparam("key")),
)
# Each is looked up in the index from the previous one: a server may have any number of results.
_WITH_RESULTS = select(func.min(results.c.guild).label("guild")).cte("with_results", recursive=True)
_BEFORE = _WITH_RESULTS.alias()
_NEXT = select(func.min(results.c.guild)).where(results.c.guild > _BEFORE.c.guild).scalar_subquery()
_WITH_RESULTS = _WITH_RESULTS.union_all(select(_NEXT).where(_BEFORE.c.guild.is_not(None)))
_OF_SERVERS = (
    servers,
    server_languages,
    quiet_races,
    races,
    parlours,
    hidden_players,
    ratings,
    _WITH_RESULTS,
)
_ALL = union(*(select(table.c.guild) for table in _OF_SERVERS))


class Departures:
    """The table of servers that the bot has left, and what all other tables hold about a server."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def left(self, guild: int) -> None:
        """Record that the bot has left a server, whose settings are deleted at once.

        If it had left before, it has been back since: only the last time matters.
        """
        async with self._database.transaction() as connection:
            await take_turns(connection, guild)
            for query in _FORGET_SETTINGS:
                await connection.execute(query, {"key": guild})
            await connection.execute(delete(left_servers).where(_LEFT), {"key": guild})
            await connection.execute(insert(left_servers), {"guild": guild, "left_at": self._database.now()})

    async def returned(self, guild: int) -> None:
        """Record that the bot is in a server after all."""
        await self._database.execute(delete(left_servers).where(_LEFT), {"key": guild})

    async def long_gone(self) -> list[int]:
        """Return the servers that the bot left a week ago, and in which nobody has ended a game since.

        There are none while the day is in doubt.
        """
        if not self._database.is_day_certain():
            return []
        found = await self._database.execute(_LONG_GONE, {"before": self._database.now() - _KEPT})
        return [*found.scalars()]

    async def servers(self) -> set[int]:
        """Return every server that any data belongs to, except those that the bot has left."""
        found = set((await self._database.execute(_ALL)).scalars())
        left = set((await self._database.execute(select(left_servers.c.guild))).scalars())
        return {guild for guild in found - left if guild not in {None, EVERYWHERE}}

    async def forget(self, guild: int) -> bool:
        """Delete what belongs to a server alone, if the bot left it a week ago; return whether it did.

        While people still end games there, nothing is deleted, nor by a program older than the database.

        Results belong to their players, and stay with them. The leaderboards go first, some players at a
        time, then everything else at once and by one process: another one finds nothing to do, as it does
        if the bot is back in the server.
        """
        asked = {"key": guild, "before": self._database.now() - _KEPT}
        while True:
            async with self._database.transaction() as connection:
                await take_turns(connection, MANY)
                await take_turns(connection, guild)
                is_gone = (await connection.execute(_IS_GONE, asked)).first() is not None
                if not is_gone or not await knows_all(connection):
                    return False
                if await reset_some(connection, guild, None, await last_result(connection)):
                    continue
                for query in _FORGET:
                    await connection.execute(query, {"key": guild})
                return True
