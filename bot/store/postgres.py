"""PostgreSQL, by a pool of connections."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from functools import partial
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
from bot.store.tables import LOST_IDS, games, metadata
from bot.store.troubles import Troubles, is_read_only
from bot.store.waits import TurnWait, telling_of_locks

_CONNECTING_SECONDS, _ANSWER_SECONDS = 2.0, 10.0
"""How long to wait for a connection, and for an answer: a line can fall silent without breaking."""
_PING_SECONDS = 0.7
"""How long a used one may be silent: then there is time for a new one in the three that Discord waits."""
_IDLE_SECONDS = 12.0
"""How long a transaction may stand still: a process that is frozen, or cut off, would keep its locks."""
_USED = "used"
"""Whether a connection was ever lent; a new one need not be tried."""
_GENERATION = "generation"
"""How often all connections had been given up when it was opened; SQLAlchemy compares the times of day."""
_MIGRATION_LOCK, _TURN_LOCK, _IDS_LOCK = 1883_0052, 1883_0053, 1883_0054
"""Any numbers will do, so long as no other program locks the same ones."""
_TURN_SECONDS = 0.1
_CONNECTED = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND backend_type = 'client backend'"
)
_OWN_CONNECTIONS = 2  # while it migrates
_SEQUENCES = ", ".join(f"'{table.name}_id_seq'" for table in metadata.tables.values() if "id" in table.c)
_LEAVE_OUT_IDS = f"""
    SELECT setval(format('%I.%I', schemaname, sequencename), coalesce(last_value, 0) + {LOST_IDS})
    FROM pg_sequences WHERE schemaname = current_schema() AND sequencename IN ({_SEQUENCES})
        AND has_sequence_privilege(format('%I.%I', schemaname, sequencename), 'UPDATE')
    """  # noqa: S608  all constants
_NAME = {"application_name": "idle-year"}
"""As which an operator finds the bot's connections in `pg_stat_activity`."""
_COUNTED = {
    "date": (date(2000, 1, 1), timedelta(days=1)),
    "timestamptz": (datetime(2000, 1, 1, tzinfo=UTC), timedelta(microseconds=1)),
}
"""From when, and in which steps, PostgreSQL counts."""
_TRANSACTION_SECONDS = 30.0
"""How long a transaction may take in all: one that stands still amid a statement does not count as idle."""
_LIMIT_TRANSACTIONS = (
    "SELECT set_config(name, '{:.0f}', false) FROM pg_settings WHERE name = 'transaction_timeout'"
)
"""Before version 17, PostgreSQL cannot."""
_LINE_IS_TRIED = {
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "25000",
}
"""How PostgreSQL notices within half a minute that a machine is gone, which may have had a turn.

By itself it takes two hours. Sockets of its own machine need none of it.
"""


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
                **_LINE_IS_TRIED,
                "lock_timeout": f"{busy_seconds * 1000:.0f}",
                "idle_in_transaction_session_timeout": f"{_IDLE_SECONDS * 1000:.0f}",
            },
        }
        self._engine = _engine(place, pool_timeout=_CONNECTING_SECONDS, connect_args=limits)
        self._open: WeakSet[Any] = WeakSet()
        self._generation = 0
        self._last_with_new_ids = 0  # the generation whose connections give no id twice
        event.listen(self._engine.sync_engine, "connect", self._note_open)
        event.listen(self._engine.sync_engine, "connect", _limit_transactions)
        event.listen(self._engine.sync_engine, "checkout", self._replace_useless)
        event.listen(self._engine.sync_engine, "handle_error", self._know_better)
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
        lock, unlock = (
            select(function(_TURN_LOCK, number))
            for function in (func.pg_try_advisory_lock, func.pg_advisory_unlock)
        )
        async with self.statement() as connection:
            wait = TurnWait(connection, _TURN_LOCK, number)
            # A process that ends loses its connection, and the lock with it.
            while not (await connection.execute(lock)).scalar_one():
                await wait.go_on()
                await asyncio.sleep(_TURN_SECONDS)
            try:
                yield
            finally:
                await connection.execute(unlock)

    async def close(self) -> None:
        """Close every connection.

        All at once: the engine would close them one by one, and wait ten seconds for each that is silent.
        """
        closing = (driver.close(timeout=_CONNECTING_SECONDS) for driver in self._open)
        await asyncio.gather(*closing, return_exceptions=True)  # what doesn't answer in time is cut off
        await self._engine.dispose()

    def _note_open(self, connection: AdaptedConnection, record: ConnectionPoolEntry) -> None:
        self._open.add(connection.driver_connection)
        if self._generation != self._last_with_new_ids:
            _prepare(connection, self._leave_out_lost_ids)
        record.info[_GENERATION] = self._last_with_new_ids

    async def _leave_out_lost_ids(self, driver: Any) -> None:
        """Leave out the ids that may have been given by a server whose place this one has taken.

        It may not know of what was saved last: messages that are still there, and what is kept in memory,
        would name other games and races. If it takes no changes, the connection is not used a second time.
        """
        generation = self._generation
        try:
            async with driver.transaction():
                await driver.execute(f"SELECT pg_advisory_xact_lock({_IDS_LOCK})")
                await driver.execute(_LEAVE_OUT_IDS)
        except Exception as error:
            if not is_read_only(error):
                raise
        else:
            self._last_with_new_ids = generation

    def _replace_useless(
        self, connection: AdaptedConnection, record: ConnectionPoolEntry, _borrowed: PoolProxiedConnection
    ) -> None:
        """Have all connections replaced if one has broken or fallen silent since it was used.

        After a failover to another machine, the others may come back to life on the one that was frozen, and
        nobody would ever find again what they save there. SQLAlchemy's own ping would wait as long as for an
        answer, and fail instead of replacing a silent one.
        """
        if _USED in record.info:
            if record.info[_GENERATION] != self._generation:
                raise DisconnectionError
            try:
                connection.run_async(_ping)
            except Exception as error:
                connection.driver_connection.terminate()  # else it would be given two seconds to say goodbye
                self._generation += 1
                raise DisconnectionError from error
        record.info[_USED] = True

    def _know_better(self, context: ExceptionContext) -> Exception | None:
        """Tell a statement that was not answered in time from whatever else takes too long.

        A connection that takes no changes is given up: it may never take any, even once others do.
        """
        context.is_disconnect |= is_read_only(context.original_exception)
        if context.is_disconnect and context.connection is not None:
            context.invalidate_pool_on_disconnect = False  # it would go by the time of day
            self._generation += 1
        if not isinstance(context.original_exception, TimeoutError):
            return None
        return _NoAnswer(f"no answer for {_ANSWER_SECONDS:.0f} seconds")

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
            engine = create_async_engine(place, isolation_level="AUTOCOMMIT", hide_parameters=True, **options)
    except ModuleNotFoundError as error:
        raise StoreError(
            f"PostgreSQL needs the module {error.name}: run `{sys.executable} -m pip install {error.name}`."
        ) from error
    event.listen(engine.sync_engine, "connect", _read_any_date)
    return engine


