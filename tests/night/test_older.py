"""A database from before the first release, which the commit that is named upgrades."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import StoreError, open_store
from bot.store.database import Database
from bot.store.owner import LAST_UPGRADING_COMMIT
from tests.databases import sqlite_address
from tests.night.exports import export
from tests.store.versions import differences

pytestmark = pytest.mark.night
_START = """
import asyncio, sys
from bot.store import open_store

async def main():
    await (await open_store(sys.argv[1])).close()

asyncio.run(main())
"""


async def test_the_commit_that_is_named_upgrades_it(tmp_path: Path) -> None:
    """Whoever follows what the refusal says ends up with the tables of this version."""
    old, url = export(tmp_path / "old", LAST_UPGRADING_COMMIT), sqlite_address(tmp_path / "games.db")
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
        connection.executescript((old / "tests/store/revision_0020/sqlite.sql").read_text())
        connection.execute("INSERT INTO secrets (name, value) VALUES ('kept', 's3cret')")
        connection.commit()
    with pytest.raises(StoreError, match=f"start Idle Year as of commit {LAST_UPGRADING_COMMIT} on it once"):
        await open_store(url)
    path = os.pathsep.join(map(str, (old, old / "idle-year")))
    started = [sys.executable, "-c", _START, url]
    await asyncio.to_thread(
        subprocess.run, started, cwd=old, env={**os.environ, "PYTHONPATH": path}, check=True
    )
    async with await open_store(url) as store:
        assert await store.secrets.get("kept") == "s3cret"
    database = Database(url)
    async with database.statement() as borrowed:
        assert await borrowed.run_sync(differences) == []
    await database.close()
