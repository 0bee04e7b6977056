"""The connection to SQLite or PostgreSQL: the one place where the two differ."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import func, make_url, select
from sqlalchemy.exc import ArgumentError, OperationalError

from bot.store import sqlite_file
from bot.store.errors import StoreClosed, StoreError
from bot.store.postgres import Postgres
from bot.store.sqlite_thread import SqliteThread

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from sqlalchemy import URL

    from bot.store.connection import Connection

_SQLITE, _POSTGRES = "sqlite+aiosqlite", "postgresql+asyncpg"
_MIGRATION_LOCK = 1883_0052  # any number will do, so long as no other program locks the same one
_TURN_LOCK, _TURN_SECONDS = 1883_0053, 0.1


Clock: TypeAlias = "Callable[[], datetime]"


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


async def take_turns(connection: Connection, whose: int) -> None:
    """Serialise transactions on the data of one player or server: wait for the others, hold until the end.

    SQLite has one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(whose)))


class Database:
    """One of the two databases; a statement outside of a transaction is its own transaction."""

    def __init__(self, url: str, now: Clock = utc_now) -> None:
        place = _read_url(url)
        self.now = now
        self._sqlite = place.drivername == _SQLITE
        self.file = _file_of(place) if self._sqlite else None
        """The SQLite file; None in memory, and with PostgreSQL."""
        if self.file is not None:
            sqlite_file.prepare(self.file)
        self._connections = SqliteThread(place) if self._sqlite else Postgres(place)
        self._at_work = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    @asynccontextmanager
    async def statement(self) -> AsyncIterator[Connection]:
        """Borrow a connection for one statement; raise StoreClosed once the database is closed."""
        with self._working():
            async with self._connections.statement() as connection:
                yield connection

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """Borrow a connection for a transaction, which is rolled back if the block raises."""
        with self._working():
            async with self._connections.transaction() as connection:
                yield connection

    @asynccontextmanager
    async def migration(self) -> AsyncIterator[Connection]:
        """Borrow a connection for a transaction during which no other process may migrate."""
        if self._sqlite:
            await self._write_ahead()
        async with self.transaction() as connection:
            if not self._sqlite:
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
            yield connection

    @property
    def is_shared(self) -> bool:
        """Whether other processes may be using the same database."""
        return not self._sqlite

    @asynccontextmanager
    async def turn(self, number: int) -> AsyncIterator[None]:
        """Hold a lock, one for each number, across all processes; with SQLite there is only one process."""
        if self._sqlite:
            yield
            return
        lock, unlock = (
            select(function(_TURN_LOCK, number))
            for function in (func.pg_try_advisory_lock, func.pg_advisory_unlock)
        )
        async with self.statement() as connection:
            # A process that ends loses its connection, and the lock with it.
            while not (await connection.execute(lock)).scalar_one():  # noqa: ASYNC110  others hold it
                await asyncio.sleep(_TURN_SECONDS)
            try:
                yield
            finally:
                await connection.execute(unlock)

    async def close(self) -> None:
        """Wait for statements in progress, then close every connection."""
        self._closed = True
        await self._idle.wait()
        await self._connections.close()

    async def checkpoint(self) -> None:
        """Checkpoint the write-ahead log once nobody is writing: a copy of it alone is then complete."""
        await self._idle.wait()
        if self.file is not None:
            await asyncio.to_thread(sqlite_file.checkpoint, self.file)

    @contextmanager
    def _working(self) -> Iterator[None]:
        """Keep the database from closing while the block runs; raise StoreClosed once it is closed."""
        if self._closed:
            raise StoreClosed("The database is closed: the program is about to end.")
        self._at_work += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._at_work -= 1
            if self._at_work == 0:
                self._idle.set()

    async def _write_ahead(self) -> None:
        """Switch the file to write-ahead logging, which it then keeps.

        While another process opens the same file, SQLite refuses this at once, without its usual waiting.
        """
        for pause in (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, None):
            try:
                async with self.statement() as connection:
                    await connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            except OperationalError as error:
                if pause is None or "locked" not in str(error.orig):
                    raise
                await asyncio.sleep(pause)
            else:
                return


def _read_url(url: str) -> URL:
    try:
        place = make_url(url)
    except ArgumentError:
        place = None
    if place is None or place.drivername not in (_SQLITE, _POSTGRES):
        raise StoreError(
            f"The address of the database must start with {_SQLITE}:///path or {_POSTGRES}://user@host/name."
        )
    return place


def _file_of(place: URL) -> Path | None:
    named = bool(place.database) and place.database != ":memory:" and "uri" not in place.query
    return Path(place.database or "") if named else None
