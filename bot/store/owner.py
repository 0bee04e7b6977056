"""Whose database it is: ours, nobody's yet or another program's, which may use Alembic as we do."""

from __future__ import annotations

import re
from pathlib import Path

from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect

from bot.store.errors import StoreError
from bot.store.tables import metadata

_REVISION = re.compile(r"00[0-9]{2}|[0-9]\.[0-9]{4}")
"""A revision of ours, also of a newer program's; those of other programs are mostly random."""


def revision_of(connection: Connection) -> str | None:
    """Return the revision that Alembic has noted in a database, or all of them; None if there is none."""
    return ", ".join(MigrationContext.configure(connection).get_current_heads()) or None


def check_is_ours(connection: Connection, file: Path | None) -> None:
    """Raise StoreError, touching nothing, if a database belongs to another program.

    `file` is the SQLite file, if it is one. In PostgreSQL, extensions have tables beside ours.
    """
    revision = revision_of(connection)
    found = {*inspect(connection).get_table_names()}
    ours = found & {*metadata.tables}
    if revision is not None:
        check_revision_is_ours(revision, file)
        is_ours = bool(ours)
    else:
        is_ours = not (ours if file is None else found)
    if not is_ours:
        raise _another_programs(file)


def check_revision_is_ours(revision: str, file: Path | None) -> None:
    """Raise StoreError if no program of ours, old or new, has left a database at a revision."""
    if not _REVISION.fullmatch(revision):
        raise _another_programs(file)


def _another_programs(file: Path | None) -> StoreError:
    if file is None:
        return StoreError("The database belongs to another program: name another in DATABASE_URL.")
    return StoreError(f"The database, {file}, belongs to another program: name another file.")
