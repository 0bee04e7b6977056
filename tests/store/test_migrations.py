"""Databases of older programs: upgraded at the start, with all that is in them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Date, bindparam, text
from sqlalchemy.exc import DBAPIError

from bot.store import NewGame, Ranking, SeatTaken, open_store, periods
from bot.store.database import Database
from bot.store.tables import Moment, metadata
from tests.store.versions import migrate_to


async def test_an_empty_database_is_migrated_to_the_tables_of_the_code(empty_url: str) -> None:
    """Migrations and table definitions agree."""
    await (await open_store(empty_url)).close()
    database = Database(empty_url)
    async with database.statement() as connection:
        differences = await connection.run_sync(_differences)
    await database.close()
    assert differences == []


async def test_a_database_of_the_version_before_is_migrated(empty_url: str) -> None:
    """It gets what the newest version has added."""
    database = Database(empty_url)
    async with database.migration() as connection:
        await connection.run_sync(migrate_to, "head-1")
    await (await open_store(empty_url)).close()
    async with database.statement() as connection:
        differences = await connection.run_sync(_differences)
    await database.close()
    assert differences == []


def _differences(connection: Connection) -> object:
    return compare_metadata(MigrationContext.configure(connection), metadata)


_OLD_ROWS = """
INSERT INTO games
    (id, owner, channel, guild, game, revision, seed, moves, undone, version, status, public,
    created_at, updated_at)
    VALUES (1, 7, 2, 3, 'parlett', 1, 'tuesday', '', '', 1, 'finished', false, :then, :then);
INSERT INTO results
    (id, game_id, player, guild, game, kind, outcome, assisted, "left", moves, seconds, ended_at)
    VALUES (1, 1, 7, 3, 'parlett', 'free', 'stuck', 0, 5, 60, 90, :then);
INSERT INTO bests VALUES (3, 'parlett', 'all', 7, 0, 5, 60, 90, 1);
INSERT INTO races VALUES (1, 3, 2, NULL, 7, 'parlett', 'a', :then, :then, false);
INSERT INTO races VALUES (2, 3, 2, NULL, 7, 'parlett', 'b', :then, :then, false);
INSERT INTO racers VALUES (2, 7, 1, false)
"""


_OLD_RESULT = """
INSERT INTO games
    (id, owner, channel, guild, game, revision, seed, moves, undone, version, status, public,
    created_at, updated_at)
    VALUES (:id, :player, 2, 3, 'parlett', 1, 'tuesday', 'd', '', 1, 'finished', false, :then, :then);
INSERT INTO results
    (id, game_id, player, guild, game, kind, outcome, assisted, "left", moves, seconds, ended_at)
    VALUES (:id, :id, :player, 3, 'parlett', :kind, :outcome, :assisted, :left, 60, 90, :then)
"""


async def test_a_database_of_an_older_program_keeps_what_is_in_it(empty_url: str) -> None:
    """Leaderboards and races too; of two races in one channel only the later one goes on."""
    database = Database(empty_url)
    then = datetime(2026, 11, 20, tzinfo=UTC)
    async with database.migration() as connection:
        await connection.run_sync(migrate_to, "0004")
        for statement in _OLD_ROWS.split(";"):
            rows = (
                text(statement).bindparams(bindparam("then", then, Moment))
                if ":then" in statement
                else text(statement)
            )
            await connection.execute(rows)
    await database.close()
    async with await open_store(empty_url) as store:
        (place,) = await store.ranks.page(Ranking(3, "parlett", "all"), 0, 10)
        assert (place.player, place.left, place.moves, place.seconds) == (7, 5, 60, 90)
        (race,) = await store.races.going_on()
        assert race.id == 2
        joined = await store.races.of_game(1)
        assert joined is not None
        assert joined.id == 2


_RESULTS_BEFORE = """
INSERT INTO bests (player, guild, game, period, assisted, "left", moves, seconds)
    VALUES (7, 3, 'parlett', 'all', 0, 17, 9, 90);
"""


async def test_leaderboards_of_an_older_program_are_put_in_order(empty_url: str) -> None:
    """A win with help replaces a clean result that was not won; what counts nowhere stays out."""
    database, then = Database(empty_url), datetime.now(UTC)
    async with database.migration() as connection:
        await connection.run_sync(migrate_to, "0007")
        for number, (player, kind, outcome, assisted, left) in enumerate(
            [
                (7, "free", "stuck", 0, 17),
                (7, "daily", "won", 1, 1),
                (7, "chosen", "won", 0, 1),
                (7, "race", "resigned", 0, 1),
                (8, "free", "minor_win", 0, 3),
            ],
            start=1,
        ):
            old = {"id": number, "player": player, "kind": kind, "outcome": outcome}
            old |= {"assisted": assisted, "left": left, "then": then}
            for statement in _OLD_RESULT.split(";"):
                await connection.execute(text(statement).bindparams(bindparam("then", then, Moment)), old)
        await connection.exec_driver_sql(_RESULTS_BEFORE)
    await database.close()
    async with await open_store(empty_url) as store:
        for period in periods(then):
            places = await store.ranks.page(Ranking(3, "parlett", period), 0, 10)
            assert [(place.player, place.assisted, place.left) for place in places] == [(7, 1, 1), (8, 0, 3)]


_OLD_GAME = """
INSERT INTO games
    (owner, channel, guild, game, revision, seed, moves, undone, version, status, kind, day, public,
    created_at, updated_at)
    VALUES (7, 2, 3, :game, 1, 'tuesday', 'd', '', 2, :status, :kind, :day, false, :then, :then)
"""


async def test_a_daily_of_an_older_program_makes_room_for_other_games(empty_url: str) -> None:
    """It stays in play as it was, as do the other games; each seat is still unique."""
    database, then = Database(empty_url), datetime(2026, 11, 20, tzinfo=UTC)
    games: list[dict[str, object]] = [
        {"game": "accordion", "status": "playing", "kind": "daily", "day": then.date()},
        {"game": "accordion", "status": "resigned", "kind": "free", "day": None},
    ]
    insert = text(_OLD_GAME).bindparams(bindparam("then", then, Moment), bindparam("day", type_=Date))
    async with database.migration() as connection:
        await connection.run_sync(migrate_to, "0015")
        await connection.execute(insert, games)
    await database.close()
    async with await open_store(empty_url) as store:
        daily = await store.games.get(1)
        assert await store.seats.playing(7, 2) == daily
        new = await store.games.create(NewGame(7, 2, 3, "accordion", 1, "wednesday"))
        assert await store.games.get(1) == daily
        assert await store.seats.seated(7, 2) == new
        with pytest.raises(SeatTaken):
            await store.games.create(NewGame(7, 2, 3, "accordion", 1, "friday"))


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
