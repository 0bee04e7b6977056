"""The connection to SQLite or PostgreSQL: the one place where the two differ."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import AsyncAdaptedQueuePool, event, func, select
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import sqlite_file
from bot.store.addresses import SQLITE, file_of, read_address
from bot.store.clock import utc_now
from bot.store.errors import DatabaseInUse, StoreClosed, StoreError, StoreLocked
from bot.store.troubles import Troubles, reopen_after_damage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from sqlalchemy import URL
    from sqlalchemy.engine.interfaces import DBAPIConnection
    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

    from bot.store.clock import Clock

_BUSY_SECONDS, _BUSY_SECONDS_MIGRATING = 1.2, 10.0
"""How long to wait for another program: whoever has pressed something is told so within three seconds."""
_MIGRATION_LOCK = 1883_0052  # any number will do, so long as no other program locks the same one
_PING = select(1)
_IN_USE = "it is in use: stop the bot, and disconnect whatever else is connected"
_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)
_TURN_LOCK, _TURN_SECONDS = 1883_0053, 0.1


async def take_turns(connection: AsyncConnection, whose: int) -> None:
    """Serialise transactions on the data of one player or server: wait for the others, hold until the end.

    SQLite has one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(select(func.pg_advisory_xact_lock(whose)))


class Database:
    """A pool of connections in autocommit mode, except within transactions.

    A single statement is then its own transaction: a save takes PostgreSQL one round trip instead of three.
    """

    def __init__(self, url: str, now: Clock = utc_now) -> None:
        place = read_address(url)
        self.now = now
        self._sqlite = place.drivername == SQLITE
        self.file = file_of(url)
        """The SQLite file; None in memory, and with PostgreSQL."""
        if self.file is not None:
            sqlite_file.prepare(self.file)
        self._engine = _sqlite_engine(place) if self._sqlite else _postgres_engine(place)
        self.troubles = Troubles()
        self.note_seconds: Callable[[float], None] | None = None
        """What is told how long each statement or transaction took."""
        self._at_work = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    @asynccontextmanager
    async def statement(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection for one statement.

        Raise StoreClosed once the database is closed, and StoreFailing if it does not work at the moment.
        """
        if self._closed:
            raise StoreClosed("The database is closed: the program is about to end.")
        self._at_work += 1
        self._idle.clear()
        arrived = time.monotonic()
        try:
            async with AsyncExitStack() as stack:
                with self.troubles.told(OSError, PoolTimeout):
                    connection = await stack.enter_async_context(self._engine.connect())
                self.troubles.check_not_locked_since(arrived)
                with self.troubles.told():
                    yield connection
        finally:
            if self.note_seconds is not None:
                self.note_seconds(time.monotonic() - arrived)
            self._at_work -= 1
            if self._at_work == 0:
                self._idle.set()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection for a transaction, which is rolled back if the block raises."""
        async with self.statement() as connection:
            if not self._sqlite:
                await connection.execution_options(isolation_level="READ COMMITTED")
            async with connection.begin():
                if self._sqlite:
                    # A transaction that reads before it writes can fail at once, without waiting for the
                    # other writer, unless it declares from the start that it will write.
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection

    @asynccontextmanager
    async def migration(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection for a transaction during which no other process may migrate."""
        if self._sqlite:
            await self._write_ahead()
            await self._wait_for_others(_BUSY_SECONDS_MIGRATING)
        async with self.transaction() as connection:
            if not self._sqlite:
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
            yield connection
        if self._sqlite:
            await self._wait_for_others(_BUSY_SECONDS)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection for a transaction while no bot runs on the database, and none can start.

        Raise DatabaseInUse if anybody else is connected.
        """
        if self._sqlite:
            await self._lock_out_others()
        else:
            async with self.statement() as connection:
                if (await connection.exec_driver_sql(_OTHERS)).scalar_one():
                    raise DatabaseInUse(_IN_USE)
        # With PostgreSQL, a bot that starts wants to migrate first, and waits.
        async with self.transaction() if self._sqlite else self.migration() as connection:
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

    async def ping(self) -> None:
        """Begin to write, and write nothing: that works only if a player could."""
        async with self.transaction() as connection:
            await connection.execute(_PING)

    async def close(self) -> None:
        """Wait for statements in progress, then close every connection.

        When the event loop ends, it cancels what is still running, on which aiosqlite can hang mid-statement.
        """
        self._closed = True
        await self._idle.wait()
        await self._engine.dispose()

    async def checkpoint(self) -> None:
        """Checkpoint the write-ahead log once nobody is writing: a copy of it alone is then complete."""
        await self._idle.wait()
        if self.file is not None:
            await asyncio.to_thread(sqlite_file.checkpoint, self.file)

    async def _lock_out_others(self) -> None:
        """Keep the SQLite file from everybody else until closed; raise DatabaseInUse if anybody has it open.

        Each process that has opened a file for write-ahead logging holds a lock on it, even when idle.
        """
        try:
            async with self.statement() as connection:
                await connection.exec_driver_sql("PRAGMA busy_timeout = 0")
                await connection.exec_driver_sql("PRAGMA locking_mode = EXCLUSIVE")
                await connection.exec_driver_sql("BEGIN EXCLUSIVE")
                await connection.rollback()
        except StoreLocked as error:
            raise DatabaseInUse(_IN_USE) from error

    async def _write_ahead(self) -> None:
        """Switch the file to write-ahead logging, which it then keeps.

        While another process opens the same file, SQLite refuses this at once, without its usual waiting.
        """
        give_up = time.monotonic() + _BUSY_SECONDS_MIGRATING
        while True:
            try:
                async with self.statement() as connection:
                    await connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            except StoreLocked:
                if time.monotonic() > give_up:
                    raise
                await asyncio.sleep(_TURN_SECONDS)
            else:
                return

    async def _wait_for_others(self, seconds: float) -> None:
        """Set how long SQLite waits until another process lets go of a lock."""
        async with self.statement() as connection:
            await connection.exec_driver_sql(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")


def _sqlite_engine(place: URL) -> AsyncEngine:
    # SQLite allows one writer at a time: a single connection queues them in order, where several would poll.
    engine = _engine(
        place,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=1,
        max_overflow=0,
        pool_reset_on_return=None,
        connect_args={"timeout": _BUSY_SECONDS},
    )
    event.listen(engine.sync_engine, "connect", _set_up_sqlite)
    event.listen(engine.sync_engine, "handle_error", reopen_after_damage)
    event.listen(engine.sync_engine, "reset", _roll_back_if_needed)
    return engine


def _set_up_sqlite(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA foreign_keys = ON")
    # With write-ahead logging, a commit is a write to the file: a killed process loses nothing, because the
    # OS still holds what was written. FULL would also wait for the disk, at every move; without it, a power
    # cut may cost the last moves, but never corrupts the file.
    cursor.execute("PRAGMA synchronous = NORMAL")
    # A save triggers a checkpoint every 16 MB, not every 4: only one save in several hundred then has to wait
    # for it, for some hundredths of a second. Most of the log is checkpointed before that, every minute, by a
    # connection that nobody waits for.
    cursor.execute("PRAGMA wal_autocheckpoint = 4000")
    cursor.close()


def _roll_back_if_needed(connection: DBAPIConnection, _record: object, _state: object) -> None:
    """Replace the pool's reset after every statement, which takes as long as many a statement does."""
    if connection.driver_connection.in_transaction:
        connection.rollback()


def _postgres_engine(place: URL) -> AsyncEngine:
    try:
        return _engine(place, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise StoreError(
            f"PostgreSQL needs the module {error.name}: install it with `pip install 'idle-year[postgres]'`."
        ) from error


def _engine(place: URL, **options: Any) -> AsyncEngine:
    return create_async_engine(place, isolation_level="AUTOCOMMIT", **options)
