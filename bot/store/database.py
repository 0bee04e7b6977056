"""The database that an address names, SQLite or PostgreSQL: the one place where the two differ."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from sqlalchemy import URL, CursorResult, Executable, Table, func, insert, make_url, select, text, update
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.clock import Clock, utc_now
from bot.store.files import OpenFile, prepare_file
from bot.store.postgres import Postgres
from bot.store.rows import T, fitting
from bot.store.sqlite import Sqlite, lock_out_others
from bot.store.tables import games
from bot.store.troubles import DatabaseInUse, StoreClosed, StoreError, StoreLocked, Troubles
from bot.store.waits import TurnWait, telling_of_file, telling_of_locks

SQLITE, POSTGRES = "sqlite+aiosqlite", "postgresql+asyncpg"
MANY = 0
"""Stands for many players' data: deletions of it lock rows in orders of their own, and would deadlock."""

_SSL = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_OPTIONS = ("host", "port", "ssl", "passfile", "service", "servicefile", "prepared_statement_cache_size")
"""What may follow the `?` with PostgreSQL: nothing else reaches asyncpg as a text that it understands."""
_OPTIONS_OF_FILES = ("uri", "timeout", "detect_types", "cached_statements")
_NUMBERS = {"port", "prepared_statement_cache_size", "timeout", "detect_types", "cached_statements"}
_NUMBER = re.compile("[0-9]{1,9}")
_BUSY_SECONDS, _BUSY_SECONDS_MIGRATING = 1.2, 10.0
"""How long to wait for another program: whoever has pressed something is told so within three seconds."""
_MIGRATION_LOCK = 1883_0052  # any number will do, so long as no other program locks the same one
_PING, _PING_POSTGRES = select(1), text(f"LOCK TABLE {games.name} IN ROW EXCLUSIVE MODE")
"""They need what saving a move needs; SQLite's transactions lock the whole file by themselves."""
_IN_USE = "it is in use: stop the bot, and disconnect whatever else is connected"
_CONNECTED = (
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND backend_type = 'client backend'"
)
_OWN_CONNECTIONS = 2  # while it migrates
_TURN_LOCK, _TURN_SECONDS = 1883_0053, 0.1


def read_address(url: str) -> URL:
    """Return the parts of an address; raise StoreError if it is not of a database that we know."""
    try:
        place = make_url(url)
    except (ArgumentError, ValueError):  # the latter quotes a part, which may be the password
        place = None
    # After two slashes comes a host, which only PostgreSQL has.
    if place is None or place.drivername not in ((POSTGRES,) if place.host else (SQLITE, POSTGRES)):
        raise StoreError(
            f"The address of the database must start with {SQLITE}:///path or {POSTGRES}://user@host/name."
        )
    if "\0" in unquote(url):
        raise StoreError("The address of the database holds %00, which no name can: take it away.")
    place = _with_known_options(place) if place.drivername == POSTGRES else _of_a_file(place)
    if not all(_NUMBER.fullmatch(str(place.query[name])) for name in _NUMBERS & place.query.keys()):
        raise StoreError(
            f"In the address of the database, these options must be numbers: {', '.join(sorted(_NUMBERS))}."
        )
    return place


def _of_a_file(place: URL) -> URL:
    """Return an address of SQLite; raise StoreError for an option that would be ignored."""
    if "uri" not in place.query and not place.query.keys() <= set(_OPTIONS_OF_FILES):
        raise _unknown_option(_OPTIONS_OF_FILES)
    return place


def _unknown_option(known: Iterable[str]) -> StoreError:
    return StoreError(
        "The address of the database has an option that is not known after its question mark: "
        f"take it away. Known are {', '.join(known)}."
    )


def _with_known_options(place: URL) -> URL:
    """Return an address of PostgreSQL with the name that asyncpg has for `sslmode`, which hosts hand out.

    Raise StoreError, quoting nothing, for any option that asyncpg cannot take from an address.
    """
    options = {"ssl" if name == "sslmode" else name: value for name, value in place.query.items()}
    if not options.keys() <= set(_OPTIONS):
        raise _unknown_option(("sslmode", *_OPTIONS))
    if options.get("ssl", "prefer") not in _SSL:
        raise StoreError(f"In the address of the database, sslmode must be one of {', '.join(_SSL)}.")
    return place.set(query=options)


def is_in_memory(url: str) -> bool:
    """Return whether an address names no place that lasts; raise StoreError as `read_address` does."""
    place = read_address(url)
    name = place.database or ":memory:"
    return place.drivername == SQLITE and (":memory:" in name or place.query.get("mode") == "memory")


