"""Databases of older programs: upgraded at the start, with all that is in them."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, bindparam, inspect, text
from sqlalchemy.exc import DBAPIError

from bot.store import NewGame, Ranking, StoreError, open_store
from bot.store.columns import Moment
from bot.store.database import Database
from bot.store.tables import metadata
from tests.databases import sqlite_address
from tests.service.racing import going_on
from tests.store.versions import make_old, migrate_to, migrations


async def test_an_empty_database_is_migrated_to_the_tables_of_the_code(empty_url: str) -> None:
    """Migrations and table definitions agree."""
    await (await open_store(empty_url)).close()
    database = Database(empty_url)
    async with database.statement() as connection:
        differences = await connection.run_sync(_differences)
    await database.close()
    assert differences == []


def _differences(connection: Connection) -> object:
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


_ROWS = """
INSERT INTO games
    (owner, channel, guild, game, revision, seed, moves, undone, version, status, kind, public,
    created_at, updated_at)
    VALUES (7, 2, 3, 'parlett', 1, 'tuesday', 'd', '', 2, 'playing', 'race', false, :then, :later),
        (7, 2, 3, 'push-pin', 1, 'friday', 'd', '', 2, 'finished', 'free', false, :then, :then);
INSERT INTO results
    (game_id, player, guild, game, kind, outcome, assisted, "left", moves, seconds, ended_at)
    VALUES (2, 7, 3, 'push-pin', 'free', 'stuck', 0, 5, 60, 90, :then);
INSERT INTO bests (player, guild, game, period, unwon, assisted, "left", moves, seconds)
    VALUES (7, 3, 'push-pin', 'all', 1, 0, 5, 60, 90), (8, 3, 'push-pin', 'all', 0, 0, 0, 40, 50);
INSERT INTO hidden_players (guild, player) VALUES (3, 8);
INSERT INTO races (guild, channel, starter, game, seed, started_at, ends_at, over)
    VALUES (3, 2, 7, 'parlett', 'tuesday', :then, :then, false);
