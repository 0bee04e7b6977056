"""`idleyear` in a process of its own, for tests that interrupt or kill it."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_IDLEYEAR = """
import sys
from {program} import main
if __name__ == "__main__":
    sys.exit(main())
"""


@contextmanager
def started(folder: Path, *arguments: str, program: str = "bot.cli") -> Iterator[subprocess.Popen[str]]:
    """Run an `idleyear` command, as a program in a folder and in a group of its own, while the block runs."""
    file = folder / "idleyear.py"
    file.write_text(_IDLEYEAR.format(program=program))
    command = [sys.executable, str(file), *arguments]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, process_group=0) as process:  # noqa: S603  our own program
        try:
            yield process
        finally:
            process.kill()


def counted(file: Path) -> dict[str, int]:
    """Return what a `--resume` file has counted; nothing if it does not exist yet."""
    if not file.exists():
        return {"wins": 0, "deals": 0}
    return dict(json.loads(file.read_text())["counted"])


def await_deals(file: Path, process: subprocess.Popen[str]) -> int:
    """Wait until a command has counted some deals; return how many."""
    while not (deals := counted(file)["deals"]):
        assert process.poll() is None, process.communicate()
        time.sleep(0.02)
    return deals
