"""Running modules of this very copy of Idle Year as processes."""

from __future__ import annotations

import os
import sys
import sysconfig
import threading
from pathlib import Path


def python(module: str) -> list[str]:
    """Return the command that runs a module; it needs the environment that `own_path` returns.

    Python doesn't look for it in the current folder (-P), which may hold somebody else's `bot`.
    """
    return [sys.executable, "-P", "-m", module]


def own_path() -> dict[str, str]:
    """Return the environment in which a process finds this copy of `bot`."""
    folder = str(Path(__file__).parents[3])
    if folder == sysconfig.get_path("purelib"):
        return dict(os.environ)  # installed: found anyway, after the standard library
    paths = (folder, os.environ.get("PYTHONPATH", ""))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def end_with_bot() -> None:
    """End this process as soon as the bot that has started it is gone, even if it was killed.

    The standard input must be a pipe of the bot's into which nothing is written.
    """
    threading.Thread(target=_await_end_of_bot, name="end with bot", daemon=True).start()


def _await_end_of_bot() -> None:
    os.read(sys.stdin.fileno(), 1)  # the system closes a dead process's end of the pipe
    os._exit(1)
