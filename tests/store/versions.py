"""All migrations, and a made-up one after them, for tests of upgrades."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.store import migrate

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
