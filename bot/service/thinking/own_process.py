"""Processes of this very copy of Idle Year, one of which compiles solvers; `worker.py` is the other."""

from __future__ import annotations

import contextlib
import os
import sys
import sysconfig
import threading
from pathlib import Path

from bot.solvers.__main__ import main
from bot.solvers.jit import ready
from bot.solvers.registry import PACKAGES

_MUCH = 260 * 2**20  # bytes


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
    _end_with_bot()
    die_first()
    with contextlib.suppress(ImportError):  # without the compiler, `main` says so
        from bot.solvers.cache import after_saving

        after_saving.append(_begin_anew)
    main()


def _begin_anew() -> None:
    """Become a new process, which goes on with the next kernel, once this one has taken much memory.

    The compiler gives nothing back of what it takes, and would come to three times as much.
    """
    if _memory_taken() > _MUCH:
        os.execv(sys.executable, sys.orig_argv)  # noqa: S606  what this process was started as


def _memory_taken() -> int:
    """Return the bytes that this process has in memory; 0 where no system tells."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def list_compiled() -> None:
    """Print the packages that are compiled on this machine: to know that, the compiler must be loaded."""
    _end_with_bot()
    print(*filter(ready, PACKAGES))


def die_first() -> None:
    """Have Linux end this process, not the bot, where memory runs out."""
    with contextlib.suppress(OSError):  # elsewhere there is no such file
        Path("/proc/self/oom_score_adj").write_text("1000")


def _end_with_bot() -> None:
    threading.Thread(target=_await_end_of_bot, name="end with bot", daemon=True).start()


def _await_end_of_bot() -> None:
    os.read(sys.stdin.fileno(), 1)  # the system closes a dead process's end of the pipe
    os._exit(1)
