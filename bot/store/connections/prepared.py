"""Statements that SQLAlchemy writes once, and SQLite's driver runs.

SQLAlchemy's own way to the driver and back takes as long as SQLite takes to save a move, which is what is
asked of it at every press.
"""

from __future__ import annotations

import sqlite3
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from sqlalchemy import Connection, Executable
    from sqlalchemy.sql.compiler import SQLCompiler

_DIALECT = sqlite.dialect(paramstyle="named")


class _Prepared(NamedTuple):
    sql: str
    fixed: Mapping[str, Any]
    """The values that the statement itself names."""
    converted: Mapping[str, Callable[[Any], Any]]
    """What turns a value into one that the driver takes, for those that need it."""


def value_of(connection: Connection, statement: Executable, values: Mapping[str, Any]) -> Any:
    """Run a statement; return the first value of its first row as SQLite has it, or None if there is no row.

    Raise DBAPIError, as SQLAlchemy does.
    """
    prepared = _prepare(statement)
    bound = {**prepared.fixed, **values}
    for name, convert in prepared.converted.items():
        bound[name] = convert(bound[name])
    driver: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]  # it is open
    try:
        # All rows: only then has SQLite committed, or failed to.
        rows = driver.execute(prepared.sql, bound).fetchall()
    except sqlite3.Error as error:
        # Without the values: they may be secret, and errors are logged.
        raise DBAPIError.instance(prepared.sql, None, error, sqlite3.Error) from error
    return rows[0][0] if rows else None


@cache
def _prepare(statement: Executable) -> _Prepared:
    """Write the SQL of a statement; each is one of a few that are built once."""
    written: SQLCompiler = statement.compile(dialect=_DIALECT)  # type: ignore[attr-defined]  # it is SQL
    kinds = {name: bind.type.dialect_impl(_DIALECT) for name, bind in written.binds.items()}
    converters = {name: kind.bind_processor(_DIALECT) for name, kind in kinds.items()}
    needed = {name: convert for name, convert in converters.items() if convert is not None}
    return _Prepared(str(written), written.params, needed)
