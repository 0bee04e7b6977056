"""Whose database it is: ours, nobody's yet or another program's, which may use Alembic as we do."""

from __future__ import annotations

import re
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect

from bot.store.errors import StoreError
from bot.store.tables import metadata

FIRST_REVISION = "1.0021"
"""That of version 0.1.0, whose tables the first migration makes."""
LAST_UPGRADING_COMMIT = "4a6530b690b1"
"""The last one that upgrades what is older than the first revision."""
_REVISION = re.compile(r"00[0-9]{2}|[0-9]\.[0-9]{4}")
"""A revision of ours, also of a newer program's; those of other programs are mostly random."""


def revision_of(connection: Connection) -> str | None:
    """Return the revision that Alembic has noted in a database, or all of them; None if there is none."""
    return ", ".join(MigrationContext.configure(connection).get_current_heads()) or None


def check_is_ours(connection: Connection, file: Path | None) -> None:
    """Raise StoreError, touching nothing, if a database belongs to another program, or is too old.

    `file` is the SQLite file, if it is one. In PostgreSQL, extensions have tables beside ours.
    """
    revision = revision_of(connection)
    found = {*inspect(connection).get_table_names()}
    ours = found & {*metadata.tables}
    is_new = not (ours if file is None else found)
    if not (is_new if revision is None else ours):
        raise _another_programs(file)
    if revision is not None:
        check_revision(revision, file)


def check_revision(revision: str, file: Path | None) -> None:
    """Raise StoreError if what has left a database at a revision is another program, or too old a one."""
    if not _REVISION.fullmatch(revision):
        raise _another_programs(file)
    if revision < FIRST_REVISION:
        raise StoreError(
            f"The database is of revision {revision}, which is too old: start Idle Year as of commit "
            f"{LAST_UPGRADING_COMMIT} on it once, then this program."
        )


def _another_programs(file: Path | None) -> StoreError:
    if file is None:
        return StoreError("The database belongs to another program: name another in DATABASE_URL.")
    return StoreError(f"The database, {file}, belongs to another program: name another file.")
