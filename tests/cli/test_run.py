"""`idleyear run`."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

from bot.cli import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

_SHOW_CURSOR, _HIDE_CURSOR = b"\x1b[?25h", b"\x1b[?25l"
_CONTROL = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


def test_a_bot_that_cannot_start_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """An unusable setting ends the command with exit code 1 and one line."""
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    assert main(["run"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("Idle Year cannot start. LOG_LEVEL is not usable: ")
    assert printed.err.count("\n") == 1


def test_the_first_start_shows_on_a_terminal_how_long_it_takes(tmp_path: Path) -> None:
    """With a bar under the log, which goes when the bot is stopped."""
    terminal, theirs = pty.openpty()
    settings = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.environ["PYTHONPATH"],
        "TERM": "xterm",
        "COLUMNS": "100",
        "LOCAL_PORT": "0",
        "LOCAL_WORLD": str(tmp_path / "world.sqlite3"),
        "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite3'}",
        "XDG_CACHE_HOME": str(tmp_path),
    }
    command = [sys.executable, "-c", "import sys; from bot.cli import main; sys.exit(main(['run']))"]
    process = subprocess.Popen(  # noqa: S603  our own program
        command, env=settings, stdout=theirs, stderr=theirs, process_group=0
    )
    os.close(theirs)
    shown = b""
    while not (b"Connected as" in shown and b"Compiling" in shown and b" left" in shown):
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
