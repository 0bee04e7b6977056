"""`idleyear migrate-database` on the terminal."""

from __future__ import annotations

import asyncio
import shutil
import signal
import time
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from bot.service.settings import Settings
from bot.store import NewGame, PlayerSettings, open_store
from tests.cli.commands import started
from tests.databases import sqlite_address
from tests.full_store import fill

if TYPE_CHECKING:
    from pathlib import Path

SECRET = "hushhush"
SERVER = f"postgresql+asyncpg://me:{SECRET}@127.0.0.1:1/games"


@pytest.fixture
def old(tmp_path: Path, blank: Path) -> str:
    """Return the address of a database with a game."""
    shutil.copy(blank, tmp_path / "old.db")
    url = sqlite_address(tmp_path / "old.db")

    async def deal() -> None:
        async with await open_store(url) as store:
            await store.games.create(NewGame(1, 2, None, "parlett", 1, "tuesday"))

    asyncio.run(deal())
    return url


def test_it_says_what_was_moved_and_what_to_do_next(
    old: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A move to another database tells a line for each table and what to do next, and works only once."""
    new = sqlite_address(tmp_path / "new.db")
    assert main(["migrate-database", old, new]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "games: 1" in lines
    assert lines[-1].startswith("All rows are there, and the same: set DATABASE_URL to the new address")
    assert main(["migrate-database", old, new]) == 2
    assert capsys.readouterr().err == "Error: The database to move to is not empty: name a new one.\n"


def test_what_somebody_chose_in_settings_is_moved(old: str, tmp_path: Path) -> None:
    """What somebody chose by a button of `/settings` is moved with all that goes without saying."""
    new = sqlite_address(tmp_path / "new.db")

    async def settings_in(url: str, **chosen: object) -> PlayerSettings:
        async with await open_store(url) as store:
            settings = Settings(store)
            return await (settings.change(1, **chosen) if chosen else settings.of(1))

    before = asyncio.run(settings_in(old, a_line=5))
    assert main(["migrate-database", old, new]) == 0
    assert asyncio.run(settings_in(new)) == before


@pytest.mark.usefixtures("old")
def test_a_relative_path_begins_where_the_bots_files_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Installed from its wheel and started anywhere, it finds files where `.env` would have them."""
    monkeypatch.setattr("bot.home._PROJECT", tmp_path / "site-packages")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "platform"))
    games = tmp_path / "platform" / "idle-year"
    games.mkdir(parents=True)
    (tmp_path / "old.db").rename(games / "old.db")
    monkeypatch.chdir(tmp_path)
    names = ("sqlite+aiosqlite:///old.db", "sqlite+aiosqlite:///new.db")
    assert main(["migrate-database", *names]) == 0
    assert (games / "new.db").exists()


@pytest.mark.parametrize(
    ("source", "target", "told"),
    [
        ("{old}", SERVER, "Error: The database to move to cannot be opened: "),
        (SERVER, "{new}", "Error: The database to move from cannot be opened: "),
        (f"postgresql+asyncpg://me:{SECRET}#x:1/games", "{new}", "Error: The address of the database must "),
        ("sqlite+aiosqlite:////no/such.db", "{new}", "Error: There is no database /no/such.db."),
        ("{old}", "sqlite+aiosqlite://", "Error: The database to move to has to be a file, or in Postg"),
        ("sqlite+aiosqlite://", "{new}", "Error: The database to move from has to be a file, or in Postg"),
        ("{old}", "{old}", "Error: Both addresses are the same: name a new database to move to."),
        ("{old}", f"{{new}} {SERVER}", "Error: Got unexpected extra argument"),
        ("{note}", "{new}", "Error: {note_file} is not a database, or"),
        ("sqlite+aiosqlite:////dev/zero", "{new}", "Error: The database, /dev/zero, is not a file: "),
        ("{old}", "sqlite+aiosqlite:////dev/full", "Error: The database, /dev/full, is not a file: "),
    ],
)
def test_what_cannot_be_moved_is_one_line_without_secrets(
    old: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], source: str, target: str, told: str
) -> None:
    """What cannot be moved is told in one line without secrets, and no new database appears."""
    (tmp_path / "note").write_text("no database at all, but long enough" * 99)
    places = {"old": old} | {name: sqlite_address(tmp_path / name) for name in ("new", "note")}
    arguments = [word.format(**places) for word in (source, *target.split())]
    assert main(["migrate-database", *arguments]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(told.format(note_file=tmp_path / "note"))
    assert SECRET not in line
    assert not (tmp_path / "new").exists()


@pytest.mark.slow
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_move_that_is_stopped_leaves_nothing(tmp_path: Path, sent: signal.Signals, code: int) -> None:
    """A move that is stopped by Ctrl-C or a service manager leaves no file and no traceback."""
    old = sqlite_address(tmp_path / "full.db")
    asyncio.run(_fill(old))
    folder = tmp_path / "new"
    folder.mkdir()
    with started(tmp_path, "migrate-database", old, sqlite_address(folder / "new.db")) as process:
        while not (folder / "new.db-journal").exists():
            assert process.poll() is None, process.communicate()
            time.sleep(0.01)
        process.send_signal(sent)
        said = process.communicate(timeout=60)
    assert process.returncode == code, said
    assert "Traceback" not in said[1]
    assert list(folder.iterdir()) == []


async def _fill(url: str) -> None:
    await (await open_store(url)).close()
    await fill(url, 20_000)
