"""Moving the games to PostgreSQL, and back, as docs/growing.md says."""

from __future__ import annotations

import shlex
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.backing_up import database
from tests.night.conftest import PAGE
from tests.night.pages import commands

if TYPE_CHECKING:
    from tests.night.conftest import Host

__all__ = ["database"]
pytestmark = pytest.mark.night


async def test_games_move_to_postgresql_and_back(host: Host, database: Path) -> None:
    """All games are in PostgreSQL once the page has been followed, and in a file again once turned round."""
    file = host.project / "var" / "idle-year.sqlite3"
    file.parent.mkdir()
    shutil.copy(database, file)
    (move,) = commands(PAGE, "Move to PostgreSQL, or back", alone=True)
    command, verb, source, target = shlex.split(move)
    assert (command, verb) == ("idleyear", "migrate-database")
    host.run(shlex.join([command, verb, source, host.address]))
    assert await host.in_play() == 1
    assert target.endswith("/idle_year")
    back = source.replace("idle-year.sqlite3", "back.sqlite3")
    told = host.run(shlex.join([command, verb, host.address, back]))
    assert "games: 3" in told
    assert _games(file.with_name("back.sqlite3")) == _games(file)


def _games(file: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return [*connection.execute("SELECT id, seed, moves, status, version FROM games ORDER BY id")]
