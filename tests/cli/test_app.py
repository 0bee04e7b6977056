"""How commands fail and end, whatever they were asked to do."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import typer.main

from bot.cli import main
from bot.cli.app import app
from bot.watch.commit import commit
from lab.command import main as measure

IDLEYEAR = "import sys; from bot.cli import main; sys.exit(main())"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["dael"], "No such command 'dael'. Did you mean 'deal'?"),
        (["deal"], "Missing argument 'GAME'."),
        (["deal", "goren", "--sed", "x"], "No such option: --sed (Possible options: --seed)"),
        (["deal", "goren", "--seed"], "Option '--seed' requires an argument."),
        (["deal", "gorem"], "There is no game called `gorem`: did you mean goren?"),
        (["deal", "x\ny\x1b[31m!"], "There is no game called `x y�[31m!`: look through the list of games."),
        (
            ["deal", "goren", "--seed", "a b"],
            "`a b` cannot be a seed: write 1 to 32 letters, digits, dots, dashes or underscores.",
        ),
        (["legal", "goren"], "Missing argument 'POSITION'."),
        (["legal", "accordion", "5S", "6S"], "Got unexpected extra argument(s) (6S)"),
        (
            ["legal", "accordion", ""],
            "The position is empty: write the top cards from the left, such as 5S 6S TD 5H KC.",
        ),
        (["legal", "napoleon", "-x"], "No such option: -x"),
        (
            ["legal", "cribbage", "-5S 6S"],
            "Word 1, `-5S`: a mark stands between two cards, such as 9C-7D.",
        ),
        (["perft", "accordion", "5S", "-x"], "No such option: -x"),
        (
            ["legal", "till-dawn", "+51"],
            "The stock holds 51 cards; in Till Dawn it never holds more than 50.",
        ),
        (["legal", "accordion", "+48"], "Accordion has no stock: all its cards lie in the row."),
        (["play", "accordion", "5S 6S"], "Missing argument 'MOVE'."),
        (["play", "accordion", "5S 6D", "2<"], "6♦ and 5♠ share neither suit nor rank."),
        (
            ["play", "accordion", "5S 6S", "-"],
            "`-` is not a move: write a pile and one arrow a place, such as 12< or 8S<<<.",
        ),
        (
            ["play", "tarbart", "5S +48", "d"],
            "The next card is face down here: write the stock after | to deal from it.",
        ),
        (
            ["perft", "accordion", "5S", "-1"],
            "Invalid value for 'DEPTH': `-1` is not a number of moves such as 0, 1 or 2.",
        ),
        (
            ["perft", "accordion", "5S", "two"],
            "Invalid value for 'DEPTH': `two` is not a number of moves such as 0, 1 or 2.",
        ),
        (
            ["perft", "napoleon", "- 3H2H 4H - - - - - - - f:AH", "2000"],
            "Invalid value for 'DEPTH': lines are counted to a depth of 300 moves.",
        ),
        (
            ["perft", "tarbart", "5S +48", "2"],
            "The next card is face down here: write the stock after | to deal from it.",
        ),
        (["replay", "/no/such.game"], "/no/such.game cannot be read: No such file or directory."),
        (["replay", "/"], "/ cannot be read: Is a directory."),
        (["replay", "/dev/null"], "/dev/null is empty: it should hold a recorded game."),
        (["replay", ""], "That isn't a file name: give one, or - for standard input."),
    ],
)
def test_a_mistake_is_one_line_on_stderr(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistake is one sentence on stderr with exit code 2, with or without --json."""
    for form in (arguments, [*arguments, "--json"]):
        if form[-2:] == ["--seed", "--json"]:
            continue
        assert main(form) == 2
        printed = capsys.readouterr()
        assert printed.out == ""
        assert printed.err == f"Error: {reason}\n"


