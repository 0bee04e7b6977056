"""Opening the store: migrations, addresses, two at once."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Date, bindparam, text
from sqlalchemy.exc import DBAPIError

from bot.store import Board, NewerDatabase, NewGame, SeatTaken, StoreError, open_store, periods
from bot.store.database import Database
from bot.store.migrate import migrate
from bot.store.tables import Moment, metadata
from tests.databases import sqlite_address
from tests.store.versions import migrate_to, migrations

if TYPE_CHECKING:
    from sqlalchemy import Connection


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


async def test_a_game_is_there_after_the_store_was_opened_again(url: str) -> None:
    """Saved data stays, and the migrations are not run twice."""
    async with await open_store(url) as store:
        kept = await store.games.create(NewGame(1, 2, 3, "parlett", 1, "tuesday"))
    async with await open_store(url) as store:
        assert await store.games.get(kept.id) == kept


async def test_a_database_of_a_newer_program_is_refused(url: str) -> None:
    """The error names both revisions, and the newer one is left as it is."""
    await (await open_store(url)).close()
    database = Database(url)
    async with database.transaction() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    newest = ScriptDirectory.from_config(migrations()).get_current_head()
    for _ in range(2):
        with pytest.raises(NewerDatabase, match=f"revision 9999 and this program knows up to {newest}: run"):
            await open_store(url)
    await database.close()


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
        (place,) = await store.ranks.page(Board(3, "parlett", "all"), 0, 10)
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
            places = await store.ranks.page(Board(3, "parlett", period), 0, 10)
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


async def test_a_start_waits_for_another_process_that_migrates(
    blank: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For longer than anybody who presses would."""
    monkeypatch.setattr("bot.store.database._BUSY_SECONDS", 0.1)
    shutil.copy(blank, tmp_path / "games.db")
    with closing(sqlite3.connect(tmp_path / "games.db")) as another_process:
        another_process.execute("BEGIN IMMEDIATE")
        starting = asyncio.create_task(open_store(sqlite_address(tmp_path / "games.db")))
        await asyncio.sleep(0.4)
        another_process.rollback()
    async with await starting as store:
        assert await store.games.in_play() == 0


_OPEN = """
import asyncio, sys
from bot.store import open_store

async def main():
    await (await open_store(sys.argv[1])).close()

asyncio.run(main())
"""


async def test_several_processes_may_start_at_once(empty_url: str) -> None:
    """They wait for one another, and all of them start."""
    starts = [
        await asyncio.create_subprocess_exec(sys.executable, "-W", "error", "-c", _OPEN, empty_url)
        for _ in range(3)
    ]
    assert [await start.wait() for start in starts] == [0, 0, 0]
    async with await open_store(empty_url) as store:
        assert await store.games.get(1) is None


@pytest.mark.parametrize("address", ["games.db", "sqlite:///games.db", "mysql://somewhere/games", ""])
async def test_another_kind_of_address_is_refused(address: str) -> None:
    """The error shows what an address looks like."""
    with pytest.raises(StoreError, match=r"must start with sqlite\+aiosqlite:///path or postgresql\+asyncpg"):
        await open_store(address)


async def test_the_folder_of_the_file_is_made(tmp_path: Path) -> None:
    """A first start needs no preparation."""
    path = tmp_path / "not" / "yet" / "games.db"
    await (await open_store(f"sqlite+aiosqlite:///{path}")).close()
    assert path.exists()


async def test_a_percent_sign_in_a_folder_is_taken_as_it_is(tmp_path: Path) -> None:
    """In that of the program, where its migrations are, and in that of the file, whose address has %25."""
    folder = tmp_path / "100%20idle"
    folder.mkdir()
    (folder / "bot").symlink_to(Path(__file__).parents[2] / "bot")
    address = sqlite_address(tmp_path / "100%2520idle" / "games.db")
    start = await asyncio.create_subprocess_exec(sys.executable, "-c", _OPEN, address, cwd=folder)
    assert await start.wait() == 0
    assert (folder / "games.db").exists()
    async with await open_store(address) as store:
        assert await store.games.get(1) is None


_SET_UP = {
    "journal_mode": "wal",
    "foreign_keys": 1,
    "synchronous": 1,
    "busy_timeout": 1200,
    "wal_autocheckpoint": 4000,
}


async def test_sqlite_writes_ahead_and_holds_foreign_keys(tmp_path: Path) -> None:
    """The file is in WAL mode, and each connection enforces foreign keys; only migrations wait for longer."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    just_migrated, opened_again = Database(url), Database(url)
    await migrate(just_migrated)
    for database in (just_migrated, opened_again):
        async with database.statement() as connection:
            found = {
                name: (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one() for name in _SET_UP
            }
        await database.close()
        assert found == _SET_UP


async def test_closing_waits_for_what_is_being_written(url: str) -> None:
    """A save that has begun is completed, and one that comes too late is refused."""
    store = await open_store(url)
    new = NewGame(1, 2, None, "accordion", 1, "tuesday")
    saving = asyncio.create_task(store.games.create(new))
    await asyncio.sleep(0)
    await store.close()
    game = await saving
    with pytest.raises(StoreError, match="closed"):
        await store.games.get(game.id)
    async with await open_store(url) as again:
        assert (await again.games.get(game.id)) == game