def _limit_transactions(connection: AdaptedConnection, _record: ConnectionPoolEntry) -> None:
    limit = _LIMIT_TRANSACTIONS.format(_TRANSACTION_SECONDS * 1000)
    _prepare(connection, lambda driver: driver.execute(limit))


def _read_any_date(connection: AdaptedConnection, _record: ConnectionPoolEntry) -> None:
    """Have a date that Python has no room for read as a number, which is none.

    PostgreSQL has room for 290,000 years. One such row would keep all others from being read.
    """
    _prepare(connection, _set_codecs)


def _prepare(connection: AdaptedConnection, work: Callable[[Any], Awaitable[Any]]) -> None:
    """Do something with a new connection; if it breaks already, there is none."""
    try:
        connection.run_async(work)
    except Exception as error:
        connection.driver_connection.terminate()
        raise ConnectionError(str(error)) from error


async def _set_codecs(driver: Any) -> None:
    for kind, (first, step) in _COUNTED.items():
        await driver.set_type_codec(
            kind,
            schema="pg_catalog",
            format="tuple",
            encoder=partial(_as_number, first, step),
            decoder=partial(_from_number, first, step),
        )


def _as_number(first: Any, step: timedelta, value: Any) -> tuple[int]:
    return ((value - first) // step,)


def _from_number(first: Any, step: timedelta, told: tuple[int]) -> Any:
    (number,) = told
    try:
        return first + number * step
    except OverflowError:
        return number


async def _ping(driver: Any) -> None:
    await driver.execute("SELECT 1", timeout=_PING_SECONDS)
