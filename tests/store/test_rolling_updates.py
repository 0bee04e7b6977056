"""Processes of the version before play on while the first new one migrates their database."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from bot.store import (
    Daily,
    Ended,
    NewGame,
    NewVersion,
    PlayerSettings,
    Status,
    Store,
    StoreFailing,
    open_store,
)
from bot.store.database import Database
from tests.clock import Clock, clock, store
from tests.puzzles import SHORT, stock
from tests.store.versions import AddMigration, add_migration, migrate_to, migrations

__all__ = ["add_migration", "clock", "store"]
_REVISIONS = sorted(script.revision for script in ScriptDirectory.from_config(migrations()).walk_revisions())


async def test_the_version_before_can_save_and_read(empty_url: str) -> None:
    """A migration only adds: tables, indexes, and columns that may be left out."""
    database = Database(empty_url)
    async with database.migration() as connection:
        before: dict[str, _Table] = {}
        for revision in _REVISIONS:
            await connection.run_sync(migrate_to, revision)
            now = await connection.run_sync(_tables)
            assert _in_the_way(before, now) == []
            before = now
    await database.close()


async def test_the_version_before_plays_on_in_an_upgraded_database(
    url: str, add_migration: AddMigration
) -> None:
    """A process that runs while another one upgrades the database saves and reads on in it."""
    async with await open_store(url) as before:
        row = await before.games.create(NewGame(1, 2, 8, "parlett", 1, "tuesday"))
        add_migration("ALTER TABLE games ADD COLUMN more INTEGER DEFAULT 7", "CREATE TABLE more (id INTEGER)")
        async with await open_store(url) as after:
            await before.games.save(row.seen, NewVersion(1, "d", "", Status.FINISHED, Ended("stuck", 7, 45)))
            for each in (before, after):
                assert (await each.results.record(1, "parlett")).played == 1
            again = await before.games.create(NewGame(1, 2, 8, "parlett", 1, "friday"))
            assert await after.games.get(again.id) == again


async def test_what_only_a_newer_version_knows_stays(store: Store) -> None:
    """Whoever chooses again on the version before keeps what they have chosen on the newer one."""

    async def choose() -> None:
        await store.settings.put(1, a_line=5)
        await store.servers.put(1, 2, 8, 3)
        await store.servers.choose_language(1, "de")
        await store.reminders.put(1, 8, "UTC")

    await choose()
    names, run = ("looks", "servers", "server_languages", "reminders"), store.settings._database.execute
    for name in names:
        await run(text(f"ALTER TABLE {name} ADD COLUMN newer TEXT"))
        await run(text(f"UPDATE {name} SET newer = 'chosen'"))  # noqa: S608
    await choose()
    found = [(await run(text(f"SELECT newer FROM {name}"))).scalar_one() for name in names]  # noqa: S608
    assert found == ["chosen"] * len(names)


async def test_a_kind_of_game_from_a_newer_version_gives_way_to_none(store: Store) -> None:
    """A deal by the version before resigns no game of a kind that only the newer one knows."""
    new = NewGame(1, 2, 8, "parlett", 1, "tuesday")
    row = await store.games.create(new)
    await store.games._database.execute(text("UPDATE games SET kind = 'duel'"))
    await store.games.create(new._replace(seed="friday"))
    kept = await store.games.get(row.id)
    assert kept is not None
    assert kept.status is Status.PLAYING


async def test_a_choice_from_a_newer_version_is_the_usual_one(store: Store) -> None:
    """A choice that only a newer version offers counts as none; the player's other choices stand."""
    await store.settings.put(1, a_line=5)
    await store.settings._database.execute(text("UPDATE looks SET cards = 'holograms', colours = 'ten'"))
    assert await store.settings.get(1) == PlayerSettings(a_line=5)


async def test_a_daily_of_a_game_from_a_newer_version_is_made_again(store: Store) -> None:
    """A daily of a game that only a newer version knows keeps nobody from playing one of the same key."""
    daily = Daily(date(2026, 11, 20), "accordion", "parlett", 1, "tuesday", "key", 1, 3, 0.5)
    await store.dailies.save(daily._replace(game="newer-game"))
    assert await store.dailies.get(daily.day, "accordion") is None
    assert await store.dailies.save(daily) == daily


async def test_a_puzzle_from_a_newer_source_can_be_tried(store: Store) -> None:
    """A puzzle whose source only a newer version knows is dealt like the others."""
    await stock(store, SHORT)
    await store.puzzles._database.execute(text("UPDATE puzzles SET source = 'newer'"))
    assert await store.puzzles.next(1, SHORT.game, SHORT.revision) is not None


async def test_a_person_is_deleted_by_the_version_that_knows_all_tables(store: Store, clock: Clock) -> None:
    """The version before deletes nothing of a person or a server that the newer one may know more of."""
    row, run = (
        await store.games.create(NewGame(1, 2, 8, "parlett", 1, "tuesday")),
        store.games._database.execute,
    )
    await store.games.save(row.seen, NewVersion(1, "d", "", Status.FINISHED, Ended("stuck", 7, 45)))
    await store.departures.left(8)
    clock.wait(20 * 24 * 60)
    (known,) = (await run(text("SELECT version_num FROM alembic_version"))).one()
    await run(text("UPDATE alembic_version SET version_num = '9.0001'"))
    with pytest.raises(StoreFailing):
        await store.privacy.delete(1)
    assert not await store.departures.forget(8)
    assert await store.games.get(row.id)
    assert await store.departures.long_gone() == [8]
    await run(text("UPDATE alembic_version SET version_num = :known"), {"known": known})
    assert await store.departures.forget(8)
    await store.privacy.delete(1)
    assert await store.games.get(row.id) is None


@pytest.mark.parametrize(
    ("migration", "found"),
    [
        ("CREATE TABLE more (id INTEGER); CREATE INDEX slow ON games (seed)", []),
        ("ALTER TABLE looks ADD COLUMN size TEXT; ALTER TABLE games ADD COLUMN more INTEGER DEFAULT 1", []),
        ("DROP TABLE secrets; CREATE TABLE secrets (name TEXT, value TEXT)", []),
        ("DROP TABLE secrets", ["secrets is gone"]),
        ("ALTER TABLE looks DROP COLUMN deals", ["looks.deals is gone"]),
        ("CREATE UNIQUE INDEX one_each ON races (message)", ["races allows fewer rows, by one_each"]),
        (
            "DROP TABLE secrets; CREATE TABLE secrets (name TEXT, value BIGINT, more TEXT NOT NULL)",
            ["secrets.more has to be given", "secrets.value is another type"],
        ),
    ],
)
async def test_what_would_be_in_the_way_is_found(url: str, migration: str, found: list[str]) -> None:
    """Changes that would be in the way of the version before are found in a migration."""
    database = Database(url)
    async with database.migration() as connection:
        before = await connection.run_sync(_tables)
        for statement in migration.split(";"):
            await connection.exec_driver_sql(statement)
        assert _in_the_way(before, await connection.run_sync(_tables)) == found
    await database.close()


def _in_the_way(old: dict[str, _Table], new: dict[str, _Table]) -> list[str]:
    """Return what keeps programs that know the old tables from saving and reading."""
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
    of_new_columns = {f"{name}_{column}" for column in new.columns.keys() - old.columns}
    limits = sorted(new.limits - old.limits - of_new_columns)
    unique = [f"{name} allows fewer rows, by {each}" for each in limits]
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
