"""Servers: their digests, their languages, and what becomes of those that the bot has left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    exists,
    false,
    func,
    insert,
    select,
    true,
    union,
    update,
)

from bot.engine.daily import ends_at
from bot.store.clock import MISLED
from bot.store.database import MANY, Database, put_row, take_turns
from bot.store.migrate import knows_all
from bot.store.ranks import EVERYWHERE, last_result, reset_some
from bot.store.results import RESIGNED
from bot.store.saved_game import Kind
from bot.store.schedule import Schedule, hour_of_day
from bot.store.tables import (
    STALE,
    bests,
    hidden_players,
    left_servers,
    racers,
    races,
    ratings,
    results,
    server_languages,
    servers,
)


class Server(NamedTuple):
    """Where and when a server wants its digest."""

    guild: int
    channel: int
    hour: int
    """0 to 23, of the zone."""
    zone: str
    """A name such as `Europe/Berlin`."""
    last_digest: date | None
    """The UTC day whose digest is done with, posted or not; None before the first one."""
    due_at: datetime
    taken_until: datetime | None
    """Until when the digest that is due is claimed for posting, or put off; None if it is neither."""
    refused: int
    """How often in a row Discord refused to post it."""
    manager: int | None
    """Who set it up, unless that person's data was deleted."""
    message: int | None
    """The last digest as posted; None if there is none, or it can no longer be edited."""
    stale: bool
    """Whether that no longer tells what it would now."""


_THIS = servers.c.guild == bindparam("key")
_STALE = select(servers.c.guild).where(STALE)
_TOUCH = update(servers).where(_THIS, servers.c.message.is_not(None)).values(stale=true())
_FRESHEN = update(servers).where(_THIS, STALE).values(stale=false())
_SPEAKS = server_languages.c.guild == bindparam("key")
_LANGUAGE = select(server_languages.c.language).where(_SPEAKS)
_UNCHOOSE = delete(server_languages).where(_SPEAKS)
_LOSE = update(servers).where(_THIS, servers.c.message == bindparam("lost")).values(message=None)


class Servers:
    """The table of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        wanted = servers.c.refused < bindparam("refusals")
        key, last = servers.c.guild, servers.c.last_digest
        self._schedule = Schedule(database, Server, key, last, ["channel"], wanted, digest_due)
        self.take, self.wait = self._schedule.take, self._schedule.wait

    async def get(self, guild: int) -> Server | None:
        """Return what a server has chosen, or None if it wants no digest."""
        async with self._database.statement() as connection:
            return await self._schedule.find(connection, guild)

    async def put(self, guild: int, channel: int, hour: int, manager: int, zone: str = "UTC") -> None:
        """Save what a server has chosen, replacing any older choice; a day still gets only one digest."""
        chosen: dict[str, object] = {
            "channel": channel,
            "hour": hour,
            "zone": zone,
            "manager": manager,
            "refused": 0,
        }
        async with self._database.transaction() as connection:
            await take_turns(connection, guild)
            before = await self._schedule.find(connection, guild)
            chosen["due_at"] = self._schedule.next(hour, zone, before and before.last_digest)
            if before is None or before.channel != channel:
                chosen["message"] = None  # it stays where it is, as it is
            if before is None:
                await connection.execute(delete(servers).where(_THIS), {"key": guild})  # if it is unreadable
            await put_row(connection, servers, guild, chosen, {})

    async def drop(self, guild: int) -> None:
        """Forget what a server has chosen."""
        await self._database.execute(delete(servers).where(_THIS), {"key": guild})

    def due(self, refusals: int) -> AsyncIterator[Server]:
        """Yield the servers whose digest is due and unclaimed, unless it was refused so often in a row."""
        return self._schedule.due(refusals=refusals)

    async def touch(self, guild: int) -> None:
        """Note that the last digest of a server, if it can be edited, no longer tells what it would now."""
        await self._database.execute(_TOUCH, {"key": guild})

    async def stale(self) -> list[int]:
        """Return the servers of which that has been noted."""
        return [*(await self._database.execute(_STALE)).scalars()]

    async def freshen(self, guild: int) -> bool:
        """Take the note back, for the caller to edit the digest; of several callers, only one gets True."""
        return (await self._database.execute(_FRESHEN, {"key": guild})).rowcount == 1

    async def lose(self, guild: int, message: int) -> None:
        """Forget the message of the last digest, which can no longer be edited."""
        await self._database.execute(_LOSE, {"key": guild, "lost": message})

    async def done(self, guild: int, day: date, message: int | None = None, *, refused: bool = False) -> None:
        """Mark the digest that was due on a day as done, with the message that it is in, to be completed.

        None is no message: nothing was to be told, or, if it was `refused`, Discord did not let it be told.
        """
        async with self._database.transaction() as connection:
            await take_turns(connection, guild)
            server = await self._schedule.find(connection, guild)
            if server is None:
                return  # it was switched off in the meantime
            later = server.due_at.date() > day
            values = {
                "last_digest": day,
                "due_at": server.due_at if later else self._schedule.next(server.hour, server.zone, day),
                "taken_until": None,
                "message": message,
                "stale": message is not None,
                "refused": server.refused + 1 if refused else 0,
            }
            await connection.execute(update(servers).where(_THIS).values(values), {"key": guild})

    async def language(self, guild: int) -> str:
        """Return the language that a server has chosen, by the name of its catalogue; "" if none."""
        found = (await self._database.execute(_LANGUAGE, {"key": guild})).scalar()
        return found if isinstance(found, str) else ""

    async def choose_language(self, guild: int, language: str) -> None:
        """Save the language that a server has chosen; "" takes the choice back."""
        async with self._database.transaction() as connection:
            await take_turns(connection, guild)
            if language:
                await put_row(connection, server_languages, guild, {"language": language}, {})
            else:
                await connection.execute(_UNCHOOSE, {"key": guild})

    async def days_played(self, guild: int, before: date, most: int, *, players: int) -> dict[date, set[str]]:
        """Return the `most` latest days before another one on which anybody in a server finished a daily.

        Each has the ids of so many of those who did, or of all if there are fewer; the latest comes first.
        """
        asked = {"guild": guild, "before": before, "most": most, "players": players}
        found = await self._database.execute(_DAYS, asked)
        return {day: {*who.split()} for day, who in found if isinstance(day, date) and isinstance(who, str)}


def digest_due(day: date, hour: int, zone: str) -> datetime:
    """Return when a day's digest is due: at its hour, but not before the last dailies are over."""
    return max(hour_of_day(day, hour, zone), ends_at(day - timedelta(1)))


