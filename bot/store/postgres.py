"""PostgreSQL, by a pool of connections."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any
from weakref import WeakSet

from sqlalchemy import URL, NullPool, event, func, select, text
from sqlalchemy.engine import AdaptedConnection, ExceptionContext
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection

from bot.store.addresses import usable_address
from bot.store.errors import DatabaseInUse, StoreError
from bot.store.tables import games
from bot.store.troubles import Troubles, is_read_only
from bot.store.waits import telling_of_locks

_CONNECTING_SECONDS, _ANSWER_SECONDS = 2.0, 10.0
"""How long to wait for a connection, and for an answer: a line can fall silent without breaking."""
_PING_SECONDS = 0.7
"""How long a used one may be silent: then there is time for a new one in the three that Discord waits."""
_IDLE_SECONDS = 12.0
"""How long a transaction may stand still: a process that is frozen, or cut off, would keep its locks."""
_USED = "used"
"""Whether a connection was ever lent; a new one need not be tried."""
_MIGRATION_LOCK, _TURN_LOCK = 1883_0052, 1883_0053
"""Any numbers will do, so long as no other program locks the same ones."""
_TURN_SECONDS = 0.1
_CONNECTED = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND backend_type = 'client backend'"
)
_OWN_CONNECTIONS = 2  # while it migrates
_NAME = {"application_name": "idle-year"}
"""As which an operator finds the bot's connections in `pg_stat_activity`."""


class Postgres:
    """A pool of connections in autocommit mode, except within transactions.

    A single statement is then its own transaction: a save takes one round trip instead of three.
    """

    PING = text(f"LOCK TABLE {games.name} IN ROW EXCLUSIVE MODE")
    """It needs what saving a move needs."""

    def __init__(self, place: URL, troubles: Troubles, busy_seconds: float) -> None:
        """Wait for other programs' locks for some seconds; migrations wait as long as it takes."""
        self._troubles = troubles
        limits = {
            "timeout": _CONNECTING_SECONDS,
            "command_timeout": _ANSWER_SECONDS,
            "server_settings": {
                **_NAME,
                "lock_timeout": f"{busy_seconds * 1000:.0f}",
                "idle_in_transaction_session_timeout": f"{_IDLE_SECONDS * 1000:.0f}",
            },
        }
        self._engine = _engine(place, pool_timeout=_CONNECTING_SECONDS, connect_args=limits)
        self._open: WeakSet[Any] = WeakSet()
        event.listen(self._engine.sync_engine, "connect", self._note_open)
        event.listen(self._engine.sync_engine, "checkout", _replace_silent)
        event.listen(self._engine.sync_engine, "handle_error", _know_better)
        self._patient = _engine(place, poolclass=NullPool, connect_args={"server_settings": _NAME})

    @asynccontextmanager
    async def statement(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection on which each statement is its own transaction."""
        async with self._borrowed(self._engine) as connection:
            yield connection

    @asynccontextmanager
    async def transaction(self, *, patient: bool = False) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection for a transaction, which is rolled back if the block raises.

        A `patient` one waits for locks and answers as long as it takes.
        """
        async with self._borrowed(self._patient if patient else self._engine) as connection:
            await connection.execution_options(isolation_level="READ COMMITTED")
            async with connection.begin():
                yield connection

    @asynccontextmanager
    async def migration(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection for a transaction during which no other process may migrate."""
        # The pool keeps the first connection: by that, `alone` notices a bot which has nothing to do.
        async with (
            self.statement() as beside,
            self.transaction(patient=True) as connection,
            telling_of_locks(connection, beside),
        ):
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
            yield connection

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection for a transaction; raise DatabaseInUse if anybody else is connected."""
        # A bot that starts wants to migrate first, and waits; before that, it may have come in between.
        async with self.migration() as connection:
            if (await connection.exec_driver_sql(_CONNECTED)).scalar_one() > _OWN_CONNECTIONS:
                raise DatabaseInUse
            yield connection

    @asynccontextmanager
    async def turn(self, number: int) -> AsyncIterator[None]:
        """Hold a lock, one for each number, across all processes."""
        lock = select(func.pg_try_advisory_xact_lock(_TURN_LOCK, number))
        # A process that ends, or stands still, loses its transaction, and the lock with it.
        async with self.transaction() as connection:
            while not (await connection.execute(lock)).scalar_one():  # noqa: ASYNC110  it has no event
                await asyncio.sleep(_TURN_SECONDS)
            yield

    async def close(self) -> None:
        """Close every connection.

        All at once: the engine would close them one by one, and wait ten seconds for each that is silent.
        """
        closing = (driver.close(timeout=_CONNECTING_SECONDS) for driver in self._open)
        await asyncio.gather(*closing, return_exceptions=True)  # what doesn't answer in time is cut off
        await self._engine.dispose()

    def _note_open(self, connection: AdaptedConnection, _record: ConnectionPoolEntry) -> None:
        self._open.add(connection.driver_connection)

    @asynccontextmanager
    async def _borrowed(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        async with AsyncExitStack() as stack:
            with usable_address(), self._troubles.told(OSError, PoolTimeout, DBAPIError):
                connection = await stack.enter_async_context(engine.connect())
            with self._troubles.told(_NoAnswer):
                yield connection


class _NoAnswer(Exception):
    """A statement was not answered in time."""


def _engine(place: URL, **options: Any) -> AsyncEngine:
    try:
        with usable_address():
            # Parameters would be in the text of errors, which are logged.
            return create_async_engine(place, isolation_level="AUTOCOMMIT", hide_parameters=True, **options)
    except ModuleNotFoundError as error:
        raise StoreError(
            f"PostgreSQL needs the module {error.name}: run `{sys.executable} -m pip install {error.name}`."
        ) from error


def _replace_silent(
    connection: AdaptedConnection, record: ConnectionPoolEntry, _borrowed: PoolProxiedConnection
) -> None:
    """Have a connection replaced that has broken or fallen silent since it was used.

    SQLAlchemy's own ping would wait as long as for an answer, and fail instead of replacing a silent one.
    """
    if _USED in record.info:
        try:
            connection.run_async(_ping)
        except Exception as error:
            connection.driver_connection.terminate()  # else it would be given two seconds to say goodbye
            raise DisconnectionError from error
    record.info[_USED] = True


def _know_better(context: ExceptionContext) -> Exception | None:
    """Tell a statement that was not answered in time from other timeouts.

    Connections that take no changes are given up: they may never take any, even once the server's address is
    that of one that does (SQLAlchemy #7839).
    """
    context.is_disconnect |= is_read_only(context.original_exception)
    if not isinstance(context.original_exception, TimeoutError):
        return None
    return _NoAnswer(f"no answer for {_ANSWER_SECONDS:.0f} seconds")


async def _ping(driver: Any) -> None:
    await driver.execute("SELECT 1", timeout=_PING_SECONDS)
