"""The containers as docs/operating.md says, with all commands read out of the page, without an engine."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.backing_up import database
from tests.night.pages import commands

if TYPE_CHECKING:
    from tests.night.conftest import Host

__all__ = ["database"]
pytestmark = pytest.mark.night


async def test_the_containers_are_set_up_and_upgraded(host: Host) -> None:
    """The commands that set the containers up and upgrade them name services and files that there are."""
    host.follow("In containers")
    assert (host.project / ".env").stat().st_mode & 0o777 == 0o600
    assert host.machine.was_asked("docker compose up", "--build")
    host.follow("Upgrade")
    assert host.machine.was_asked("up --detach --no-deps --wait shard-1")


async def test_games_of_a_file_move_into_the_containers(host: Host, database: Path) -> None:
    """The games of a SQLite file are in the containers' database once the page has been followed."""
    moved = host.project / "var" / "idle-year.sqlite3"
    moved.parent.mkdir()
    shutil.copy(database, moved)
    move, anew = commands("docs/operating.md", "Into the containers")
    host.run(move)
    assert await host.in_play() == 1
    with pytest.raises(AssertionError, match="The database to move to is not empty"):
        host.run(move)
    host.run(anew, move)
    assert await host.in_play() == 1