_FINISHED = and_(
    results.c.guild == bindparam("guild"),
    results.c.kind == Kind.DAILY.value,
    results.c.outcome != RESIGNED,
)


def _latest(before: ColumnElement[bool]) -> ScalarSelect[date]:
    latest = select(results.c.day).where(_FINISHED, before).order_by(results.c.day.desc())
    return latest.limit(1).scalar_subquery()


# Each day is looked up in the index from the one after it: a server may have any number of results a day.
_FOUND = select(_latest(results.c.day < bindparam("before")).label("day")).cte("days_played", recursive=True)
_DAY_BEFORE = _FOUND.alias()
_FOUND = _FOUND.union_all(
    select(_latest(results.c.day < _DAY_BEFORE.c.day)).where(_DAY_BEFORE.c.day.is_not(None))
)
_PLAYED = select(_FOUND.c.day).limit(bindparam("most")).subquery()
# The first ones who are found will do: there may be any number of them.
_FINISHERS = (
    select(results.c.player)
    .where(_FINISHED, results.c.day == _PLAYED.c.day)
    .distinct()
    .limit(bindparam("players"))
    .correlate(_PLAYED)
    .subquery()
)
_WHO = select(func.aggregate_strings(cast(_FINISHERS.c.player, Text), " ")).scalar_subquery()
_DAYS = select(_PLAYED.c.day, _WHO).order_by(_PLAYED.c.day.desc())


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
    delete(server_languages).where(_SPEAKS),
    delete(bests).where(bests.c.guild == bindparam("key")),
    delete(ratings).where(ratings.c.guild == bindparam("key")),
)
# Each is looked up in the index from the previous one: a server may have any number of results.
_WITH_RESULTS = select(func.min(results.c.guild).label("guild")).cte("with_results", recursive=True)
_BEFORE = _WITH_RESULTS.alias()
_NEXT = select(func.min(results.c.guild)).where(results.c.guild > _BEFORE.c.guild).scalar_subquery()
_WITH_RESULTS = _WITH_RESULTS.union_all(select(_NEXT).where(_BEFORE.c.guild.is_not(None)))
_OF_SERVERS = (servers, server_languages, races, hidden_players, ratings, _WITH_RESULTS)
_ALL = union(*(select(table.c.guild) for table in _OF_SERVERS))


_KEPT = timedelta(days=7) + MISLED
"""How long a server keeps its races and leaderboards after the bot has left and the last game there is over.

The bot may have been removed by mistake, and whoever has added it as an app can play there without it. It is
a week even if the clock is ahead.
"""


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
            await connection.execute(delete(servers).where(servers.c.guild == guild))
            await connection.execute(_UNCHOOSE, {"key": guild})
            await connection.execute(delete(left_servers).where(_LEFT), {"key": guild})
            await connection.execute(insert(left_servers), {"guild": guild, "left_at": self._database.now()})

    async def returned(self, guild: int) -> None:
        """Record that the bot is in a server after all."""
        await self._database.execute(delete(left_servers).where(_LEFT), {"key": guild})

    async def long_gone(self) -> list[int]:
        """Return the servers that the bot left ten days ago, and in which nobody has ended a game since."""
        found = await self._database.execute(_LONG_GONE, {"before": self._database.now() - _KEPT})
        return [guild for guild in found.scalars() if isinstance(guild, int)]

    async def servers(self) -> set[int]:
        """Return every server that any data belongs to, except those that the bot has left."""
        found = set((await self._database.execute(_ALL)).scalars())
        left = set((await self._database.execute(select(left_servers.c.guild))).scalars())
        return {guild for guild in found - left if isinstance(guild, int) and guild != EVERYWHERE}

    async def forget(self, guild: int) -> bool:
        """Delete what belongs to a server alone, if the bot left it ten days ago; return whether it did.

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
