"""The database that an address names, SQLite or PostgreSQL, as all that is above it uses it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

from sqlalchemy import CursorResult, Executable, Table, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.addresses import SQLITE, file_of, read_address
from bot.store.clock import Clock, DiscordTime, utc_now
from bot.store.errors import StoreClosed
from bot.store.files import OpenFile, prepare_file
from bot.store.postgres import Postgres
from bot.store.sqlite import Sqlite
from bot.store.troubles import Troubles

MANY = 0
"""Stands for many players' data: deletions of it lock rows in orders of their own, and would deadlock."""

_BUSY_SECONDS = 1.2
"""How long to wait for another program: a press has to be answered within three seconds."""


async def take_turns(connection: AsyncConnection, whose: int) -> None:
    """Serialise transactions on the data of one player, one server or MANY: wait, hold until the end.

    SQLite has one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(whose)))


async def take_part(connection: AsyncConnection) -> None:
    """Let no transaction on the data of MANY come in between: call this before any row is locked.

    Such transactions lock rows in an order of their own. Others don't wait for each other here.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock_shared(MANY)))


async def put_row(
    connection: AsyncConnection, table: Table, whose: int, chosen: Mapping[str, Any], usual: Mapping[str, Any]
) -> None:
    """Change only what is named in somebody's row; if there is none, insert it, `usual` filling it up.

    The rest stays: another process may just have changed it, and a newer one has columns of its own. Call
    this after `take_turns`.
    """
    (key,) = table.primary_key
    changed = await connection.execute(update(table).where(key == whose).values(**chosen))
    if not changed.rowcount:
        await connection.execute(insert(table), {key.key: whose, **usual, **chosen})


class Database:
    """One of the two databases; a statement outside of a transaction is its own transaction."""

    def __init__(self, url: str, now: Clock = utc_now) -> None:
        place = read_address(url)
        self.now = now
        self.discord_time = DiscordTime()
        self.file = file_of(url)
        """The SQLite file; None in memory, and with PostgreSQL."""
        self.name = place.render_as_string() if self.file is None else str(self.file.absolute())
        """What the log calls it: the file, or the address with *** in the place of the password."""
        if self.file is not None:
            prepare_file(self.file)
        self._open_file = None if self.file is None else OpenFile(self.file)
        self.troubles = Troubles()
        self._connections = (
            Sqlite(place, self.name, self._open_file, self.troubles, _BUSY_SECONDS)
            if place.drivername == SQLITE
            else Postgres(place, self.troubles, _BUSY_SECONDS)
        )
        self.note_seconds: Callable[[float], None] = lambda _seconds: None
        """Called with the seconds that each statement or transaction took."""
        self.note_unreadable: Callable[[], None] = lambda: None
        """Called for each game that is set aside."""
        self._at_work = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    def is_day_certain(self) -> bool:
        """Whether Discord's clock shows the same day as ours; else what depends on the day waits."""
        now = self.now()
        return now.date() == (now - self.discord_time.apart).date()

    async def execute(
        self, statement: Executable, values: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None
    ) -> CursorResult[*tuple[Any, ...]]:
        """Run a statement, for each of several sets of values if there are several; return all its rows.

        Raise StoreClosed once the database is closed, and StoreFailing if it does not work at the moment.
        """
        async with self.statement() as connection:
            return await connection.execute(statement, values)

    @asynccontextmanager
    async def statement(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection on which each statement is its own transaction; raise what `execute` raises."""
        with self._working():
            async with self._connections.statement() as connection:
                yield connection

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection for a transaction, which is rolled back if the block raises."""
        with self._working():
            async with self._connections.transaction() as connection:
                yield connection

    @asynccontextmanager
    async def migration(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection for a transaction during which no other process may migrate."""
        with self._working():
            async with self._connections.migration() as connection:
                yield connection

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection for a transaction while no bot runs on the database, and none can start.

        Raise DatabaseInUse if anybody else is connected.
        """
        with self._working():
            async with self._connections.alone() as connection:
                yield connection

    def turn(self, number: int) -> AbstractAsyncContextManager[None]:
        """Hold a lock, one for each number, across all processes; with SQLite there is only one process."""
        return self._connections.turn(number)

    @property
    def is_shared(self) -> bool:
        """Whether other processes may be using the same database."""
        return isinstance(self._connections, Postgres)

    async def ping(self) -> None:
        """Begin to write, and write nothing; raise StoreFailing unless a player could save a move.

        That is also raised if the disk was full within the last minute, or if SQLite's file was moved away.
        """
        async with self.transaction() as connection:
            await take_part(connection)
            await connection.execute(self._connections.PING)
        self.troubles.check_not_full()
        if self._open_file is not None:
            await asyncio.to_thread(self._open_file.check_in_place)

    async def close(self) -> None:
        """Wait for statements in progress, then close every connection.

        When the event loop ends, it cancels what is still running; a statement on SQLite's thread goes on.
        """
        self._closed = True
        await self._idle.wait()
        await self._connections.close()

    async def checkpoint(self) -> None:
        """Checkpoint the write-ahead log once nobody is writing: a copy of it alone is then complete."""
        await self._idle.wait()
        if self._open_file is not None:
            await asyncio.to_thread(self._open_file.checkpoint)

    @contextmanager
    def _working(self) -> Iterator[None]:
        """Keep the database from closing while the block runs, and note for how long that is.

        Raise StoreClosed once it is closed.
        """
        if self._closed:
            raise StoreClosed("The database is closed: the program is about to end.")
        arrived = time.monotonic()
        self._at_work += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._at_work -= 1
            if self._at_work == 0:
                self._idle.set()
            self.note_seconds(time.monotonic() - arrived)
