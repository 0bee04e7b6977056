"""What deploy/ has for systemd: units that fit the program, and daily copies of the SQLite database."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from small_discord import SmallDiscord
from tests.cli.backing_up import alter, database
from tests.kernels import own_environment

__all__ = ["database"]
ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
UNITS = sorted(DEPLOY.glob("*.service"))
_PLACE = "/opt/idle-year"
_MOST_EXPOSED = 3.0
"""What `systemd-analyze security` may say at the most; 10 is a service without any walls."""


def _values(unit: str, key: str) -> list[str]:
    """Return what follows a key of a unit, each time that it is written."""
    return re.findall(rf"^{key}=(.*)$", (DEPLOY / unit).read_text(), re.MULTILINE)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_what_a_service_starts_is_in_the_project(unit: Path) -> None:
    """A service starts an installed program or an executable file of the project, and installs nothing."""
    program, *_ = _values(unit.name, "ExecStart")[0].split()
    file = Path(program).relative_to(_PLACE)
    if file.parent == Path(".venv/bin"):
        assert file.name in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    else:
        assert os.access(ROOT / file, os.X_OK)


def test_the_bot_can_do_behind_its_walls_what_it_does() -> None:
    """The bot's service may make machine code, give way to others, and look at the machine's memory."""
    assert not _values("idle-year.service", "(?:MemoryDenyWriteExecute|ProcSubset)")
    assert _values("idle-year.service", "SystemCallFilter") == ["@system-service", "~@privileged"]
    assert f"{_PLACE}/var" in _values("idle-year.service", "ReadWritePaths")


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_finds_little_exposed(unit: Path) -> None:
    """The keys of a unit are all known to systemd, which finds little of the machine exposed to it."""
    told = _run("systemd-analyze", "security", "--offline=true", "--no-pager", unit)
    exposed = re.search(r"Overall exposure level for \S+: ([\d.]+)", told.stdout)
    assert exposed, told.stderr
    assert float(exposed[1]) <= _MOST_EXPOSED
    told = _run("systemd-analyze", "verify", "--man=no", unit)
    assert [line for line in told.stderr.splitlines() if not line.endswith("No such file or directory")] == []


def _run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  our own arguments
        command, env={**own_environment(), **environment}, capture_output=True, text=True, check=False
    )


def _start(address: str, folder: Path, **settings: str) -> int:
    """Start the program with Discord at an address; return the exit code with which it gives up."""
    code = (
        "import sys; from bot.__main__ import main; from small_discord import point_client_at\n"
        "with point_client_at(sys.argv[1]): sys.exit(main())"
    )
    games = f"sqlite+aiosqlite:///{folder / 'games.sqlite3'}"
    return _run(sys.executable, "-c", code, address, **{"DATABASE_URL": games, **settings}).returncode


@pytest.mark.slow
async def test_only_what_a_setting_is_to_blame_for_is_not_started_again(tmp_path: Path) -> None:
    """A wrong token or setting ends the service for good; a Discord or database out of reach doesn't."""
    assert _values("idle-year.service", "Restart") == ["on-failure"]
    for_good = {int(code) for code in _values("idle-year.service", "RestartPreventExitStatus")}
    local = SmallDiscord()
    await local.start()
    try:
        # In a thread: Discord has to answer meanwhile.
        for settings in ({"DISCORD_TOKEN": "mistyped"}, {"DATABASE_URL": "nonsense"}):
            assert await asyncio.to_thread(_start, local.url, tmp_path, **settings) in for_good
    finally:
        await local.close()
    token = {"DISCORD_TOKEN": local.bot_token}
    gone = {**token, "DATABASE_URL": "postgresql+asyncpg://nobody@127.0.0.1:1/games"}
    for settings in (token, gone):
        assert await asyncio.to_thread(_start, local.url, tmp_path, **settings) not in {0, *for_good}


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    """Return a folder with fourteen old copies, and with one that somebody has named."""
    folder = tmp_path / "copies"
    folder.mkdir()
    for number in range(14):
        (folder / f"idle-year-2026-01-{number + 1:02}T00-00-00.sqlite3").touch()
    (folder / "idle-year-before-the-move.sqlite3").touch()
    return folder


def _back_up(tmp_path: Path, copies: Path) -> subprocess.CompletedProcess[str]:
    """Run the script in a project of its own, with the bot's program where it is installed."""
    project = tmp_path / "project"
    (project / ".venv/bin").mkdir(parents=True, exist_ok=True)
    program = project / ".venv/bin/idleyear"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nfrom bot.cli import main\nsys.exit(main(sys.argv[1:]))\n"
    )
    program.chmod(0o755)
    script = project / "deploy/backup-sqlite.sh"
    script.parent.mkdir(exist_ok=True)
    shutil.copy(DEPLOY / script.name, script)
    return _run(script, copies, DATABASE_URL=os.environ["DATABASE_URL"])


@pytest.mark.parametrize("has_fault", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_newest_copies_are_kept(database: Path, tmp_path: Path, copies: Path, *, has_fault: bool) -> None:
    """The newest fourteen copies are kept, with what others have put there, and a fault in a game is told."""
    if has_fault:
        alter(database, "UPDATE games SET moves = '1<' WHERE id = 2")
    done = _back_up(tmp_path, copies)
    assert (done.returncode != 0) == has_fault, done.stderr
    names = sorted(file.name for file in copies.iterdir())
    assert len(names) == 15
    assert names[0] == "idle-year-2026-01-02T00-00-00.sqlite3"
    assert names[-1] == "idle-year-before-the-move.sqlite3"
    assert (copies / names[-2]).read_bytes().startswith(b"SQLite format 3")


@pytest.mark.slow
@pytest.mark.usefixtures("database")
def test_without_a_new_copy_no_older_one_is_deleted(
    tmp_path: Path, copies: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If there can be no copy, that is told, and no older one is deleted."""
    (copies / "idle-year-2026-02-01T00-00-00.sqlite3").touch()
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path / 'none.sqlite3'}")
    done = _back_up(tmp_path, copies)
    assert (done.returncode, "There is no database" in done.stderr) == (2, True)
    assert len([*copies.iterdir()]) == 16


def test_daily_copies_are_made_by_a_service_that_is_there() -> None:
    """The timer starts the service of its name, makes up for a night that was missed, and can be enabled."""
    timer = DEPLOY / "idle-year-backup.timer"
    assert timer.with_suffix(".service") in UNITS
    told = {key: _values(timer.name, key) for key in ("OnCalendar", "Persistent", "WantedBy")}
    assert told == {"OnCalendar": ["daily"], "Persistent": ["true"], "WantedBy": ["timers.target"]}
