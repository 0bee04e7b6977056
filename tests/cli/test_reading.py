"""What commands read may be endless: they never hold more of it than what they want could have."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kernels import own_environment

_IDLEYEAR = "import sys; from bot.cli import main; sys.exit(main())"
_MEMORY = 2 * 2**30
"""In bytes of addresses, which is several times what a command needs."""
_NO_RECORD = "is longer than 1,000,000 bytes: it should hold a recorded game."
_NO_POSITIONS = "is longer than 10,000 bytes: it should hold positions, one a line."


def _limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _started(*arguments: str, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603  our own program
        [sys.executable, "-c", _IDLEYEAR, *arguments],
        env=own_environment(),
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_limit_memory,  # noqa: PLW1509  there are no threads that could hold a lock
    )


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("replay /dev/zero", f"/dev/zero {_NO_RECORD}"),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                ("replay -", f"Standard input {_NO_RECORD}"),
                ("solve accordion --file /dev/zero", f"/dev/zero, line 1, {_NO_POSITIONS}"),
                ("hint accordion --file -", f"Standard input, line 1, {_NO_POSITIONS}"),
                (
                    "odds push-pin --deals 10 --resume /dev/zero",
                    "/dev/zero is no ordinary file: name another one.",
                ),
            )
        ),
    ],
)
def test_input_without_end_is_one_line(command: str, reason: str) -> None:
    """Input without an end is refused in one line, before it fills the memory."""
    with Path("/dev/zero").open("rb") as endless, _started(*command.split(), stdin=endless.fileno()) as run:
        assert run.communicate() == ("", f"Error: {reason}\n")
    assert run.returncode == 2


@pytest.mark.slow
def test_a_count_is_not_kept_in_a_pipe(tmp_path: Path) -> None:
    """A pipe that nobody writes to is refused in one line, and not waited for."""
    pipe = tmp_path / "count.json"
    os.mkfifo(pipe)
    with _started("odds", "push-pin", "--deals", "10", "--resume", str(pipe)) as run:
        try:
            printed = run.communicate(timeout=60)
        finally:
            run.kill()
    assert printed == ("", f"Error: {pipe} is no ordinary file: name another one.\n")


@pytest.mark.slow
def test_positions_without_end_are_answered_as_they_come(tmp_path: Path) -> None:
    """Positions may go on for ever: each is answered as it comes, also where they come from a file."""
    endless = tmp_path / "endless"
    os.mkfifo(endless)
    with (
        _started("solve", "accordion", "--file", str(endless), "--json") as run,
        subprocess.Popen(["/bin/sh", "-c", 'yes "5S 6S TD KC" > "$0"', str(endless)], process_group=0) as yes,  # noqa: S603  it is ours
    ):
        assert run.stdout is not None
        assert [json.loads(run.stdout.readline())["answer"] for _ in range(1000)] == ["lost"] * 1000
        run.kill()
        os.killpg(yes.pid, signal.SIGTERM)
