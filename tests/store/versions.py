"""Databases of older programs, for tests of what becomes of them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from bot.store import migrate
from bot.store.addresses import file_of
from bot.store.database import Database

_OLD = Path(__file__).parent / "revision_0020"


async def make_old(url: str) -> None:
    """Fill an empty database with the tables that the last of the twenty old migrations left."""
    file = file_of(url)
    if file is not None:
        with closing(sqlite3.connect(file)) as connection:
            connection.executescript((_OLD / "sqlite.sql").read_text())
        return
    database = Database(url)
    async with database.statement() as borrowed:
        driver = (await borrowed.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.execute((_OLD / "postgresql.sql").read_text())
    await database.close()


def migrations(connection: Connection | None = None) -> Config:
    """Return all migrations, to be run over a connection."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    return config


def migrate_to(connection: Connection, revision: str) -> None:
    """Migrate a database to the tables of a program that knew this revision."""
    command.upgrade(migrations(connection), revision)
