"""Migrate a database to the tables that this program knows."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database import Database
from bot.store.errors import NewerDatabase, StoreError
from bot.store.files import check_is_new, mark_used
from bot.store.tables import metadata

_MIGRATIONS = Path(__file__).parent / "migrations"
_OLD = [f"{number:04}" for number in range(1, 21)]
"""Twenty migrations from before the first release; the last one left the tables that are now the first."""
_LAST_WITH_OLD = "d44198d74a4a"


async def bring_up_to_date(database: Database) -> bool:
    """Run the missing migrations in one transaction with their record; return whether all were missing.

    Raise NewerDatabase, touching nothing, if a newer program has migrated it, and StoreError if the SQLite
    file was emptied or the database belongs to another program.
    """
    async with database.migration() as connection:
        is_new = await connection.run_sync(upgrade, database.file)
    if database.file is not None:
        mark_used(database.file)
    return is_new


def is_up_to_date(connection: Connection) -> bool:
    """Return whether a database has the tables that this program knows; if not, nothing is touched."""
    return _revision(connection) == _known()[0]


def upgrade(connection: Connection, file: Path | None) -> bool:
    """Run the missing migrations in the connection's transaction; return whether the database was new.

    `file` is the SQLite file, if it is one.
    """
    config = _config(connection)
    found = _revision(connection)
    check_known(found)
    if found is None:
        _check_is_ours(connection, file)
    if found == _OLD[-1]:
        command.stamp(config, _known()[-1], purge=True)
    if found != _known()[0]:
        command.upgrade(config, "head")
    return found is None


def check_known(revision: str | None) -> None:
    """Raise NewerDatabase if a database has a revision that this program does not know yet.

    Raise StoreError if it is one that this program no longer knows how to upgrade.
    """
    if revision is None or revision == _OLD[-1]:
        return
    if revision in _OLD:
        raise StoreError(
            f"The database is of revision {revision}, which is too old: start Idle Year as of commit "
            f"{_LAST_WITH_OLD} on it once, then this program."
        )
    known = _known()
    if revision not in known:
        raise NewerDatabase(
            f"The database is of revision {revision} and this program knows up to {known[0]}: run the newer "
            "program, or go back to a copy of the database from before it."
        )


async def knows_all(connection: AsyncConnection) -> bool:
    """Whether no newer program keeps data in tables that this one does not know.

    Else what should be deleted would stay in them: the newer program has to do it.
    """
    return await connection.run_sync(_revision) in _known()


def _check_is_ours(connection: Connection, file: Path | None) -> None:
    """Raise StoreError if a database without a revision was emptied, or belongs to another program.

    In PostgreSQL, extensions have tables beside ours.
    """
    found = {*inspect(connection).get_table_names()}
    if file is not None:
        check_is_new(file)
        if found:
            raise StoreError(f"The database, {file}, belongs to another program: name another file.")
    elif found & {*metadata.tables}:
        raise StoreError("The database belongs to another program: name another in DATABASE_URL.")


def _config(connection: Connection | None = None) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


@cache
def _known() -> tuple[str, ...]:
    """Return the revisions that this program knows, from the newest on: read once, as they come with it."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def _revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()
