"""Backups that are taken while games are played."""

from __future__ import annotations

import os
import sqlite3
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from bot.store.backup import count_games
from tests.cli.backing_up import alter, await_files, database, locked, use
from tests.cli.commands import started
from tests.disks import Disk, disk

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["database", "disk"]
_OTHER_ORDER = """
UPDATE sqlite_master SET sql = replace(sql, 'owner, channel', 'channel, owner')
    WHERE name = 'games_in_play'
"""


def test_a_backup_holds_what_was_saved_a_moment_ago(database: Path, tmp_path: Path) -> None:
    """A backup holds what was saved a moment ago, even if SQLite has only written it ahead."""
    with sqlite3.connect(database) as playing:
        playing.execute("PRAGMA wal_autocheckpoint = 0")
        playing.execute("UPDATE games SET hints = 99 WHERE id = 3")
        playing.commit()
        assert main(["backup", str(tmp_path / "copy.db")]) == 0
    playing.close()
    with sqlite3.connect(tmp_path / "copy.db") as copy:
        assert copy.execute("SELECT hints FROM games WHERE id = 3").fetchone() == (99,)
    copy.close()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ('UPDATE results SET "left" = 1 WHERE game_id = 1', "Game 1: its moves do not lead to its result."),
        ("UPDATE games SET moves = '1<' WHERE id = 2", "Game 2: its moves cannot be played: "),
    ],
)
def test_a_game_that_is_not_what_its_moves_say_is_named(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str, told: str
) -> None:
    """A game that is not what its moves say is named, though the copy is there all the same."""
    alter(database, change)
    assert main(["backup", str(tmp_path / "copy.db")]) == 1
    said = capsys.readouterr()
    assert told in said.err
    assert "1 of them with a fault" in said.out
    assert count_games(tmp_path / "copy.db") == 3


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE games SET revision = 99 WHERE id = 1",
        "UPDATE games SET set_aside = 'finished: why', moves = '1<' WHERE id = 2",
    ],
    ids=["other rules", "set aside"],
)
def test_a_game_that_cannot_be_read_is_not_said_to_have_been_replayed(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: str
) -> None:
    """A game that cannot be read is not counted among those replayed, and is no fault."""
    alter(database, change)
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    assert "3 games; 2 replayed, 0 of them with a fault." in capsys.readouterr().out


