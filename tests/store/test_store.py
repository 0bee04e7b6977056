"""Opening the store: migrations, addresses, two at once."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from bot.store import NewerDatabase, NewGame, StoreError, open_store
from bot.store.database import Database
from bot.store.migrate import bring_up_to_date
from tests.databases import sqlite_address
from tests.store.versions import newest


async def test_a_game_is_there_after_the_store_was_opened_again(url: str) -> None:
    """A game is there after the store was opened again."""
    async with await open_store(url) as store:
        kept = await store.games.create(NewGame(1, 2, 3, "parlett", 1, "tuesday"))
    async with await open_store(url) as store:
        assert await store.games.get(kept.id) == kept


async def test_a_database_of_a_newer_program_is_refused(url: str) -> None:
    """The error names both revisions, and the newer one is left as it is."""
    await (await open_store(url)).close()
    database = Database(url)
    async with database.transaction() as connection:
        await connection.exec_driver_sql("UPDATE alembic_version SET version_num = '1.9999'")
    for _ in range(2):
        with pytest.raises(NewerDatabase, match=f"revision 1.9999 and this program knows up to {newest()}:"):
            await open_store(url)
    await database.close()


_OPEN = """
import asyncio, sys
from bot.store import open_store

async def main():
    await (await open_store(sys.argv[1])).close()

asyncio.run(main())
"""


@pytest.mark.slow
async def test_several_processes_may_start_at_once(empty_url: str) -> None:
    """Several processes may start at once on an empty database, and all of them do."""
    starts = [
        await asyncio.create_subprocess_exec(sys.executable, "-W", "error", "-c", _OPEN, empty_url)
        for _ in range(3)
    ]
    assert [await start.wait() for start in starts] == [0, 0, 0]
    async with await open_store(empty_url) as store:
        assert await store.games.get(1) is None


@pytest.mark.parametrize("address", ["games.db", "sqlite:///games.db", "mysql://somewhere/games", ""])
async def test_another_kind_of_address_is_refused(address: str) -> None:
    """Another kind of address is refused with an example of what one looks like."""
    with pytest.raises(StoreError, match=r"must start with sqlite\+aiosqlite:///path or postgresql\+asyncpg"):
        await open_store(address)


async def test_the_folder_of_the_file_is_made(tmp_path: Path) -> None:
    """The folder of the database is made at the first start."""
    path = tmp_path / "not" / "yet" / "games.db"
    await (await open_store(f"sqlite+aiosqlite:///{path}")).close()
    assert path.exists()


@pytest.mark.slow
async def test_a_percent_sign_in_a_folder_is_taken_as_it_is(tmp_path: Path) -> None:
    """A percent sign in a folder is taken as it is, in the program's folder and in the database's."""
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
    "secure_delete": 1,
}


async def test_sqlite_writes_ahead_and_holds_foreign_keys(tmp_path: Path) -> None:
    """The file is in WAL mode, and each connection enforces foreign keys; only migrations wait for longer."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    just_migrated, opened_again = Database(url), Database(url)
    await bring_up_to_date(just_migrated)
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
