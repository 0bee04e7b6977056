"""Copy a whole database to another one, of either kind: all of it arrives as it was, or nothing does."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection as SyncConnection
from sqlalchemy import RowMapping, Table, func, insert, inspect, select, text, tuple_
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.addresses import file_of
from bot.store.backup import Progress
from bot.store.database import Database
from bot.store.errors import DatabaseInUse, StoreError, StoreFailing
from bot.store.files import delete_file
from bot.store.migrate import known_revision, newest_revision, upgrade
from bot.store.tables import metadata
from bot.store.troubles import reason_of

_PAGE_ROWS = 5_000  # rows, of which the longest have some kilobytes
_SOURCE, _TARGET = "move from", "move to"
_COUNTED = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
_FORGET = text("DELETE FROM sqlite_sequence WHERE name = :name")
_COUNT_ON = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)")
_SEQUENCE = text("SELECT pg_get_serial_sequence(:name, :column)")
_MODULUS = 2**256


class _Ends(NamedTuple):
    source: AsyncConnection
    target: AsyncConnection


async def transfer(source: str, target: str, progress: Progress) -> dict[str, int]:
    """Copy everything between two addresses, within one transaction; return the rows of each table.

    Every row is read back and compared before the transaction ends. Raise StoreError, leaving the target as
    it was, if anybody uses one of them, the source is not up to date or the target not empty.
    """
    old, new = _file(source, _SOURCE), _file(target, _TARGET)
    if source == target or (old is not None and new is not None and old.resolve() == new.resolve()):
        raise StoreError("Both addresses are the same: name a new database to move to.")
    if old is not None and not old.exists():
        raise StoreError(f"There is no database {old.absolute()}.")
    try:
        with ExitStack() as undo:
            if new is not None and not new.exists():
                undo.callback(delete_file, new)
            async with AsyncExitStack() as stack:
                ends = _Ends(await _open(stack, source, _SOURCE), await _open(stack, target, _TARGET))
                if await ends.source.run_sync(known_revision, old) != newest_revision():
                    raise StoreError(
                        "The database to move from has other tables: start this version on it once."
                    )
                await ends.target.run_sync(known_revision, new)
                await ends.target.run_sync(upgrade)
                copied = await _copy_all(ends, progress)
            undo.pop_all()
            return copied
    except (OSError, DBAPIError, StoreFailing) as error:
        raise StoreError(f"The database cannot be moved: {reason_of(error)}.") from error


async def _open(stack: AsyncExitStack, url: str, which: str) -> AsyncConnection:
    """Connect to a database until the stack is left, while nobody else uses it."""
    try:
        database = Database(url)
        stack.push_async_callback(database.close)
        return await stack.enter_async_context(database.alone())
    except (DatabaseInUse, StoreFailing) as error:
        raise StoreError(f"The database to {which} cannot be opened: {reason_of(error)}.") from error


async def _copy_all(ends: _Ends, progress: Progress) -> dict[str, int]:
    tables = metadata.sorted_tables  # rows come after those that they refer to
    if await ends.target.run_sync(_has_others) or any([await _count(ends.target, table) for table in tables]):
        raise StoreError("The database to move to is not empty: name a new one.")
    rows = {table.name: await _count(ends.source, table) for table in tables}
    done = 0
    with progress(2 * sum(rows.values())) as show:  # each row is copied, then compared
        for table in tables:
            async for some in _copy(ends, table):
                done += some
                show(done)
    return rows


async def _copy(ends: _Ends, table: Table) -> AsyncIterator[int]:
    """Copy a table, then compare the rows; yield how many rows have been dealt with since the last time."""
    read, found = _RowDigest(), _RowDigest()
    async for some in _batches(ends.source, table):
        read.add(some)
        # By its key, which may differ from its name: SQLAlchemy drops, silently, what it doesn't know.
        await ends.target.execute(insert(table), [{each.key: row[each] for each in table.c} for row in some])
        yield len(some)
    async for some in _batches(ends.target, table):
        found.add(some)
        yield len(some)
    if read != found:
        raise StoreError(f"Nothing has been moved: the rows of {table.name} did not arrive as they were.")
    if table.autoincrement_column is not None:
        await set_last_id(ends.target, table, await _last_id(ends.source, table))


def _has_others(connection: SyncConnection) -> bool:
    """Return whether a database has tables that are not ours, even empty ones: another program's."""
    return not {*inspect(connection).get_table_names()} <= {*metadata.tables, "alembic_version"}


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def _batches(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[RowMapping]]:
    """Read a table, a few thousand rows at a time: the largest have millions."""
    key = tuple_(*table.primary_key)
    query = select(table).order_by(*table.primary_key).limit(_PAGE_ROWS)
    following = query
    while some := (await connection.execute(following)).mappings().all():
        yield some
        last = tuple(some[-1][column] for column in table.primary_key)
        following = query.where(key > last)


def _file(url: str, which: str) -> Path | None:
    """Return the SQLite file at an address, None for PostgreSQL; raise StoreError if it is in memory."""
    file = file_of(url)
    if file is None and url.startswith("sqlite"):
        raise StoreError(f"The database to {which} has to be a file, or in PostgreSQL.")
    return file


class _RowDigest:
    """The sum of the SHA-256 of all rows: text has another order in each database."""

    def __init__(self) -> None:
        self._sum = 0

    def add(self, rows: Iterable[RowMapping]) -> None:
        """Take rows into account, as the values of Python that they were read as."""
        for row in rows:
            digest = hashlib.sha256(repr(tuple(row.values())).encode()).digest()
            self._sum = (self._sum + int.from_bytes(digest)) % _MODULUS

    def __eq__(self, other: object) -> bool:
        """Return whether both were given the same rows, in any order."""
        return isinstance(other, _RowDigest) and self._sum == other._sum

    __hash__ = None  # type: ignore[assignment]  # it changes


async def _last_id(connection: AsyncConnection, table: Table) -> int:
    """Return the last id that was given out, also to rows that were deleted since; 0 if none was.

    SQLite remembers deleted rows only of tables that ask for it.
    """
    (key,) = table.primary_key
    found = (await connection.execute(select(func.max(key)))).scalar_one() or 0
    if connection.dialect.name == "postgresql":
        sequence = await _sequence(connection, table)
        counted = await connection.execute(text(f"SELECT last_value FROM {sequence} WHERE is_called"))  # noqa: S608  PostgreSQL's own name
    elif table.dialect_options["sqlite"]["autoincrement"]:
        counted = await connection.execute(_COUNTED, {"name": table.name})
    else:
        return found
    return max(found, counted.scalar_one_or_none() or 0)


async def set_last_id(connection: AsyncConnection, table: Table, last: int) -> None:
    """Have the next row get a later id than this one."""
    if connection.dialect.name == "postgresql":
        following = select(func.setval(await _sequence(connection, table), last + 1, False))
        await connection.execute(following)
    elif table.dialect_options["sqlite"]["autoincrement"]:
        await connection.execute(_FORGET, {"name": table.name})
        await connection.execute(_COUNT_ON, {"name": table.name, "last": last})


async def _sequence(connection: AsyncConnection, table: Table) -> str:
    (key,) = table.primary_key
    names = {"name": table.name, "column": key.name}
    return str((await connection.execute(_SEQUENCE, names)).scalar_one())