def test_of_many_games_the_latest_are_replayed(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of many games only the latest are replayed, as more would take long."""
    monkeypatch.setattr("bot.cli.database_file._MOST_REPLAYED", 2)
    alter(database, "UPDATE games SET moves = '1<' WHERE id = 1")
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    assert "3 games; 2 replayed, 0 of them with a fault." in capsys.readouterr().out


def test_a_backup_may_have_any_name(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup may have any name, even one that means something else in an address."""
    assert database.exists()
    monkeypatch.chdir(tmp_path)
    assert main(["backup", "50%25 of #1?.db"]) == 0
    assert {file.name for file in tmp_path.iterdir()} == {"50%25 of #1?.db", "var"}
    use(monkeypatch, tmp_path / "new.db")
    assert main(["restore", "50%25 of #1?.db"]) == 0
    use(monkeypatch, tmp_path / "newer.db")
    assert main(["restore", "none.db"]) == 2
    assert capsys.readouterr().err == "Error: There is no file none.db.\n"


def test_a_single_game_is_counted_as_one(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A single game is counted in the singular."""
    alter(database, "DELETE FROM games WHERE id > 1")
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    assert ": 1 game; 1 replayed, 0 of them with a fault." in capsys.readouterr().out


def test_nothing_is_overwritten(database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither an older backup nor the database of a bot that may be running is overwritten."""
    old = tmp_path / "old.db"
    old.write_text("dear")
    assert main(["backup", str(old)]) == 2
    assert old.read_text() == "dear"
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    assert main(["restore", str(tmp_path / "copy.db")]) == 2
    told = capsys.readouterr().err
    assert f"{old} already exists: move it away, or name a new file." in told
    assert f"{database} is still there: stop the bot and move it away first." in told


def test_what_a_killed_copy_left_is_deleted(database: Path, tmp_path: Path) -> None:
    """What a killed copy left is deleted by a later one, once an hour has passed."""
    folder = tmp_path / "copies"
    folder.mkdir()
    with locked(database), started(tmp_path, "backup", str(folder / "monday.db")) as process:
        await_files(folder, 1, process)
        process.kill()
    (left,) = folder.iterdir()
    assert main(["backup", str(folder / "tuesday.db")]) == 0
    assert {*folder.iterdir()} == {left, folder / "tuesday.db"}
    left.with_name(f"{left.name}-journal").touch()
    os.utime(left, (0, 0))
    assert main(["backup", str(folder / "wednesday.db")]) == 0
    assert {file.name for file in folder.iterdir()} == {"tuesday.db", "wednesday.db"}


@pytest.mark.slow
def test_of_two_copies_to_one_name_the_first_is_kept(database: Path, tmp_path: Path) -> None:
    """Of two copies to one name the first is kept, and the other one is told."""
    folder = tmp_path / "copies"
    folder.mkdir()
    command = ("backup", str(folder / "copy.db"))
    with ExitStack() as stack:
        with locked(database):
            both = [stack.enter_context(started(tmp_path, *command)) for _ in range(2)]
            await_files(folder, 2, *both)
        told = {process.communicate()[1]: process.returncode for process in both}
    sentence = f"Error: {folder / 'copy.db'} already exists: move it away, or name a new file.\n"
    assert told == {"": 0, sentence: 2}
    assert [file.name for file in folder.iterdir()] == ["copy.db"]
    assert count_games(folder / "copy.db") == 3


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql+asyncpg://somewhere/games", "use deploy/backup.sh and deploy/restore.sh"),
        ("postgresql+asyncpg://somewhere:port/games", "DATABASE_URL is not usable: the address of the"),
        ("sqlite+aiosqlite://", "DATABASE_URL names no SQLite file"),
        ("sqlite+aiosqlite:////no/such/games.db", "There is no database /no/such/games.db."),
        (f"sqlite+aiosqlite:////{'x' * 300}.db", "Error: /xxx"),
        ("nonsense", "DATABASE_URL is not usable: the address of the database must start with"),
    ],
)
def test_what_cannot_be_backed_up_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], url: str, told: str
) -> None:
    """What cannot be backed up is told in one clear line, and no file is made."""
    monkeypatch.setenv("DATABASE_URL", url)
    assert main(["backup", str(tmp_path / "copy.db")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
    assert not list(tmp_path.iterdir())


def test_a_database_that_nobody_may_read_is_not_waited_for_without_end(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A locked database is not waited for without end: one line says so, and no copy is left."""
    monkeypatch.setattr("bot.store.backup._LOCKED_SECONDS", 0.5)
    with locked(database):
        assert main(["backup", str(tmp_path / "copy.db")]) == 2
    assert capsys.readouterr().err == f"Error: {database} is locked by another program: end that first.\n"
    assert [file.name for file in tmp_path.iterdir()] == ["var"]


def test_a_damaged_database_is_not_taken_for_a_backup(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A damaged database is told as such, and no copy of it appears."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute(_OTHER_ORDER)
        connection.commit()
    assert main(["backup", str(tmp_path / "copy.db")]) == 2
    assert f"{database} is damaged: " in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["var"]


@pytest.mark.parametrize(
    ("tables", "told"),
    [
        ([], "no such table: games"),
        (["recipes"], "no such table: games"),
        (["games"], "no such table: results"),
        (["games", "results"], "no such table: alembic_version"),
    ],
)
def test_another_programs_database_is_not_backed_up(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], tables: list[str], told: str
) -> None:
    """Another program's database is told as such, and no copy of it is left."""
    database.unlink()
    with closing(sqlite3.connect(database)) as connection:
        for name in tables:
            connection.execute(f"CREATE TABLE {name} (id)")
    assert main(["backup", str(tmp_path / "copy.db")]) == 2
    assert capsys.readouterr().err == f"Error: {database} is not a database of Idle Year: {told}.\n"
    assert [file.name for file in tmp_path.iterdir()] == ["var"]


def test_a_full_disk(database: Path, disk: Disk, capsys: pytest.CaptureFixture[str]) -> None:
    """A copy for which a disk has too little room is told in one line, and nothing is left of it."""
    copy = disk.folder / "copy.db"
    disk.fill()
    assert main(["backup", str(copy)]) == 2
    told = f"Error: {database} cannot be copied to {copy}: database or disk is full.\n"
    assert capsys.readouterr().err == told
    assert [file.name for file in disk.folder.iterdir()] == ["filling"]


def test_a_disk_that_takes_nothing(database: Path, disk: Disk, capsys: pytest.CaptureFixture[str]) -> None:
    """A disk that takes nothing is told in one line."""
    assert database.exists()
    disk.make_read_only()
    assert main(["backup", str(disk.folder / "copy.db")]) == 2
    (line,) = [line for line in capsys.readouterr().err.splitlines() if line.startswith("Error")]
    assert f"{database} cannot be copied to {disk.folder / 'copy.db'}: " in line
    assert ".partial" not in line
