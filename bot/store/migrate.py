"""Migrate a database to the tables that this program knows, and keep a copy from before for a week."""

from __future__ import annotations

import asyncio
import glob
import logging
import shutil
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.backup import copied, delete_leftovers, delete_older, revision_in
from bot.store.database import Database
from bot.store.errors import NewerDatabase, StoreError
from bot.store.files import delete_file, size_of
from bot.store.owner import check_is_ours, revision_of

log = logging.getLogger(__name__)

_MIGRATIONS = Path(__file__).parent / "migrations"
_A_WEEK = 7 * 24 * 3600.0  # seconds
_MEGABYTE = 1_000_000


async def bring_up_to_date(database: Database) -> bool:
    """Run the missing migrations in one transaction with their record; return whether all were missing.

    An SQLite file is copied before it is upgraded, if there is room. Raise NewerDatabase, touching nothing,
    if a newer program has migrated it, and StoreError if it is too old or belongs to another program.
    """
    copy: Path | None = None
    with ExitStack() as undo:
        async with database.migration() as connection:
            found = await connection.run_sync(known_revision, database.file)
            is_old = found not in {None, newest_revision()}
            if is_old and database.file is not None:
                copy = await asyncio.to_thread(_copy_before, database.file)
            if copy is not None:
                undo.callback(delete_file, copy)  # the database is as it was, and may need the room
            await connection.run_sync(upgrade)
        undo.pop_all()
    if is_old:
        kept = f"; a copy from before is {copy}, deleted after a week" if copy else ""
        log.info("The database's tables were upgraded from %s to %s%s.", found, newest_revision(), kept)
    return found is None


def _copy_before(file: Path) -> Path | None:
    """Copy a file that is about to be upgraded, and return the copy; if there can be none, the log says why.

    A host would rather play without a copy than not at all.
    """
    copy = file.absolute().with_name(f"{file.stem}-before-{newest_revision()}{file.suffix}")
    delete_file(copy)  # from an upgrade that was taken back
    needed = 2 * size_of(file) / _MEGABYTE  # the upgrade itself may write as much
    free = shutil.disk_usage(copy.parent).free / _MEGABYTE
    try:
        if free < needed:
            raise StoreError(f"{needed:,.1f} MB have to be free in {copy.parent}, and {free:,.1f} are.")
        with copied(file, copy):
            return copy
    except StoreError as error:
        log.warning("No copy of the database is made before its tables are upgraded: %s", error)
        return None


def delete_old_copies(file: Path) -> None:
    """Delete copies from before a file's upgrades that are a week old, and what killed ones have left."""
    revision = "[0-9].[0-9][0-9][0-9][0-9]"
    name = f"{glob.escape(file.stem)}-before-{revision}{glob.escape(file.suffix)}"
    delete_older(file.parent.glob(name), _A_WEEK)
    delete_leftovers(file.parent)


def known_revision(connection: Connection, file: Path | None) -> str | None:
    """Return the revision of a database, or None if it is empty; `file` is the SQLite file, if it is one.

    Raise StoreError, touching nothing, if this program cannot upgrade it to the tables that it knows.
    """
    check_is_ours(connection, file)
    found = revision_of(connection)
    _check_known(found)
    return found


def upgrade(connection: Connection) -> None:
    """Run the migrations that a database lacks, in the connection's transaction."""
    command.upgrade(_config(connection), "head")


def _check_known(revision: str | None) -> None:
    """Raise NewerDatabase if a database of ours has a revision that this program does not know yet."""
    known = _known()
    if revision is not None and revision not in known:
        raise NewerDatabase(
            f"The database is of revision {revision} and this program knows up to {known[0]}: run the newer "
            "program, or go back to a copy of the database from before it."
        )


def check_file(path: Path) -> None:
    """Raise NewerDatabase if a newer program has migrated a file, and StoreError if it cannot be read."""
    _check_known(revision_in(path))


async def knows_all(connection: AsyncConnection) -> bool:
    """Whether no newer program keeps data in tables that this one does not know.

    Else what should be deleted would stay in them: the newer program has to do it.
    """
    return await connection.run_sync(revision_of) in _known()


def _config(connection: Connection | None = None) -> Config:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config


@cache
def _known() -> tuple[str, ...]:
    """Return the revisions that this program knows, from the newest on: read once, as they come with it."""
    return tuple(script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions())


def newest_revision() -> str:
    """Return the revision of the tables that this program has."""
    return _known()[0]
