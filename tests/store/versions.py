"""All migrations, and a made-up one after them, for tests of upgrades."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.store import migrate
from bot.store.tables import metadata

MIGRATIONS = migrate._MIGRATIONS
LATER = "2.0001"
"""The revision of the made-up migration."""
AddMigration: TypeAlias = Callable[..., None]
_LATER = """
from alembic import op

revision, down_revision = {revision!r}, {before!r}


def upgrade():
    for statement in {statements!r}:
        op.execute(statement)
"""


@pytest.fixture
def add_migration(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> AddMigration:
    """Return what has this program know one more migration, which runs some statements."""

    def add(*statements: str) -> None:
        folder = tmp_path_factory.mktemp("later") / "migrations"
        shutil.copytree(MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
        made_up = _LATER.format(revision=LATER, before=newest(), statements=statements)
        (folder / "versions" / "later.py").write_text(made_up)
        monkeypatch.setattr(migrate, "_MIGRATIONS", folder)
        monkeypatch.setattr(migrate, "_known", cache(migrate._known.__wrapped__))

    return add


def migrations(connection: Connection | None = None) -> Config:
    """Return all migrations that there are, to be run over a connection."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def newest() -> str:
    """Return the revision of the last one."""
    head = ScriptDirectory.from_config(migrations()).get_current_head()
    assert head is not None
    return head


def migrate_to(connection: Connection, revision: str) -> None:
    """Migrate a database to the tables of a program that knew this revision."""
    command.upgrade(migrations(connection), revision)


def differences(connection: Connection) -> object:
    """Compare the tables with those of the code, which then take their place."""
    different = compare_metadata(MigrationContext.configure(connection), metadata)
    refused = _refused(connection)
    metadata.drop_all(connection)
    metadata.create_all(connection)
    return different or sorted({*refused} ^ {*_refused(connection)})


def _refused(connection: Connection) -> list[str]:
    """Return what tables refuse, which Alembic does not compare."""
    strict = "SELECT name FROM pragma_table_list WHERE strict"
    found = connection.exec_driver_sql(strict).scalars().all() if connection.dialect.name == "sqlite" else []
    look = inspect(connection)
    return [
        *found,
        *(
            f"{table}.{each['name']}: {each['sqltext']}"
            for table in sorted({*metadata.tables} & {*look.get_table_names()})
            for each in look.get_check_constraints(table)
        ),
    ]
