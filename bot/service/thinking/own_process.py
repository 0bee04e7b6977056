"""Processes of this very copy of Idle Year, one of which compiles solvers; `worker.py` is the other."""

from __future__ import annotations

import os
import sys
import sysconfig
import threading
from pathlib import Path

from bot.solvers.__main__ import main


def python(function: str) -> list[str]:
    """Return the command that calls a function `package.module:name`; it needs the environment of `own_path`.

    Python doesn't look for it in the current folder (-P), which may hold somebody else's `bot`.
    """
    module, name = function.split(":")
    return [sys.executable, "-P", "-c", f"from {module} import {name}; {name}()"]


def own_path() -> dict[str, str]:
    """Return the environment in which a process finds this copy of `bot`."""
    folder = str(Path(__file__).parents[3])
    if folder == sysconfig.get_path("purelib"):
        return dict(os.environ)  # installed: found anyway, after the standard library
    paths = (folder, os.environ.get("PYTHONPATH", ""))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def compile_for_bot() -> None:
    """Compile the packages that the command line names, ending as soon as the bot is gone, even if killed.

    The standard input must be a pipe of the bot's into which nothing is written.
    """
    threading.Thread(target=_await_end_of_bot, name="end with bot", daemon=True).start()
    main()


def _await_end_of_bot() -> None:
    os.read(sys.stdin.fileno(), 1)  # the system closes a dead process's end of the pipe
    os._exit(1)
