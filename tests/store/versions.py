"""Databases of older programs, for tests of what becomes of them."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from bot.store import migrate


def migrations(connection: Connection | None = None) -> Config:
    """Return all migrations, to be run over a connection."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    return config


def migrate_to(connection: Connection, revision: str) -> None:
    """Migrate a database to the tables of a program that knew this revision."""
    command.upgrade(migrations(connection), revision)
