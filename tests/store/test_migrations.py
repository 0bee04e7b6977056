"""Databases of older programs: upgraded at the start, with all that is in them."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, bindparam, text
from sqlalchemy.exc import DBAPIError

from bot.store import NewGame, Ranking, StoreError, open_store
from bot.store.columns import Moment
from bot.store.database import Database
from bot.store.tables import metadata
from tests.service.racing import going_on
from tests.store.versions import make_old


async def test_an_empty_database_is_migrated_to_the_tables_of_the_code(empty_url: str) -> None:
    """Migrations and table definitions agree."""
    await (await open_store(empty_url)).close()
    database = Database(empty_url)
    async with database.statement() as connection:
        differences = await connection.run_sync(_differences)
    await database.close()
    assert differences == []


def _differences(connection: Connection) -> object:
    return compare_metadata(MigrationContext.configure(connection), metadata)


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
