"""The containers as docs/growing.md says, with all commands read out of the page, without an engine."""

from __future__ import annotations

import shutil
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


async def test_the_containers_are_set_up_and_upgraded(host: Host) -> None:
    """The commands that set the containers up and upgrade them name services and files that there are."""
    host.follow("In containers")
    assert (host.project / ".env").stat().st_mode & 0o777 == 0o600
    assert host.machine.was_asked("docker compose up", "--build")
    host.follow("Upgrade the containers")
    assert host.machine.was_asked("up --detach --no-deps --wait shard-1")


async def test_games_of_a_file_move_into_the_containers(host: Host, database: Path) -> None:
    """The games of a SQLite file are in the containers' database once the page has been followed."""
    moved = host.project / "var" / "idle-year.sqlite3"
    moved.parent.mkdir()
    shutil.copy(database, moved)
    move, anew = commands(PAGE, "Into the containers")
    host.run(move)
    assert await host.in_play() == 1
    with pytest.raises(AssertionError, match="The database to move to is not empty"):
        host.run(move)
    host.run(anew, move)
    assert await host.in_play() == 1


async def test_a_dump_is_tried_and_restored(host: Host, database: Path) -> None:
    """The page's commands try a dump beside the games, and put it in their place."""
    host.project.joinpath("var").mkdir()
    shutil.copy(database, host.project / "var" / "idle-year.sqlite3")
    host.run(commands(PAGE, "Into the containers")[0])
    dumps = host.machine.place("/var/backups")
    host.run("docker compose exec backup /backup.sh /var/lib/postgresql")
    (dump,) = dumps.glob("*.dump")
    restore, attempt = commands(PAGE, "Back up PostgreSQL")
    assert "3 games; 3 replayed, 0 of them with a fault" in host.run(attempt, NAME=dump.stem)
    host.run(
        "docker compose exec database sh -c 'psql --username=idle_year --command=\"TRUNCATE games CASCADE\"'"
    )
    host.run(restore, NAME=dump.stem)
    assert await host.in_play() == 1
