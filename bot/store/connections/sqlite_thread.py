"""SQLite on the one thread of aiosqlite.

SQLAlchemy's own adapter goes to that thread and back to execute, to fetch, to commit and to close, and waits
for a core each time. Here a statement goes there once, and comes back with its rows.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any

import aiosqlite
from sqlalchemy.exc import DBAPIError

from bot.store.connections.prepared import value_of
from bot.store.connections.sqlite_work import disconnect, execute, execute_sql, roll_back, sqlite_engine
from bot.store.connections.troubles import needs_reopening

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping

    from sqlalchemy import URL, Dialect, Executable
    from sqlalchemy import Connection as SyncConnection

    from bot.store.connections.connection import Connection, Returned, Rows, Values
    from bot.store.connections.open_file import OpenFile
    from bot.store.connections.troubles import Troubles


class SqliteThread:
    """One connection to an SQLite file, used on its own thread alone, in the order in which work is given.

    SQLite allows one writer at a time: a single connection queues them, where several would poll. Work that
    has been given is done, even if whoever waits for it is cancelled, and before all that is given later.
    """

    def __init__(self, place: URL, file: OpenFile | None, troubles: Troubles, busy_seconds: float) -> None:
        self._file = file
        self._engine = sqlite_engine(place, busy_seconds)
        self._troubles = troubles
        """Used on the thread alone, so that whoever is next already knows what has just gone wrong."""
        self._turn = asyncio.Lock()
        """Held by a transaction for as long as it takes; by a statement only until it is its turn."""
        self._starting: asyncio.Future[None] | None = None
        self._thread: aiosqlite.Connection | None = None
        self._connection: SyncConnection | None = None
        """Used on the thread alone. None until it is needed for the first time, and once it is closed."""
        self._has_bad_pages = False
        """Whether a new connection is needed. The old one first rolls back what it was in the middle of: just
        closed, it could keep the file locked."""

    async def execute(self, statement: Executable, values: Values | None = None) -> Rows:
        """Run a statement, which is its own transaction; return all its rows."""
        return await self._after_transactions(execute, statement, values)

    async def value(self, statement: Executable, values: Mapping[str, Any]) -> Any:
        """Run a statement, which is its own transaction; return the first value of its first row, if any."""
        return await self._after_transactions(value_of, statement, values)

    @asynccontextmanager
    async def statement(self) -> AsyncIterator[Connection]:
        """Return a connection on which each statement is its own transaction."""
        yield _OnThread(self._engine.dialect, self._after_transactions)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """Keep the connection for a transaction, which is rolled back if the block raises."""
        arrived = time.monotonic()
        async with self._turn:
            await self._start()
            try:
                # A transaction that reads before it writes can fail at once, without waiting for the
                # other writer, unless it declares from the start that it will write.
                await self._give(self._begin, arrived, execute_sql, "BEGIN IMMEDIATE")
                yield _OnThread(self._engine.dialect, self._within)
                await self._within(execute_sql, "COMMIT")
            except BaseException:
                # It is given at once, and so done before all that is given later, even if this is cancelled
                # for a second time while it waits.
                await self._give(self._roll_back)
                raise

    async def close(self) -> None:
        """Finish what is under way, then close the connection and end the thread, unless that is done."""
        async with self._turn:
            if self._starting is not None:
                await asyncio.wait([self._starting])
            if self._thread is not None:
                await self._give(self._disconnect)
                await self._thread.close()
                self._starting = self._thread = None

    async def _after_transactions(self, work: Callable[..., Returned], *args: Any) -> Returned:
        arrived = time.monotonic()
        async with self._turn:
            await self._start()
        # No other coroutine runs between the two: a transaction that begins now comes after this.
        return await self._give(self._begin, arrived, work, *args)

    async def _within(self, work: Callable[..., Returned], *args: Any) -> Returned:
        return await self._give(self._go_on, work, *args)

    async def _give(self, work: Callable[..., Returned], *args: Any) -> Returned:
        """Give work to the thread before anything else runs, then wait for it."""
        assert self._thread is not None  # noqa: S101  whoever has had a turn has started it
        # aiosqlite has no public way to run a function on its thread.
        run: Callable[..., Awaitable[Returned]] = self._thread._execute  # noqa: SLF001
        return await run(work, *args)

    async def _start(self) -> None:
        """Start the thread; if whoever waits for it is cancelled, the next one goes on waiting."""
        if self._thread is None:
            if self._starting is None or self._starting.done():
                self._starting = asyncio.ensure_future(self._start_thread())
            await asyncio.shield(self._starting)

    async def _start_thread(self) -> None:
        # aiosqlite opens its own connection, and gives up its thread if that fails. We use the thread alone,
        # as our connection may fail and be opened again.
        thread = aiosqlite.connect(":memory:")
        thread._thread.daemon = True  # noqa: SLF001  else a program that breaks off would not end
        self._thread = await thread

    # From here on: what runs on the thread.

    def _connected(self) -> SyncConnection:
        """Return the connection: a new one the first time, and if the last is of no more use."""
        if self._connection is None or self._connection.invalidated or self._has_bad_pages:
            self._disconnect()
            self._connection = self._engine.connect()
            if self._file is not None:
                self._file.note()
            self._has_bad_pages = False
        return self._connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what SQLite does not do into StoreFailing, and note if the connection has bad pages."""
        with self._troubles.told():
            try:
                yield
            except DBAPIError as error:
                if needs_reopening(error):
                    self._has_bad_pages = True
                raise

    def _begin(self, arrived: float, work: Callable[..., Returned], *args: Any) -> Returned:
        """Do work outside of a transaction, or begin one, unless whoever was before has waited in vain."""
        with self._told():
            self._troubles.check_not_locked_since(arrived)
            return work(self._connected(), *args)

    def _go_on(self, work: Callable[..., Returned], *args: Any) -> Returned:
        """Do work within a transaction: a new connection would not be in it."""
        with self._told():
            return work(self._connection, *args)

    def _roll_back(self) -> None:
        roll_back(self._connection)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        disconnect(connection)


class _OnThread:
    """The connection as seen from the event loop."""

    def __init__(self, dialect: Dialect, run: Callable[..., Awaitable[Any]]) -> None:
        self.dialect = dialect
        self._run = run

    async def execute(self, statement: Executable, parameters: Values | None = None, /) -> Rows:
        """Run a statement; return all its rows."""
        result: Rows = await self._run(execute, statement, parameters)
        return result

    async def exec_driver_sql(self, statement: str, /) -> Rows:
        """Run a statement that is written in SQL; return all its rows."""
        result: Rows = await self._run(execute_sql, statement)
        return result

    async def run_sync(self, work: Callable[..., Returned], /, *args: Any) -> Returned:
        """Run a function on the thread."""
        returned: Returned = await self._run(work, *args)
        return returned