INSERT INTO racers (race, player, game_id) VALUES (1, 7, 1);
INSERT INTO secrets (name, value) VALUES ('kept', 's3cret')
"""


async def test_what_the_last_old_migration_left_is_taken_over(empty_url: str) -> None:
    """What the last old migration left is taken over with all that is in it, also at the second start."""
    await make_old(empty_url)
    database, then = Database(empty_url), datetime(2026, 11, 20, tzinfo=UTC)
    moments = {"then": then, "later": then + timedelta(seconds=100)}
    async with database.transaction() as connection:
        for statement in _ROWS.split(";"):
            of_moments = [
                bindparam(name, moment, Moment) for name, moment in moments.items() if f":{name}" in statement
            ]
            await connection.execute(text(statement).bindparams(*of_moments))
    for new in (3, 4):
        async with await open_store(empty_url) as store:
            (place,) = await store.ranks.page(Ranking(3, "push-pin", "all"), 0, 10)
            assert (place.player, place.left, place.moves, place.seconds) == (7, 5, 60, 90)
            (race,) = await going_on(store)
            assert await store.races.joined(race.id, 7) == 1
            assert await store.secrets.get("kept") == "s3cret"
            seated = await store.games.get(1)
            assert seated is not None
            assert (seated.id, seated.moves, seated.created_at) == (1, "d", then)
            assert seated.seconds == 100
            assert (await store.games.create(NewGame(7, 2, 3, "parlett", 1, "sunday", moves="d"))).id == new
    async with database.statement() as connection:
        assert await connection.run_sync(_differences) == []
    await database.close()


@pytest.mark.parametrize("revision", ["0001", "0019"])
async def test_what_an_older_migration_left_is_refused(empty_url: str, revision: str) -> None:
    """What an older migration left is refused in one sentence that says what to start in between."""
    await make_old(empty_url)
    database = Database(empty_url)
    await database.execute(text("UPDATE alembic_version SET version_num = :old"), {"old": revision})
    with pytest.raises(StoreError) as refused:
        await open_store(empty_url)
    assert re.fullmatch(
        rf"The database is of revision {revision}, which is too old: "
        r"start Idle Year as of commit [0-9a-f]{12} on it once, then this program\.",
        str(refused.value),
    )
    found = await database.execute(text("SELECT version_num FROM alembic_version"))
    assert found.scalar_one() == revision
    await database.close()


_BEFORE_CHECKS = "1.0014"


async def _fill(url: str, *more: str) -> None:
    """Make a database of the tables that refused nothing, with rows and whatever else is wanted in it."""
    database, then = Database(url), datetime(2026, 11, 20, tzinfo=UTC)
    async with database.migration() as connection:
        await connection.run_sync(migrate_to, _BEFORE_CHECKS)
        for statement in _ROWS.split(";"):
            of_moments = [
                bindparam(name, then, Moment) for name in ("then", "later") if f":{name}" in statement
            ]
            await connection.execute(text(statement).bindparams(*of_moments))
        for statement in more:
            await connection.exec_driver_sql(statement)
    await database.close()


async def _kept(url: str) -> list[object]:
    """Return all that is in a database, and what it is made of."""
    database = Database(url)
    async with database.statement() as connection:
        names = await connection.run_sync(lambda each: sorted(inspect(each).get_table_names()))
        rows = [(await connection.exec_driver_sql(f'SELECT * FROM "{name}"')).all() for name in names]  # noqa: S608
        made = await connection.run_sync(_refused)
    await database.close()
    return [names, rows, made]


async def test_tables_made_anew_keep_all_that_was_theirs(empty_url: str) -> None:
    """No id is given out twice, who hides stays hidden, and a host's own index and view are still there."""
    await _fill(
        empty_url,
        "INSERT INTO games (owner, channel, game, revision, seed, moves, undone, version, status, public, "
        "created_at, updated_at) SELECT 9, 2, game, 1, seed, '', '', 1, 'finished', public, created_at, "
        "updated_at FROM games",
        "DELETE FROM games WHERE owner = 9",
        "CREATE INDEX a_hosts_own ON games (seed)",
        "CREATE VIEW a_hosts_view AS SELECT seed FROM games",
    )
    async with await open_store(empty_url) as store:
        assert (await store.games.create(NewGame(7, 2, 3, "parlett", 1, "sunday"))).id == 5
        await store.ranks.show(3, 8)
        assert (await store.ranks.own_place(Ranking(3, "push-pin", "all"), 8)).players == 2
        await store.ranks.hide(3, 8)
        assert (await store.ranks.own_place(Ranking(3, "push-pin", "all"), 8)).players == 1
        found = await store.games._database.execute(text("SELECT seed FROM a_hosts_view"))
        assert len(found.all()) == 3
        async with store.games._database.statement() as connection:
            indexes = await connection.run_sync(lambda each: inspect(each).get_indexes("games"))
            assert "a_hosts_own" in {each["name"] for each in indexes}
            with pytest.raises(DBAPIError):
                await connection.execute(text("DELETE FROM games WHERE id = 1"))  # a race refers to it


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (
            "UPDATE games SET undos = -1 WHERE id = 2",
            "the row of games with id = '?2'? has '?-1'? in the column undos",
        ),
        (
            "UPDATE bests SET unwon = 7 WHERE player = 8",
            "the row of bests with player = '?8'? AND guild = '?3'? AND game = 'push-pin' AND period = 'all' "
            "has '?7'? in the column unwon",
        ),
        (
            "UPDATE results SET outcome = 'x'",
            "the row of results with id = '?1'? has 'x' in the column outcome",
        ),
    ],
)
async def test_a_row_that_does_not_fit_is_named(empty_url: str, wrong: str, told: str) -> None:
    """A row that the tables would refuse is named with what to do, and nothing is upgraded."""
    await _fill(empty_url, wrong)
    before = await _kept(empty_url)
    with pytest.raises(StoreError, match=told) as refused:
        await open_store(empty_url)
    assert "correct that or delete the row, then start again" in str(refused.value)
    assert await _kept(empty_url) == before


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("UPDATE games SET moves = x'ff00' WHERE id = 2", "games with id = 2 has a blob in the column moves"),
        ("UPDATE games SET version = 1.5 WHERE id = 2", "games with id = 2 has 1.5 in the column version"),
        ("UPDATE races SET ends_at = 'soon'", "races with id = 1 has 'soon' in the column ends_at"),
        ("UPDATE games SET day = '2026-02-31' WHERE id = 1", "id = 1 has '2026-02-31' in the column day"),
        (
            "INSERT INTO racers VALUES (1, 8, 99)",
            "the row of racers with rowid = 2 belongs to a row of games",
        ),
    ],
)
async def test_what_only_sqlite_would_hold_is_named(tmp_path: Path, wrong: str, told: str) -> None:
    """A row with another type than its column's, or of a row that is gone, is named as well."""
    url = sqlite_address(tmp_path / "games.db")
    await _fill(url)
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        connection.execute(wrong)
    before = await _kept(url)
    with pytest.raises(StoreError, match=told):
        await open_store(url)
    assert await _kept(url) == before


async def test_tables_that_refuse_can_be_downgraded(empty_url: str) -> None:
    """A host who goes back to the version before, and forth again, keeps everything."""
    await _fill(empty_url)
    await (await open_store(empty_url)).close()
    before = await _kept(empty_url)
    database = Database(empty_url)
    async with database.migration() as connection:
        await connection.run_sync(lambda each: command.downgrade(migrations(each), _BEFORE_CHECKS))
    await database.close()
    assert await _kept(empty_url) != before
    await (await open_store(empty_url)).close()
    assert await _kept(empty_url) == before


async def test_a_migration_that_fails_leaves_nothing(empty_url: str) -> None:
    """A migration and its record are one transaction."""
    database = Database(empty_url)
    with pytest.raises(DBAPIError):
        await _create_twice(database)
    async with database.migration() as connection:
        await connection.exec_driver_sql("CREATE TABLE half_done (id INTEGER)")
    await database.close()


async def _create_twice(database: Database) -> None:
    async with database.migration() as connection:
        for _ in range(2):
            await connection.exec_driver_sql("CREATE TABLE half_done (id INTEGER)")
