"""Copy a whole database to another one, of either kind: all of it arrives as it was, or nothing does."""

from __future__ import annotations

from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from sqlalchemy import func, insert, inspect, select, tuple_
from sqlalchemy.exc import DBAPIError

from bot.store.connections import sqlite_file
from bot.store.connections.addresses import file_of
from bot.store.connections.database import Database
from bot.store.connections.troubles import reason_of
from bot.store.errors import DatabaseInUse, StoreError, StoreFailing
from bot.store.tables import metadata
from bot.store.upkeep.last_ids import last_id, set_last_id
from bot.store.upkeep.migrate import is_up_to_date, upgrade
from bot.store.upkeep.row_digest import RowDigest

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sqlalchemy import Connection as SyncConnection
    from sqlalchemy import RowMapping, Table
    from sqlalchemy.ext.asyncio import AsyncConnection

    Progress: TypeAlias = "Callable[[int], AbstractContextManager[Callable[[int], None]]]"
    """Show how far something is: given how much there is in total, yields a function for how much is done."""

_AT_ONCE = 5_000  # rows, of which the longest have some kilobytes
_SOURCE, _TARGET = "move from", "move to"


class _Ends(NamedTuple):
    source: AsyncConnection
    target: AsyncConnection


async def transfer(source: str, target: str, progress: Progress) -> dict[str, int]:
    """Copy everything between two addresses, within one transaction; return the rows of each table.

    Every row is read back and compared before the transaction ends. Raise StoreError, leaving the target as
    it was, if anybody uses one of them, the source is not up to date or the target not empty.
    """
    if source == target:
        raise StoreError("Both addresses are the same: name a new database to move to.")
    old, new = _file(source, _SOURCE), _file(target, _TARGET)
    if old is not None and not old.exists():
        raise StoreError(f"There is no database {old.absolute()}.")
    is_new = new is not None and not new.exists()
    try:
        async with AsyncExitStack() as stack:
            ends = _Ends(await _open(stack, source, _SOURCE), await _open(stack, target, _TARGET))
            if not await ends.source.run_sync(is_up_to_date):
                raise StoreError("The database to move from has other tables: start this version on it once.")
            await ends.target.run_sync(upgrade, new)
            copied = await _copy_all(ends, progress)
    except BaseException as error:
        if new is not None and is_new:
            with suppress(OSError):  # on a disk that takes nothing there is nothing to delete
                new.unlink()
        if isinstance(error, (OSError, DBAPIError, StoreFailing)):
            raise StoreError(f"The database cannot be moved: {reason_of(error)}.") from error
        raise
    if new is not None:
        sqlite_file.mark_used(new)
    return copied


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
    read, found = RowDigest(), RowDigest()
    async for some in _batches(ends.source, table):
        read.add(some)
        await ends.target.execute(insert(table), [dict(row) for row in some])
        yield len(some)
    async for some in _batches(ends.target, table):
        found.add(some)
        yield len(some)
    if read != found:
        raise StoreError(f"Nothing has been moved: the rows of {table.name} did not arrive as they were.")
    if table.autoincrement_column is not None:
        await set_last_id(ends.target, table, await last_id(ends.source, table))


def _has_others(connection: SyncConnection) -> bool:
    """Return whether a database has tables that are not ours, even empty ones: another program's."""
    return not {*inspect(connection).get_table_names()} <= {*metadata.tables, "alembic_version"}


async def _count(connection: AsyncConnection, table: Table) -> int:
    return int((await connection.execute(select(func.count()).select_from(table))).scalar_one())


async def _batches(connection: AsyncConnection, table: Table) -> AsyncIterator[Sequence[RowMapping]]:
    """Read a table, a few thousand rows at a time: the largest have millions."""
    key = tuple_(*table.primary_key)
    query = select(table).order_by(*table.primary_key).limit(_AT_ONCE)
    following = query
    while some := (await connection.execute(following)).mappings().all():
        yield some
        last = tuple(some[-1][column.name] for column in table.primary_key)
        following = query.where(key > last)


def _file(url: str, which: str) -> Path | None:
    """Return the SQLite file at an address, None for PostgreSQL; raise StoreError if it is in memory."""
    file = file_of(url)
    if file is None and url.startswith("sqlite"):
        raise StoreError(f"The database to {which} has to be a file, or in PostgreSQL.")
    return file
