"""SQLite, by one connection of aiosqlite."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite
from sqlalchemy import URL, Dialect, NullPool, event, select
from sqlalchemy.connectors.asyncio import AsyncAdapt_dbapi_connection
from sqlalchemy.dialects.sqlite.aiosqlite import AsyncAdapt_aiosqlite_connection, AsyncAdapt_aiosqlite_cursor
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.store.errors import DatabaseInUse, StoreLocked
from bot.store.files import OpenFile, make_private
from bot.store.owner import check_is_ours
from bot.store.troubles import LOCKED, Troubles, needs_reopening
from bot.store.waits import telling_of_file

_MIGRATING_SECONDS, _AGAIN_SECONDS = 10.0, 0.1
"""How long a migration waits for other programs, and how often it asks for what SQLite refuses at once."""
_LOCK_OUT_OTHERS = (
    "PRAGMA busy_timeout = 0",
    "PRAGMA locking_mode = EXCLUSIVE",
    "BEGIN EXCLUSIVE",
    "ROLLBACK",
)
"""They keep the file from everybody else until the connection is closed, if nobody has it open."""


class Sqlite:
    """One connection to an SQLite file, lent to one coroutine at a time, in the order in which they ask.

    SQLite allows one writer at a time: a single connection queues them, where several would poll. The thread
    of aiosqlite carries out all that it was given, in order, even if the task that awaits it is cancelled.
    """

    PING = select(1)
    """A transaction locks the whole file by itself, as one does that saves a move."""

    def __init__(
        self, place: URL, name: str, file: OpenFile | None, troubles: Troubles, busy_seconds: float
    ) -> None:
        """Wait for other programs that write to the file for some seconds; the log calls it by its name."""
        self._name = name
        self._file = file
        self._troubles = troubles
        self._busy_seconds = busy_seconds
        self._engine = _engine(place, busy_seconds)
        self._is_ours = file is None
        """Whether it is known to be our file, or a new one."""
        self._turn = asyncio.Lock()
        self._opening: asyncio.Future[AsyncConnection] | None = None
        self._connection: AsyncConnection | None = None
        """None until it is needed for the first time, and once it is closed."""
        self._driver: aiosqlite.Connection | None = None
        self._has_bad_pages = False
        """Whether a new connection is needed. The old one first rolls back what it was in the middle of: just
        closed, it could keep the file locked."""

    @asynccontextmanager
    async def statement(self) -> AsyncIterator[AsyncConnection]:
        """Borrow the connection; each statement is its own transaction."""
        arrived = time.monotonic()
        async with self._turn:
            if self._troubles.locked_at > arrived:
                raise StoreLocked(LOCKED)  # else all who queue would wait as long again, one after another
            try:
                connection = self._connection
                if connection is None or connection.invalidated or self._has_bad_pages:
                    connection = await self._connected()
                yield connection
            except DBAPIError as error:
                self._has_bad_pages |= needs_reopening(error)
                self._troubles.tell(error)
                raise

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Borrow the connection for a transaction, which is rolled back if the block raises."""
        async with self.statement() as connection:
            try:
                # A transaction that reads before it writes can fail at once, without waiting for the
                # other writer, unless it declares from the start that it will write.
                await connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
                await connection.exec_driver_sql("COMMIT")
            except BaseException:
                await self._roll_back(connection)
                raise

    @asynccontextmanager
    async def migration(self) -> AsyncIterator[AsyncConnection]:
        """Borrow the connection for a transaction; other programs are waited for longer than usual."""
        async with AsyncExitStack() as stack:
            with telling_of_file(self._name, _MIGRATING_SECONDS):
                await self._write_ahead()
                await self._wait_for_others(_MIGRATING_SECONDS)
                connection = await stack.enter_async_context(self._remaking())
            yield connection
        await self._wait_for_others(self._busy_seconds)

    @asynccontextmanager
    async def _remaking(self) -> AsyncIterator[AsyncConnection]:
        """Borrow the connection for a transaction that may make tables anew to which others refer."""
        await self._run("PRAGMA foreign_keys = OFF")
        async with self.transaction() as connection:
            yield connection
        await self._run("PRAGMA foreign_keys = ON")

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[AsyncConnection]:
        """Borrow the connection for a transaction; raise DatabaseInUse if anybody else has the file open.

        Each process that has opened a file for write-ahead logging holds a lock on it, even when idle.
        """
        try:
            await self._run(*_LOCK_OUT_OTHERS)
        except StoreLocked as error:
            raise DatabaseInUse from error
        async with self._remaking() as connection:
            yield connection

    @asynccontextmanager
    async def turn(self, _number: int) -> AsyncIterator[None]:
        """Do nothing: only one bot runs on a file."""
        yield

    async def close(self) -> None:
        """Finish what is under way, then close the connection, unless that is done."""
        async with self._turn:
            if self._opening is not None:
                await asyncio.wait([self._opening])
            await self._disconnect()

    async def _write_ahead(self) -> None:
        """Switch the file to write-ahead logging, which it then keeps.

        While another process opens the same file, SQLite refuses this at once, without its usual waiting.
        """
        give_up = time.monotonic() + _MIGRATING_SECONDS
        while True:
            try:
                await self._run("PRAGMA journal_mode = WAL")
            except StoreLocked:
                if time.monotonic() > give_up:
                    raise
                await asyncio.sleep(_AGAIN_SECONDS)
            else:
                return

    async def _wait_for_others(self, seconds: float) -> None:
        """Set how long SQLite waits until another process lets go of a lock."""
        await self._run(f"PRAGMA busy_timeout = {seconds * 1000:.0f}")

    async def _run(self, *statements: str) -> None:
        async with self.statement() as connection:
            for statement in statements:
                await connection.exec_driver_sql(statement)

    async def _connected(self) -> AsyncConnection:
        """Return a new connection.

        If the task that waits for it is cancelled, the next one goes on waiting.
        """
        if self._opening is None or self._opening.done():
            self._opening = asyncio.ensure_future(self._reopen())
        return await asyncio.shield(self._opening)

    async def _reopen(self) -> AsyncConnection:
        await self._disconnect()
        async with AsyncExitStack() as undo:
            connection = await undo.enter_async_context(self._engine.connect())
            if self._file is not None:
                self._file.note()
                await self._claim(connection, self._file.path)
            self._driver = (await connection.get_raw_connection()).driver_connection
            undo.pop_all()
        self._connection = connection
        self._has_bad_pages = False
        return connection

    async def _claim(self, connection: AsyncConnection, path: Path) -> None:
        """Make a file of ours, or a new one, private; leave another program's as it is: raise StoreError."""
        if self._is_ours:
            return
        await connection.run_sync(check_is_ours, path)
        make_private(path)
        self._is_ours = True

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _roll_back(self, connection: AsyncConnection) -> None:
        """Roll back, unless nothing has begun or SQLite has already done so; else discard the connection.

        In a transaction that nobody ends, all later statements would be lost. The thread gets the rollback
        before anything else, and carries it out even if this task is cancelled for a second time.
        """
        assert self._driver is not None  # noqa: S101  it was lent
        try:
            await self._driver.rollback()
        except Exception as error:  # noqa: BLE001  why there was a rollback is what has to be told
            await connection.invalidate(error)


