"""Processes of the version before play on while the first new one migrates their database."""

from __future__ import annotations

from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.store.database import Database
from tests.store.versions import migrate_to, migrations

_SINCE = "0017"
"""The first migration for which this is promised."""


_REVISIONS = sorted(script.revision for script in ScriptDirectory.from_config(migrations()).walk_revisions())


@pytest.mark.parametrize("revision", [each for each in _REVISIONS if each >= _SINCE])
async def test_the_version_before_can_save_and_read(empty_url: str, revision: str) -> None:
    """A migration only adds: tables, indexes, and columns that may be left out."""
    assert await _in_the_way(empty_url, revision) == []


@pytest.mark.parametrize(
    ("revision", "found"),
    [
        ("0014", []),
        ("0010", ["bests.unwon has to be given"]),
        (
            "0005",
            [
                "bests.result is gone",
                "racers.left_race is gone",
                "races allows fewer rows, by races_one_a_channel",
            ],
        ),
        ("0011", ["servers.due_at has to be given"]),
        ("0015", ["card_emoji is gone"]),
    ],
)
async def test_what_would_be_in_the_way_is_found(empty_url: str, revision: str, found: list[str]) -> None:
    """In migrations from before the promise, of which some would break it."""
    assert await _in_the_way(empty_url, revision) == found


async def _in_the_way(url: str, revision: str) -> list[str]:
    """Return what keeps programs of the revision before from saving and reading."""
    before = _REVISIONS[_REVISIONS.index(revision) - 1]
    database = Database(url)
    tables = []
    async with database.migration() as connection:
        for each in (before, revision):
            await connection.run_sync(migrate_to, each)
            tables.append(await connection.run_sync(_tables))
    await database.close()
    old, new = tables
    return sorted(fault for name in old for fault in _faults(name, old[name], new.get(name)))


def _faults(name: str, old: _Table, new: _Table | None) -> list[str]:
    if new is None:
        return [f"{name} is gone"]
    gone = [f"{name}.{column} is gone" for column in old.columns.keys() - new.columns]
    other = [
        f"{name}.{column} is another type"
        for column in old.columns.keys() & new.columns
        if str(old.columns[column]["type"]) != str(new.columns[column]["type"])
    ]
    needed = [f"{name}.{column} has to be given" for column in sorted(new.needed - old.needed)]
    unique = [f"{name} allows fewer rows, by {each}" for each in sorted(new.limits - old.limits)]
    return [*gone, *other, *needed, *unique]


class _Table:
    """What a program has to know of a table to save into it and read from it."""

    def __init__(self, connection: Connection, name: str) -> None:
        inspector = inspect(connection)
        self.columns: dict[str, dict[str, Any]] = {
            each["name"]: dict(each) for each in inspector.get_columns(name)
        }
        self.needed = {
            column
            for column, each in self.columns.items()
            if not each["nullable"] and each["default"] is None and not each.get("primary_key")
        }
        self.limits = {str(each["name"]) for each in inspector.get_indexes(name) if each["unique"]}
        self.limits |= {str(each["name"]) for each in inspector.get_check_constraints(name)}


def _tables(connection: Connection) -> dict[str, _Table]:
    return {name: _Table(connection, name) for name in inspect(connection).get_table_names()}
