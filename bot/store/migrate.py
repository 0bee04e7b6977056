"""Migrate a database to the tables that this program knows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from bot.store import sqlite_file
from bot.store.errors import NewerDatabase

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from bot.store.database import Database

_MIGRATIONS = Path(__file__).parent / "migrations"


async def migrate(database: Database) -> None:
    """Run the missing migrations, each in one transaction with its record.

    Raise NewerDatabase, touching nothing, if a newer program has migrated it, and StoreError if the SQLite
    file was emptied.
    """
    async with database.migration() as connection:
        await connection.run_sync(_upgrade, database.file)
    if database.file is not None:
        sqlite_file.mark_used(database.file)


def _upgrade(connection: Connection, file: Path | None) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    known = [script.revision for script in scripts.walk_revisions()]
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None and found not in known:
        raise NewerDatabase(
            f"The database is of revision {found} and this program knows up to {known[0]}: run the newer "
            "program, or go back to a copy of the database from before it."
        )
    if found is None and file is not None:
        sqlite_file.check_is_new(file)
    if found != known[0]:
        command.upgrade(config, "head")
