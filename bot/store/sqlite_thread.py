"""SQLite on the one thread of aiosqlite.

SQLAlchemy's own adapter goes to that thread and back to execute, to fetch, to commit and to close, and waits
for a core each time. Here a statement goes there once, and comes back with its rows.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, cast

import aiosqlite
from sqlalchemy import NullPool, create_engine, event

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import AsyncIterator, Awaitable, Callable

    from sqlalchemy import URL, Dialect, Executable
    from sqlalchemy import Connection as SyncConnection
    from sqlalchemy.engine.interfaces import DBAPIConnection

    from bot.store.connection import Connection, Returned, Rows, Values

_BUSY_SECONDS = 10


class SqliteThread:
    """One connection to an SQLite file, used on its own thread alone, in the order in which work is given.

    SQLite allows one writer at a time: a single connection queues them, where several would poll.
    """

    def __init__(self, place: URL) -> None:
        self._engine = create_engine(
            place.set(drivername="sqlite"),
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args={"timeout": _BUSY_SECONDS},
        )
        event.listen(self._engine, "connect", _set_up)
        self._turn = asyncio.Lock()
        """Held by a transaction for as long as it takes; by a statement only until it is its turn."""
        self._thread: aiosqlite.Connection | None = None
        self._connection: SyncConnection

    @asynccontextmanager
    async def statement(self) -> AsyncIterator[Connection]:
        """Return a connection on which each statement is its own transaction."""
        yield _OnThread(self._engine.dialect, self._after_transactions)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """Keep the connection for a transaction, which is rolled back if the block raises."""
        async with self._turn:
            await self._open()
            try:
                # A transaction that reads before it writes can fail at once, without waiting for the
                # other writer, unless it declares from the start that it will write.
                await self._run(_execute_sql, "BEGIN IMMEDIATE")
                yield _OnThread(self._engine.dialect, self._run)
                await self._run(_execute_sql, "COMMIT")
            except BaseException:
                # Even if this is cancelled while it waits, it is run before whatever is given later.
                await self._run(_roll_back)
                raise

    async def close(self) -> None:
        """Finish what is under way, then close the connection and end the thread."""
        async with self._turn:
            if self._thread is not None:
                await self._run(_close)
                await self._thread.close()

    async def _after_transactions(self, work: Callable[..., Returned], *args: Any) -> Returned:
        async with self._turn:
            await self._open()
        # No other coroutine runs between the two: a transaction that begins now comes after this.
        return await self._run(work, *args)

    async def _run(self, work: Callable[..., Returned], *args: Any) -> Returned:
        assert self._thread is not None  # noqa: S101  whoever has had a turn has opened it
        # aiosqlite has no public way to run a function on its thread.
        run: Callable[..., Awaitable[Returned]] = self._thread._execute  # noqa: SLF001
        return await run(work, self._connection, *args)

    async def _open(self) -> None:
        """Connect, the first time."""
        if self._thread is None:
            thread = aiosqlite.Connection(self._connect, iter_chunk_size=0)
            thread._thread.daemon = True  # noqa: SLF001  else a program that breaks off would not end
            self._thread = await thread

    def _connect(self) -> sqlite3.Connection:
        self._connection = self._engine.connect()
        return cast("sqlite3.Connection", self._connection.connection.driver_connection)


class _OnThread:
    """The connection as seen from the event loop."""

    def __init__(self, dialect: Dialect, run: Callable[..., Awaitable[Any]]) -> None:
        self.dialect = dialect
        self._run = run

    async def execute(self, statement: Executable, parameters: Values | None = None, /) -> Rows:
        """Run a statement; return all its rows."""
        result: Rows = await self._run(_execute, statement, parameters)
        return result

    async def exec_driver_sql(self, statement: str, /) -> Rows:
        """Run a statement that is written in SQL; return all its rows."""
        result: Rows = await self._run(_execute_sql, statement)
        return result

    async def run_sync(self, work: Callable[..., Returned], /, *args: Any) -> Returned:
        """Run a function on the thread."""
        returned: Returned = await self._run(work, *args)
        return returned


def _execute(connection: SyncConnection, statement: Executable, parameters: Values | None) -> Rows:
    return _fetched(connection.execute(statement, parameters))


def _execute_sql(connection: SyncConnection, statement: str) -> Rows:
    return _fetched(connection.exec_driver_sql(statement))


def _fetched(result: Rows) -> Rows:
    """Fetch all rows, as a result with a cursor may be read on this thread alone."""
    return cast("Rows", result.freeze()()) if result.returns_rows else result


def _roll_back(connection: SyncConnection) -> None:
    """Roll back, unless the transaction has not begun or SQLite has already rolled it back by itself."""
    if connection.connection.driver_connection.in_transaction:  # type: ignore[union-attr]  # it is open
        connection.exec_driver_sql("ROLLBACK")


def _close(connection: SyncConnection) -> None:
    connection.close()


def _set_up(connection: DBAPIConnection, _record: object) -> None:
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
