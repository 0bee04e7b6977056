"""The last id that a table has given out: old messages name ids, so none may be given out twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select, text

if TYPE_CHECKING:
    from sqlalchemy import Table
    from sqlalchemy.ext.asyncio import AsyncConnection

_COUNTED = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
_FORGET = text("DELETE FROM sqlite_sequence WHERE name = :name")
_COUNT_ON = text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)")
_SEQUENCE = text("SELECT pg_get_serial_sequence(:name, :column)")


async def last_id(connection: AsyncConnection, table: Table) -> int:
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