def _engine(place: URL, busy_seconds: float) -> AsyncEngine:
    engine = create_async_engine(
        place,
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,  # in the text of errors, which are logged
        connect_args={"timeout": busy_seconds, "factory": _WholeConnection},
    )
    event.listen(engine.sync_engine, "do_connect", _connect)
    event.listen(engine.sync_engine, "connect", _set_up)
    event.listen(engine.sync_engine, "handle_error", _go_on_after_cancelling)
    return engine


def _connect(dialect: Dialect, _record: object, arguments: list[Any], options: dict[str, Any]) -> Any:
    plain = dialect.connect(*arguments, **options)
    return _Connection(dialect.dbapi, plain.driver_connection)


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
    # What players delete is overwritten. Debian's SQLite does so by default, others leave it in the file.
    cursor.execute("PRAGMA secure_delete = ON")
    cursor.close()


def _go_on_after_cancelling(context: ExceptionContext) -> None:
    """Keep the connection when somebody who waits is cancelled: the thread does what it was given."""
    if isinstance(context.original_exception, asyncio.CancelledError):
        context.is_disconnect = False


class _WholeCursor(sqlite3.Cursor):
    """Fetches an answer as a whole, so that `execute_fetchall` of aiosqlite brings it in one trip."""

    def fetchall(self) -> list[Any]:
        """Return one row: the rows, and what else SQLite answers."""
        rows = super().fetchall()  # before the count: only then is the statement done
        return [(rows, self.description, self.rowcount, self.lastrowid)]


class _WholeConnection(sqlite3.Connection):
    """What aiosqlite keeps on its thread."""

    def execute(self, sql: str, parameters: Any = ()) -> sqlite3.Cursor:
        """Run a statement; return its cursor."""
        return self.cursor(_WholeCursor).execute(sql, parameters)


class _Cursor(AsyncAdapt_aiosqlite_cursor):
    """One trip to aiosqlite's thread and back for a statement, in the middle of which nobody is cancelled.

    SQLAlchemy's own cursor takes four, to be made, to execute, to fetch and to be closed, and waits for a
    core each time.
    """

    __slots__ = ("description", "lastrowid", "rowcount")
    description: Any
    lastrowid: Any
    rowcount: int
    _connection: Any
    _awaitable_cursor_close = False

    def __init__(self, adapt_connection: AsyncAdapt_dbapi_connection) -> None:
        self._adapt_connection = adapt_connection
        self._connection = adapt_connection.driver_connection
        self._cursor = None  # type: ignore[assignment]  # there is nothing to be closed
        self._rows = deque()

    async def _execute_async(self, operation: Any, parameters: Any) -> None:
        """Run a statement and fetch all that it returns."""
        (answer,) = await self._connection.execute_fetchall(operation, parameters)
        rows, self.description, self.rowcount, self.lastrowid = answer
        self._rows.extend(rows)

    async def _executemany_async(self, operation: Any, parameters: Any) -> None:
        """Run a statement that returns nothing for each of several sets of values."""
        self.description, self.lastrowid = None, None
        self.rowcount = (await self._connection.executemany(operation, parameters)).rowcount


class _Connection(AsyncAdapt_aiosqlite_connection):
    """aiosqlite's connection for SQLAlchemy, with cursors of ours."""

    __slots__ = ()
    _cursor_cls = _Cursor
