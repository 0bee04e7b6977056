"""`idleyear odds`."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from bot.cli import main
from bot.cli.odds import speed_text
from bot.watch import installed_version
from idle_year.engine.games import ALL
from idle_year.solvers import win_rate

# A kernel counts the first, in threads; deals of the second are solved one by one, in processes.
COUNTED_EITHER_WAY = pytest.mark.parametrize("game", ["accordion", "napoleon"])
_SEED = "37"
"""Its first deals of Napoleon at St Helena are won within a moment; others take half a minute each."""
IDLEYEAR = """
import sys
from bot.cli import main
if __name__ == "__main__":
    sys.exit(main())
"""


def survey(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Run a survey that must succeed with nothing on stderr; return its JSON."""
    assert main(["odds", *arguments, "--json"]) == 0
    printed = capsys.readouterr()
    assert (printed.out.count("\n"), printed.err) == (1, "")
    return dict(json.loads(printed.out))


def test_a_survey_tells_wins_and_how_sure_that_is(capsys: pytest.CaptureFixture[str]) -> None:
    """A survey tells how many deals are won, and how sure that is."""
    told = survey(capsys, "late-binding", "--deals", "6")
    of = {"game", "kind", "seed", "revision", "version"}
    assert set(told) - {"undecided"} == {*of, "wins", "deals", "interval", "deals_per_second"}
    assert (told["game"], told["kind"], told["seed"]) == ("late-binding", "known", 1)
    assert (told["revision"], told["version"]) == (ALL["late-binding"].revision, installed_version())
    low, high = told["interval"]
    assert told["deals"] == 6
    assert 0 <= low <= told["wins"] / 6 <= high <= 1
    assert told["deals_per_second"] > 0


@pytest.mark.slow
def test_who_takes_every_hint_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """Who takes every hint wins each deal of Late-Binding Solitaire that can be won, without a circle."""
    told = survey(capsys, "late-binding", "--deals", "6", "--by-hints")
    assert told["wins"] == survey(capsys, "late-binding", "--deals", "6")["wins"]
    assert (told["deals"], told["repeats"]) == (6, 0)


def test_a_survey_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    """A survey in words is one line, with the share and its interval in percent."""
    assert main(["odds", "late-binding", "--deals", "3"]) == 0
    assert re.fullmatch(
        r"\d of 3 deals are won: [\d.]+% \([\d.]+% to [\d.]+%, 95 % confidence\).*; "
        r"([1-9]\d* a second|one in [\d.]+ s)\n",
        capsys.readouterr().out,
    )


@pytest.mark.parametrize(("speed", "text"), [(12345.6, "12346 a second"), (0.3, "one in 3.3 s")])
def test_a_speed_in_words(speed: float, text: str) -> None:
    """How fast a survey went is told in deals a second, or in seconds a deal."""
    assert speed_text(speed) == text


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["accordion", "--fair"], "There is no fair player for Accordion: leave --fair out."),
        (
            ["parlett", "--fair", "--by-hints"],
            "Choose --fair or --by-hints: they count in two ways how often people can win.",
        ),
        (
            ["accordion", "--deals", "0"],
            "Invalid value for '--deals': Input should be greater than or equal to 1",
        ),
        (
            ["accordion", "--seed", "-1"],
            "Invalid value for '--seed': Input should be greater than or equal to 0",
        ),
    ],
)
def test_a_mistake_is_one_line(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A mistake in a survey is one line on stderr with exit code 2."""
    assert main(["odds", *arguments]) == 2
    assert capsys.readouterr() == ("", f"Error: {reason}\n")


@pytest.mark.slow
@COUNTED_EITHER_WAY
def test_the_number_of_cores_changes_nothing(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same seed counts the same deals, with any number of workers."""
    told = []
    for cores in (1, 3):
        monkeypatch.setattr(win_rate, "CORES", cores)
        told.append(survey(capsys, game, "--deals", "3", "--seed", _SEED))
        told[-1].pop("deals_per_second")
    assert told[0] == told[1]


class Count(NamedTuple):
    """A command that counts deals without end, and has counted some; its terminal shows how many."""

    process: subprocess.Popen[bytes]
    screen: int
    shown: bytes

    def end(self, code: int = 130) -> tuple[int, str]:
        """Return how many deals it has counted as it ends, and its last words on the screen."""
        out, _ = self.process.communicate()
        assert self.process.returncode == code
        rest = _rest(self.screen)
        assert b"Traceback" not in self.shown + rest
        return json.loads(out)["deals"], rest.decode()

    def workers(self) -> list[int]:
        """Return the processes that count for it."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [
            int(child) for child in children if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text()
        ]


@contextmanager
def counting(folder: Path, game: str) -> Iterator[Count]:
    """Provide a command that is left to count the deals of a game."""
    program = folder / "idleyear.py"
    program.write_text(IDLEYEAR)
    screen, terminal = pty.openpty()
    command = [sys.executable, str(program), "odds", game, "--deals", "1000000000", "--seed", _SEED, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=terminal, process_group=0) as process:  # noqa: S603  our own program
        os.close(terminal)
        shown = b""
        while not re.search(rb"[1-9]\d*/1000000000", shown):
            shown += os.read(screen, 1000)
        yield Count(process, screen, shown)
    while _is_anybody_left(process.pid):
        time.sleep(0.05)


@pytest.mark.slow
@COUNTED_EITHER_WAY
def test_an_interrupt_shows_the_result_so_far(game: str, tmp_path: Path) -> None:
    """Ctrl-C ends a survey that would take forever: with its result, exit code 130 and no traceback."""
    with counting(tmp_path, game) as count:
        os.killpg(count.process.pid, signal.SIGINT)  # as a terminal does: to the workers as well
        deals, _ = count.end()
        assert 0 < deals < 1_000_000_000


@pytest.mark.slow
def test_nobody_goes_on_counting_for_a_command_that_was_ended(tmp_path: Path) -> None:
    """SIGTERM, sent to the command alone, ends its workers too, even one that stands still."""
    with counting(tmp_path, "napoleon") as count:
        os.kill(count.workers()[0], signal.SIGSTOP)
        count.process.terminate()
        deals, _ = count.end()
        assert deals > 0


@pytest.mark.slow
def test_a_process_that_is_killed_ends_the_count_in_order(tmp_path: Path) -> None:
    """If a worker is killed, as where memory runs out, the count so far is told, and why it ended."""
    with counting(tmp_path, "napoleon") as count:
        os.kill(count.workers()[0], signal.SIGKILL)
        deals, says = count.end(code=2)
        assert deals > 0
        assert "A process that counted was killed, perhaps for want of memory" in says


@pytest.mark.slow
def test_nobody_goes_on_counting_for_a_command_that_was_killed(tmp_path: Path) -> None:
    """A command that is killed takes its workers along."""
    with counting(tmp_path, "napoleon") as count:
        count.process.kill()


def _is_anybody_left(group: int) -> bool:
    """Whether a process of a group is still there."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def _rest(screen: int) -> bytes:
    """Return what else is shown; a terminal whose other end is closed reports that by an error."""
    shown = b""
    try:
        while more := os.read(screen, 1000):
            shown += more
    except OSError:
        pass
    os.close(screen)
    return shown
