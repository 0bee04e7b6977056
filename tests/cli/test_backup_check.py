"""`idleyear backup --check`, and what it cannot check."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from tests.cli.backing_up import alter, database

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["database"]


def test_games_are_replayed_where_they_are(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Games can be replayed where they are, and the exit code says whether one has a fault."""
    assert main(["backup", "--check"]) == 0
    assert capsys.readouterr().out == "The database: 3 games; 3 replayed, 0 of them with a fault.\n"
    alter(database, "UPDATE games SET moves = '1<' WHERE id = 2")
    assert main(["backup", "--check"]) == 1
    assert "Game 2: its moves cannot be played: " in capsys.readouterr().err


def test_of_many_faults_the_first_are_named(
    database: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of many faults the first are named and all are counted."""
    monkeypatch.setattr("bot.cli.database_file._MOST_TOLD", 2)
    alter(database, "UPDATE games SET moves = '1<'")
    assert main(["backup", "--check"]) == 1
    said = capsys.readouterr()
    assert [line.partition(":")[0] for line in said.err.splitlines()] == ["Game 3", "Game 2"]
    assert said.out == "The database: 3 games; 3 replayed, 3 of them with a fault.\n"


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("sqlite+aiosqlite:///{folder}/none.db", "There is no database {folder}/none.db."),
        (
            "sqlite+aiosqlite:///{folder}/other.db",
            "The database, {folder}/other.db, belongs to another program: name another file.",
        ),
        ("postgresql+asyncpg://me@127.0.0.1:1/games", "The database cannot be read: "),
    ],
)
def test_what_cannot_be_checked_is_one_clear_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    address: str,
    told: str,
) -> None:
    """What cannot be checked is told in one clear line, and no database is made where there is none."""
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE letters (id INTEGER)")
    monkeypatch.setenv("DATABASE_URL", address.format(folder=tmp_path))
    assert main(["backup", "--check"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"Error: {told.format(folder=tmp_path)}")
    assert [file.name for file in tmp_path.iterdir()] == ["other.db"]


@pytest.mark.parametrize("what", ["{folder}/copy.db", "--check"])
def test_what_is_too_old_is_one_clear_line(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    """A database from before 0.1.0 is neither checked nor copied: one line says what to start on it first."""
    alter(database, "UPDATE alembic_version SET version_num = '1.0020'")
    assert main(["backup", what.format(folder=tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(
        "Error: The database is of revision 1.0020, which is too old: start Idle Year as of "
    )
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize("words", [[], ["copy.db", "--check"]])
def test_a_backup_is_either_a_copy_or_a_check(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A backup is either a copy or a check: neither and both are mistakes."""
    assert main(["backup", *words]) == 2
    told = "Error: Invalid value: name a new FILE for the copy, or --check the database where it is.\n"
    assert capsys.readouterr().err == told
