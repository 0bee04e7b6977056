"""`idleyear run`, `health` and `discord`."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import main
from small_discord import command
from small_discord.opening import Place
from tests.kernels import own_environment

_SHOW_CURSOR, _HIDE_CURSOR = b"\x1b[?25h", b"\x1b[?25l"
_CONTROL = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


def test_a_bot_that_cannot_start_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bot that cannot start because of a setting says why in one line, with an exit code of its own."""
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    assert main(["run"]) == os.EX_CONFIG
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("Idle Year cannot start. LOG_LEVEL is not usable: ")
    assert printed.err.count("\n") == 1


@pytest.mark.slow
def test_the_first_start_shows_on_a_terminal_how_long_it_takes(tmp_path: Path) -> None:
    """The first start shows on a terminal how long it takes, with a bar under the log."""
    terminal, theirs = pty.openpty()
    settings = {
        **own_environment(),
        "TERM": "xterm",
        "COLUMNS": "100",
        "LOCAL_PORT": "0",
        "LOCAL_WORLD": str(tmp_path / "world.sqlite3"),
        "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}",
        "XDG_CACHE_HOME": str(tmp_path),
    }
    command = [sys.executable, "-c", "import sys; from bot.cli import main; sys.exit(main(['run']))"]
    process = subprocess.Popen(command, env=settings, stdout=theirs, stderr=theirs, process_group=0)  # noqa: S603  our own program
    os.close(theirs)
    shown = b""
    while not (b"Connected to the small Discord as" in shown and b"Compiling" in shown and b" left" in shown):
        shown += os.read(terminal, 4096)
    os.killpg(process.pid, signal.SIGINT)
    with contextlib.suppress(OSError):  # on Linux, reading a terminal that nobody writes to any more fails
        while more := os.read(terminal, 4096):
            shown += more
    os.close(terminal)
    assert process.wait(30) == 0
    lines = _CONTROL.sub(b"", shown).decode().splitlines()
    assert any(re.search(r"^Preparing the solvers, 1 of 8 .* about \d minutes left$", line) for line in lines)
    assert any(re.search(r"^\S+ \S+ INFO .* Compiling the solvers, 1 of 8: .* s\.$", line) for line in lines)
    assert "Traceback" not in "".join(lines)
    assert shown.rindex(_SHOW_CURSOR) > shown.rindex(_HIDE_CURSOR)


def test_the_small_discord_is_where_the_settings_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The small Discord runs where the settings, also those of `.env`, say; all arguments are passed on."""
    given: list[object] = []

    def note(*told: object) -> int:
        given.append(told)
        return 0

    monkeypatch.setattr(command, "main", note)
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("LOCAL_WORLD=here.sqlite3\n")
    monkeypatch.setenv("LOCAL_PORT", "7000")
    monkeypatch.setenv("LOCAL_HOST", "my-machine")
    monkeypatch.delenv("DISCORD_OPENAPI", raising=False)
    main(["discord", "--weather", "rough", "run", "bot.py", "--loud"])
    arguments = ["--weather", "rough", "run", "bot.py", "--loud"]
    assert given == [(arguments, "idleyear discord", Place(7000, Path("here.sqlite3"), host="my-machine"))]


def test_a_bot_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    """A script of a bot that is not there is named."""
    assert main(["discord", "run", "nowhere.py"]) == 2
    assert "nowhere.py" in capsys.readouterr().err


def test_the_environment_names_the_port_whoever_may_read_env(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A monitor that may not read `.env` names the port itself; another program's `.env` names none."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("METRICS_PORT=2\n")
    monkeypatch.setenv("METRICS_PORT", "1")
    assert main(["health"]) == 1
    assert "port 1 " in capsys.readouterr().out
    monkeypatch.delenv("METRICS_PORT")
    monkeypatch.setattr("bot.home._PROJECT", tmp_path / "site-packages")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["health"]) == 2
    assert "METRICS_PORT is empty" in capsys.readouterr().err


def test_a_setting_that_cannot_be_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A setting of the small Discord that cannot be used is named."""
    for name, wrong in (("LOCAL_PORT", "far"), ("LOCAL_HOST", "far away")):
        with monkeypatch.context() as environment:
            environment.setenv(name, wrong)
            assert main(["discord"]) == 1
        assert f"The small Discord cannot start. {name} is not usable" in capsys.readouterr().err


def test_rough_weather_can_be_made_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rough weather is only for the small Discord: with a token it is refused, and its seed named."""
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    assert main(["run", "--weather", "rough", "--weather-seed", "7"]) == os.EX_CONFIG
    told = capsys.readouterr().err
    assert "--weather-seed 7" in told
    assert "start without DISCORD_TOKEN" in told


def test_fair_weather_has_no_seed(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever names a seed for fair weather meant rough weather, and is told so."""
    for arguments in (["discord"], ["run"]):
        assert main([*arguments, "--weather-seed", "7"]) == 2
        assert "add --weather rough" in capsys.readouterr().err
