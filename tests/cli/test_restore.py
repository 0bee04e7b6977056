"""Backups that are put back, and what is not taken for one."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from tests.cli.backing_up import alter, database, deal, games_in, race, use
from tests.store.versions import AddMigration, add_migration

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["add_migration", "database"]
MORE = "ALTER TABLE games ADD COLUMN more TEXT"


def test_what_was_backed_up_is_played_on_after_it_is_put_back(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was backed up is put back as it stood, and only its owner may read the files."""
    before, copy, new = asyncio.run(games_in(database)), tmp_path / "copy.db", tmp_path / "new" / "games.db"
    assert main(["backup", str(copy)]) == 0
    assert "3 games; 3 replayed, 0 of them with a fault." in capsys.readouterr().out
    use(monkeypatch, new)
    assert main(["restore", str(copy)]) == 0
    assert f"It is now {new}" in capsys.readouterr().out
    assert asyncio.run(games_in(new)) == before
    assert {file.stat().st_mode & 0o777 for file in (copy, new)} == {0o600}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["copy.db", "new", "var"]


def test_no_id_of_a_lost_game_is_given_out_again(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games that came after the backup have messages that name them: no new game is played by these."""
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    assert main(["backup", str(copy)]) == 0
    lost = [asyncio.run(deal(database)).id for _ in range(3)]
    use(monkeypatch, new)
    assert main(["restore", str(copy)]) == 0
    assert asyncio.run(deal(new)).id > max(lost)


@pytest.mark.parametrize("before", [0, 2])
def test_no_button_of_a_lost_race_joins_a_later_one(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: int
) -> None:
    """Races that came after the backup have messages with buttons: no new race is joined by these."""
    copy, new = tmp_path / "copy.db", tmp_path / "new.db"
    for _ in range(before):
        asyncio.run(race(database))
    assert main(["backup", str(copy)]) == 0
    lost = [asyncio.run(race(database)) for _ in range(3)]
    use(monkeypatch, new)
    assert main(["restore", str(copy)]) == 0
    assert asyncio.run(race(new)) > max(lost)


def test_a_backup_of_the_version_before_is_checked_and_put_back(
    database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    add_migration: AddMigration,
) -> None:
    """A backup of the version before is checked and put back, and the bot upgrades it when it starts."""
    before, copy, new = asyncio.run(games_in(database)), tmp_path / "copy.db", tmp_path / "new.db"
    add_migration(MORE)
    assert main(["backup", str(copy)]) == 0
    use(monkeypatch, new)
    assert main(["restore", str(copy)]) == 0
    assert capsys.readouterr().out.count("3 games; 3 replayed, 0 of them with a fault.") == 2
    assert asyncio.run(games_in(new)) == before
    alter(new, "SELECT more FROM games")


def test_an_old_backup_with_a_blob_names_the_game(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game whose moves are a blob, which tables took in older versions, is named in one line."""
    for statement in (
        "CREATE TABLE lenient AS SELECT * FROM games",
        "DROP TABLE games",
        "ALTER TABLE lenient RENAME TO games",
        "UPDATE games SET moves = CAST(moves AS BLOB) WHERE id = 2",
    ):
        alter(database, statement)
    use(monkeypatch, tmp_path / "new.db")
    assert main(["restore", str(database)]) == 1
    assert capsys.readouterr().err.startswith("Game 2: its moves cannot be played: ")


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_nothing_is_put_back_beside_what_an_old_database_left(
    database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ending: str,
) -> None:
    """Nothing is put back beside what an old database left, which SQLite would write into it."""
    assert database.exists()
    new, left = tmp_path / "new.db", tmp_path / f"new.db{ending}"
    left.touch()
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    use(monkeypatch, new)
    assert main(["restore", str(tmp_path / "copy.db")]) == 2
    assert capsys.readouterr().err == f"Error: {left} is still there: stop the bot and move it away first.\n"
    assert not new.exists()


@pytest.mark.parametrize(
    ("content", "told"),
    [(b"no database at all, but long enough" * 99, "file is not a database"), (b"", "no such table")],
)
def test_another_file_is_not_put_back(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    content: bytes,
    told: str,
) -> None:
    """A file that is no database of ours is not put back, and the database's place stays empty."""
    use(monkeypatch, tmp_path / "games.db")
    file = tmp_path / "letter"
    file.write_bytes(content)
    assert main(["restore", str(file)]) == 2
    assert f"{file} is not a database of Idle Year: {told}" in capsys.readouterr().err
    assert not (tmp_path / "games.db").exists()


def test_a_backup_that_cannot_be_read_is_not_called_anothers(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup that SQLite cannot open, or that is damaged, is told as that."""
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy)]) == 0
    use(monkeypatch, tmp_path / "new.db")
    database.with_name(f"{database.name}-wal").mkdir()  # which SQLite cannot open, even for root
    assert main(["restore", str(database)]) == 2
    told = "belongs to somebody else, or its disk is read-only (unable to open database file)."
    assert capsys.readouterr().err == f"Error: {database} cannot be read: it {told}\n"
    content = copy.read_bytes()
    copy.write_bytes(content[:4096] + bytes(len(content) - 4096))
    assert main(["restore", str(copy)]) == 2
    assert capsys.readouterr().err == f"Error: {copy} is damaged: database disk image is malformed.\n"


def test_a_copy_from_before_an_upgrade_is_put_back(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, add_migration: AddMigration
) -> None:
    """The copy that an upgrade leaves can be put back, and is upgraded once more when it is played on."""
    before = asyncio.run(games_in(database))
    add_migration(MORE)
    asyncio.run(deal(database))
    (copy,) = database.parent.glob("*-before-*")
    use(monkeypatch, tmp_path / "new.db")
    assert main(["restore", str(copy)]) == 0
    assert asyncio.run(games_in(tmp_path / "new.db")) == before
    alter(tmp_path / "new.db", "SELECT more FROM games")


@pytest.mark.parametrize("words", [["backup", "{new}"], ["backup", "--check"], ["restore", "{odd}"]])
@pytest.mark.parametrize(
    "make", [partial(os.symlink, "/dev/zero"), os.mkfifo, os.mkdir], ids=["endless", "pipe", "folder"]
)
def test_what_is_no_file_is_not_read(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    make: Callable[[Path], None],
) -> None:
    """What has no end, or never begins, is not read: one line says that it is no file."""
    odd, new = tmp_path / "odd", tmp_path / "new.db"
    make(odd)
    use(monkeypatch, new if words[0] == "restore" else odd)
    assert main([word.format(odd=odd, new=new) for word in words]) == 2
    assert capsys.readouterr().err == f"Error: {odd} is not a file.\n"
    assert [*tmp_path.iterdir()] == [odd]


def test_a_backup_that_is_locked_is_said_to_be(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A backup that is locked is told as locked, and not as the file of another program."""
    copy = tmp_path / "copy.db"
    assert main(["backup", str(copy)]) == 0
    monkeypatch.setattr("bot.store.backup._LOCKED_SECONDS", 0.1)
    use(monkeypatch, tmp_path / "new.db")
    with closing(sqlite3.connect(copy)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert main(["restore", str(copy)]) == 2
    assert capsys.readouterr().err == f"Error: {copy} is locked by another program: end that first.\n"


@pytest.mark.parametrize(
    ("revision", "told"), [("1.9999", "and this program knows up to"), ("1.0020", "which is too old")]
)
def test_a_backup_of_a_newer_or_too_old_program_is_not_put_back(
    database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    revision: str,
    told: str,
) -> None:
    """A backup that is too new or too old for the bot is not put back."""
    assert main(["backup", str(tmp_path / "copy.db")]) == 0
    alter(tmp_path / "copy.db", f"UPDATE alembic_version SET version_num = '{revision}'")  # noqa: S608  one of two
    use(monkeypatch, tmp_path / "restored.db")
    assert main(["restore", str(tmp_path / "copy.db")]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"Error: The database is of revision {revision}")
    assert told in said
    assert not (tmp_path / "restored.db").exists()
    assert database.exists()
