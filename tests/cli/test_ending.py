"""How every command ends: the exit codes of docs/command-line.md, in real processes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from bot.cli.app import app
from tests.cli.backing_up import database
from tests.cli.commands import started
from tests.kernels import own_environment

__all__ = ["database"]

_COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]  # typer says Command, and it is a group
_GAME = Path(__file__).parents[1] / "golden" / "pyramid.game"
_PRINTING = {
    "games": "games",
    "rules": "rules goren",
    "deal": "deal goren",
    "legal": "legal accordion '5S 6S'",
    "play": "play accordion '5S 6S' '2<'",
    "perft": "perft accordion 5S 1",
    "replay": f"replay {_GAME}",
    "solve": "solve pyramid KS",
    "best": "best pyramid KS",
    "judge": "judge pyramid KS",
    "hint": "hint pyramid KS",
    "puzzle": "puzzle accordion --seed tuesday",
    "odds": "odds push-pin --deals 10",
    "audit": "audit pyramid --positions 1",
    "verify-daily": f"verify-daily 2026-11-20 marriage {'a' * 64}",
    "backup": "backup --check",
    "restore": "restore --help",
    "health": "health",
    "migrate-database": "migrate-database --help",
    "run": "run",
    "discord": "discord",
}
"""Something that each command prints; two of them print nothing before they have done something."""
_UNWRITTEN = "Error: The output cannot be written: {}."
_IDLEYEAR = "import sys; from bot.cli import main; sys.exit(main())"
_INTERRUPTED = f"""
import atexit, os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt(event, told):
    if event == "import" and told[0] == {{moment!r}}:
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(interrupt)
atexit.register(interrupt, "import", ["the end"])
{_IDLEYEAR}
"""
"""A process to which Ctrl-C comes as it imports something, or when it is done."""


def _ended(
    folder: Path, command: str, streams: str = "", *, code: str = _IDLEYEAR, encoding: str = "utf-8"
) -> tuple[int, list[str]]:
    """Return how a command ends whose streams a shell sets up: its exit code, and stderr without the log."""
    ended = subprocess.run(  # noqa: S603  our own program
        [
            "/bin/bash",
            "-c",
            f'set -o pipefail; "$0" -c "$1" {command} {streams}; exit $?',
            sys.executable,
            code,
        ],
        cwd=folder,
        env={
            **own_environment(),
            "DATABASE_URL": f"sqlite+aiosqlite:///{folder / 'var' / 'games.db'}",
            "LOCAL_PORT": "0",
            "METRICS_PORT": "1",
            "PYTHONIOENCODING": encoding,
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    said = ended.stderr.splitlines()
    return ended.returncode, [
        line for line in said if not re.match(r"\S+ \S+ (?:INFO|WARNING) |seed: ", line)
    ]


_EVERY_COMMAND = [pytest.param(name, marks=() if name == "games" else pytest.mark.slow) for name in _COMMANDS]


@pytest.mark.parametrize("name", _EVERY_COMMAND)
@pytest.mark.usefixtures("database")
def test_what_cannot_be_written_is_one_line(name: str, tmp_path: Path) -> None:
    """Where its output's disk is full, every command says so in one line, with exit code 2."""
    told = _UNWRITTEN.format("No space left on device")
    assert _ended(tmp_path, _PRINTING[name], ">/dev/full") == (2, [told])


@pytest.mark.parametrize("name", _EVERY_COMMAND)
@pytest.mark.usefixtures("database")
def test_a_reader_that_has_gone_is_no_error(name: str, tmp_path: Path) -> None:
    """Where nobody reads any more, every command ends without a word, with the code of other programs."""
    assert _ended(tmp_path, _PRINTING[name], "| true") == (141, [])


@pytest.mark.slow
@pytest.mark.parametrize("streams", ["2>&1 | head -1", "2> >(head -1 >/dev/null)"])
def test_a_reader_of_errors_that_has_gone_ends_wrong_lines(streams: str, tmp_path: Path) -> None:
    """Wrong positions, which may go on for ever, end as soon as nobody reads what is wrong with them."""
    wrong = "<(yes xx | head -10000)"
    assert _ended(tmp_path, f"solve accordion --file {wrong}", streams) == (141, [])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("streams", "code", "said"),
    [
        (">&-", 2, [_UNWRITTEN.format("Bad file descriptor")]),
        (">&- 2>&-", 2, []),
        ("2>/dev/full", 0, []),
        ("2>&-", 0, []),
        ("<&-", 0, []),
    ],
)
def test_closed_streams(streams: str, code: int, said: list[str], tmp_path: Path) -> None:
    """Only a closed output is an error: what is said aside may get lost."""
    assert _ended(tmp_path, "deal goren", streams) == (code, said)


@pytest.mark.slow
@pytest.mark.parametrize("streams", ["2>/dev/full", "2>&-"])
def test_an_error_that_nobody_can_read_keeps_its_code(streams: str, tmp_path: Path) -> None:
    """An error has its exit code also if it cannot be told."""
    assert _ended(tmp_path, "deal gorem", streams) == (2, [])


@pytest.mark.slow
def test_letters_that_an_output_lacks_are_written_as_numbers(tmp_path: Path) -> None:
    """Where an output has no suits, as in Latin-1, they are written as their numbers."""
    assert _ended(tmp_path, "rules goren", "| grep -F u2660 >/dev/null", encoding="latin-1") == (0, [])


@pytest.mark.slow
@pytest.mark.parametrize("command", ["odds", "audit"])
def test_sigterm_before_anything_is_counted(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SIGTERM has its exit code of `odds` and `audit` also while they compile what they need."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with started(tmp_path, command, "napoleon") as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith("Compiling the solver `napoleon`")
        process.terminate()
        assert process.communicate() == ("", "")
    assert process.returncode == 130


@pytest.mark.parametrize(
    ("name", "moment"),
    [
        ("games", "bot.cli.app"),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                ("games", "typer"),
                ("games", "rich.console"),
                ("games", "the end"),
                ("health", "dotenv"),
                ("health", "the end"),
            )
        ),
    ],
)
def test_ctrl_c_is_silent_at_any_moment(name: str, moment: str, tmp_path: Path) -> None:
    """Ctrl-C ends a command without a word, also while it loads its modules and when all is printed."""
    code = _INTERRUPTED.format(moment=moment)
    assert _ended(tmp_path, _PRINTING[name], code=code) == (130, [])
