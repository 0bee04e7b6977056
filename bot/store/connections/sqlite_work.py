"""What is done with a connection to SQLite, on its thread."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sqlalchemy import NullPool, create_engine, event

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine, Executable
    from sqlalchemy.engine.interfaces import DBAPIConnection

    from bot.store.connections.connection import Rows, Values


def sqlite_engine(place: URL, busy_seconds: float) -> Engine:
    """Return what connects to a file, and waits for other programs that write to it for some seconds."""
    engine = create_engine(
        place.set(drivername="sqlite"),
        poolclass=NullPool,
        isolation_level="AUTOCOMMIT",
        hide_parameters=True,  # in the text of errors, which are logged
        connect_args={"timeout": busy_seconds},
    )
    event.listen(engine, "connect", _set_up)
    return engine


def execute(connection: Connection, statement: Executable, parameters: Values | None) -> Rows:
    """Run a statement; return all its rows."""
    return _fetched(connection.execute(statement, parameters))


def execute_sql(connection: Connection, statement: str) -> Rows:
    """Run a statement that is written in SQL; return all its rows."""
    return _fetched(connection.exec_driver_sql(statement))


def lock_out_others(connection: Connection) -> None:
    """Keep the file from everybody else until the connection is closed, if nobody has it open.

    Each process that has opened a file for write-ahead logging holds a lock on it, even when idle.
    """
    for statement in (
        "PRAGMA busy_timeout = 0",
        "PRAGMA locking_mode = EXCLUSIVE",
        "BEGIN EXCLUSIVE",
        "ROLLBACK",
    ):
        execute_sql(connection, statement)


def roll_back(connection: Connection | None) -> None:
    """Roll back, unless nothing has begun or SQLite has already done so; else discard the connection.

    In a transaction that nobody ends, whatever comes next would be lost.
    """
    if connection is None:
        return
    try:
        if connection.connection.driver_connection.in_transaction:  # type: ignore[union-attr]  # it is open
            connection.exec_driver_sql("ROLLBACK")
    except Exception as error:  # noqa: BLE001  why there was a rollback is what has to be told
        connection.invalidate(error)


def disconnect(connection: Connection | None) -> None:
    """Close a connection if there is one, also after it was discarded."""
    if connection is not None:
        connection.close()


def _fetched(result: Rows) -> Rows:
    """Fetch all rows, as a result with a cursor may be read on this thread alone."""
    return cast("Rows", result.freeze()()) if result.returns_rows else result


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