@pytest.mark.parametrize(
    ("arguments", "begins", "ends"),
    [
        (["games", "5S" * 5000], "Error: Got unexpected extra argument(s) (5S5S", "5S)"),
        (["replay", "5S" * 5000], "Error: 5S5S", "cannot be read: File name too long."),
        (["legal", "accordion", "5S " * 3000], "Error: The position holds 3000 cards;", "played with 52."),
    ],
)
def test_very_long_input_is_told_shortly(
    arguments: list[str], begins: str, ends: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Very long input is told in a short line, which says what is wrong before or after it."""
    assert main(arguments) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert told.err.startswith(begins)
    assert told.err.endswith(f"{ends}\n")
    assert len(told.err) < 600


@pytest.mark.parametrize(
    "arguments", [["--json", "napoleon", "{}"], ["napoleon", "--json", "{}"], ["napoleon", "{}", "--json"]]
)
def test_a_position_may_begin_with_an_empty_column(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A dash and a blank are no option, whatever letters follow; options before and after still count."""
    position = "- kh KC KD KS QH JC JD TS TC +9"
    assert main(["legal", *(argument.format(position) for argument in arguments)]) == 0
    assert capsys.readouterr() == ('["t6>t2", "t10>t7", "d"]\n', "")


@pytest.mark.parametrize(
    "command", ["legal", "play t2>t1", "perft 1", "solve", "best", "judge", "hint", "solve --nodes 9"]
)
def test_every_command_takes_such_a_position(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command takes a position that begins with an empty column, even before further arguments."""
    name, *others = command.split()
    position = "- 3H2H 4H - - - - - - - f:AH"
    assert main([name, "napoleon", position, *others]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("program", "commands"),
    [(main, "run games rules deal legal play perft replay"), (measure, "bot hints solvers store")],
)
def test_no_command_shows_the_help(
    program: Callable[[list[str]], int], commands: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """`idleyear` alone lists the commands, and so does `python -m lab`."""
    assert program([]) == 0
    shown = capsys.readouterr()
    assert all(command in shown.out for command in commands.split())
    assert shown.err == ""


@pytest.mark.parametrize("name", ["", *typer.main.get_command(app).commands])  # type: ignore[attr-defined]  # a group
def test_help_is_plain_and_whole(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every help is made of whole sentences, without markup, cut words or slips of the pen."""
    with contextlib.suppress(SystemExit):  # argparse ends the process after its help
        main([*name.split(), "--help"])
    shown = capsys.readouterr().out
    assert shown.casefold().startswith("usage: idleyear")
    assert not re.search(r"(?<!\w)_|\*\*|\[/|…|[a-z,]\.\.\.|\x1b", shown)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("deal acc", ["accordion", "accordions-revenge"]),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                ("audit pyramid bay", ["bayan"]),
                ("verify-daily 2026-11-20 pyr", ["pyramid"]),
                ("mig", ["migrate-database"]),
                ("solve accordion --no", ["--nodes"]),
            )
        ),
    ],
)
def test_a_shell_completes_what_is_typed(typed: str, offered: list[str], tmp_path: Path) -> None:
    """With the script of `--show-completion`, bash completes commands, options, games and families."""
    program = tmp_path / "idleyear"
    program.write_text(f"#!{sys.executable}\n{IDLEYEAR}\n")
    program.chmod(0o755)
    words = ["idleyear", *typed.split()]
    asking = f"""
        eval "$(idleyear --show-completion)"
        COMP_WORDS=({" ".join(words)}); COMP_CWORD={len(words) - 1}
        _idleyear_completion idleyear
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    answer = subprocess.run(  # noqa: S603  our own program
        ["/bin/bash", "-c", asking],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.split() == offered


def test_the_version_is_that_of_the_release(capsys: pytest.CaptureFixture[str]) -> None:
    """`idleyear --version` prints the version of the release, with the commit."""
    assert main(["--version"]) == 0
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert capsys.readouterr().out == f"idleyear {project['version']}+{commit()}\n"


def test_the_process_returns_the_exit_code() -> None:
    """The installed program fails with 2 and one line, no traceback."""
    process = start(IDLEYEAR, "deal", "gorem")
    assert process.communicate() == (b"", b"Error: There is no game called `gorem`: did you mean goren?\n")
    assert process.returncode == 2


@pytest.mark.slow
@pytest.mark.parametrize("arguments", [["games"], ["games", "--json"], ["rules", "goren"]])
def test_a_reader_that_goes_away_is_no_error_message(arguments: list[str]) -> None:
    """`idleyear games | head -0` prints no traceback."""
    reader, writer = os.pipe()
    os.close(reader)
    process = start(IDLEYEAR, *arguments, stdout=writer)
    os.close(writer)
    assert process.communicate()[1] == b""


def test_interrupting_is_silent(tmp_path: Path) -> None:
    """Ctrl-C ends a command with exit code 130 and no output."""
    record = tmp_path / "slow.game"
    os.mkfifo(record)
    process = start(IDLEYEAR, "replay", str(record))
    while process.poll() is None:
        with contextlib.suppress(OSError):  # fails until the command has begun to read
            writer = os.open(record, os.O_WRONLY | os.O_NONBLOCK)
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    os.close(writer)  # a signal just before the read begins is noticed only when the read ends
    assert process.communicate() == (b"", b"")
    assert process.returncode == 130


@pytest.mark.parametrize(
    ("command", "heavy"),
    [
        ("games", {"discord", "sqlalchemy", "numba", "numpy", "llvmlite"}),
        pytest.param(
            "games --json",
            {"discord", "aiohttp", "sqlalchemy", "numba", "numpy", "llvmlite", "rich"},
            marks=pytest.mark.slow,
        ),
        (
            "health",
            {"discord", "aiohttp", "sqlalchemy", "pydantic", "typer", "rich", "idle_year.engine", "asyncio"},
        ),
    ],
)
def test_other_commands_do_not_load_what_they_do_not_need(command: str, heavy: set[str]) -> None:
    """The engine's commands start without the client, the database, the solvers and the table library."""
    code = f"main({command.split()}); print(sorted({heavy} & set(sys.modules)))"
    port = "import os; os.environ['METRICS_PORT'] = '1'"
    printed, _ = start(f"{port}; import sys; from bot.cli import main; {code}").communicate()
    assert printed.splitlines()[-1] == b"[]"


def test_kernels_are_compiled_before_they_are_needed(tmp_path: Path) -> None:
    """A line on stderr says that a solver is compiled before it answers; Ctrl-C meanwhile ends silently."""
    code = f"import os; os.environ['XDG_CACHE_HOME'] = {str(tmp_path)!r}; {IDLEYEAR}"
    process = start(code, "solve", "napoleon", "AS - - - - - - - - -")
    assert process.stderr is not None
    told = process.stderr.readline().decode()
    assert told == "Compiling the solver `napoleon` for this machine, once: under a minute …\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate() == (b"", b"")
    assert process.returncode == 130


@pytest.mark.slow
def test_without_a_compiler_the_plain_search_answers(tmp_path: Path) -> None:
    """Without a compiler the plain search answers, and one line on stderr says why."""
    (tmp_path / "numba.py").write_text("raise ImportError('made for another processor')")
    code = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); {IDLEYEAR}"
    answer, told = start(code, "solve", "pyramid", "KS").communicate()
    assert answer == b"won in 1 move: KS\n"
    assert told.decode().splitlines()[-1] == (
        "The solver `pyramid` cannot be compiled (ImportError: made for another processor): "
        "the plain search answers."
    )


def start(code: str, *arguments: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    """Start Python on a line of code, with its streams as pipes."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE)  # noqa: S603  our own program