def file_of(url: str) -> Path | None:
    """Return the SQLite file at an address, and None for memory or PostgreSQL; else raise StoreError."""
    place = read_address(url)
    if place.drivername != SQLITE or is_in_memory(url) or "uri" in place.query:
        return None
    return Path(str(place.database))


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
        self._sqlite = place.drivername == SQLITE
        self.file = file_of(url)
        """The SQLite file; None in memory, and with PostgreSQL."""
        self.name = place.render_as_string() if self.file is None else str(self.file.absolute())
        """What the log calls it: the file, or the address with *** in the place of the password."""
        if self.file is not None:
            prepare_file(self.file)
        self._open_file = None if self.file is None else OpenFile(self.file)
        self.troubles = Troubles()
        self._connections = (
            Sqlite(place, self._open_file, self.troubles, _BUSY_SECONDS)
            if self._sqlite
            else Postgres(place, self.troubles, _BUSY_SECONDS)
        )
        self.note_seconds: Callable[[float], None] | None = None
        """What is told how long each statement or transaction took."""
        self.note_unreadable: Callable[[], None] = lambda: None
        """What is told of each row that could not be read."""
        self._at_work = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False

    async def execute(
        self, statement: Executable, values: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None
    ) -> CursorResult[*tuple[Any, ...]]:
        """Run a statement, for each of several sets of values if there are several; return all its rows.

        Raise StoreClosed once the database is closed, and StoreFailing if it does not work at the moment.
        """
        with self._working():
            async with self._connections.statement() as connection:
                return await connection.execute(statement, values)

    def fitting(self, shape: type[T], rows: Iterable[Sequence[Any]]) -> list[T]:
        """Return a named tuple for each row that can be read; `shape` has its fields in their order."""
        return fitting(shape, rows, partial(self.leave_out, shape.__name__))

    def leave_out(self, what: str, columns: list[str]) -> None:
        """Log and count a row, or a part of it, that cannot be read."""
        self.troubles.note_unreadable(what, columns)
        self.note_unreadable()

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
        if isinstance(self._connections, Postgres):
            # The pool keeps the first connection: by that, `alone` notices a bot which has nothing to do.
            pool = self._connections
            async with (
                pool.statement() as beside,
                pool.transaction(patient=True) as connection,
                telling_of_locks(connection, beside),
            ):
                await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
                yield connection
            return
        async with AsyncExitStack() as stack:
            with telling_of_file(self.name, _BUSY_SECONDS_MIGRATING):
                await self._write_ahead()
                await self._wait_for_others(_BUSY_SECONDS_MIGRATING)
                writing = await stack.enter_async_context(self.transaction())
            yield writing
        await self._wait_for_others(_BUSY_SECONDS)

    @asynccontextmanager
    async def alone(self) -> AsyncIterator[AsyncConnection]:
        """Borrow a connection for a transaction while no bot runs on the database, and none can start.

        Raise DatabaseInUse if anybody else is connected.
        """
        if self._sqlite:
            try:
                async with self.statement() as connection:
                    await lock_out_others(connection)
            except StoreLocked as error:
                raise DatabaseInUse(_IN_USE) from error
            async with self.transaction() as connection:
                yield connection
        else:
            # A bot that starts wants to migrate first, and waits; before that, it may have come in between.
            async with self.migration() as connection:
                if (await connection.exec_driver_sql(_CONNECTED)).scalar_one() > _OWN_CONNECTIONS:
                    raise DatabaseInUse(_IN_USE)
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
            wait = TurnWait(connection, _TURN_LOCK, number)
            # A process that ends loses its connection, and the lock with it.
            while not (await connection.execute(lock)).scalar_one():
                await wait.go_on()
                await asyncio.sleep(_TURN_SECONDS)
            try:
                yield
            finally:
                await connection.execute(unlock)

    async def ping(self) -> None:
        """Begin to write, and write nothing; raise StoreFailing unless a player could save a move.

        That is also raised if the disk was full within the last minute, or if SQLite's file was moved away.
        """
        async with self.transaction() as connection:
            await take_part(connection)
            await connection.execute(_PING if self._sqlite else _PING_POSTGRES)
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
        """Keep the database from closing while the block runs; raise StoreClosed once it is closed."""
        if self._closed:
            raise StoreClosed("The database is closed: the program is about to end.")
        self._at_work += 1
        self._idle.clear()
        arrived = time.monotonic()
        try:
            yield
        finally:
            if self.note_seconds is not None:
                self.note_seconds(time.monotonic() - arrived)
            self._at_work -= 1
            if self._at_work == 0:
                self._idle.set()

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
