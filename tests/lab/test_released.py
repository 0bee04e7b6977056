"""The database that the next release leaves."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from lab.released import play


async def test_something_is_in_each_table(tmp_path: Path) -> None:
    """No table is empty, not even a new one: what an upgrade makes of its rows would never be noticed."""
    await play(tmp_path / "games.sqlite3")
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as connection:
        names = [*connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        counts = {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone() for (name,) in names}  # noqa: S608  our own
    assert [name for name, count in counts.items() if count == (0,)] == []
