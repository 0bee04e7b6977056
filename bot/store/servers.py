"""Servers: when and where their digests come, their languages, and whether ends of races are posted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import date, datetime
from typing import NamedTuple

from sqlalchemy import bindparam, delete, false, insert, select, true, update

from bot.pure.days import digest_due
from bot.store.database import Database, put_row, take_turns
from bot.store.schedule import Schedule
from bot.store.tables import STALE, quiet_races, server_languages, servers


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
_IS_QUIET = select(quiet_races.c.guild).where(quiet_races.c.guild == bindparam("key"))
_UNQUIET = delete(quiet_races).where(quiet_races.c.guild == bindparam("key"))
_LOSE = update(servers).where(_THIS, servers.c.message == bindparam("lost")).values(message=None)


class Servers:
    """The table of servers."""

    def __init__(self, database: Database) -> None:
        self._database = database
        wanted = servers.c.refused < bindparam("refusals")
        self._schedule = Schedule(database, Server, servers.c.guild, ["channel"], wanted, digest_due)
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
        found: str | None = (await self._database.execute(_LANGUAGE, {"key": guild})).scalar()
        return found or ""

    async def choose_language(self, guild: int, language: str) -> None:
        """Save the language that a server has chosen; "" takes the choice back."""
        async with self._database.transaction() as connection:
            await take_turns(connection, guild)
            if language:
                await put_row(connection, server_languages, guild, {"language": language}, {})
            else:
                await connection.execute(_UNCHOOSE, {"key": guild})

    async def is_quiet(self, guild: int) -> bool:
        """Whether the end of a race makes no post in a server."""
        return (await self._database.execute(_IS_QUIET, {"key": guild})).first() is not None

    async def choose_quiet(self, guild: int, *, quiet: bool) -> None:
        """Save whether the end of a race makes no post in a server."""
        async with self._database.transaction() as connection:
            await take_turns(connection, guild)
            await connection.execute(_UNQUIET, {"key": guild})
            if quiet:
                await connection.execute(insert(quiet_races), {"guild": guild})
