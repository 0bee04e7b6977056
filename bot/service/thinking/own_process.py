"""Processes of this very copy of Idle Year, one of which compiles solvers; `worker.py` is the other.

How much memory there is for them, the machine's or a container's, and what can be given back of it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import sysconfig
import threading
from collections.abc import Iterator
from pathlib import Path

import idle_year
from idle_year.solvers.__main__ import main

_MUCH = 210 * 2**20  # bytes
_OWN = Path("/proc/self/cgroup")
_GROUPS = Path("/sys/fs/cgroup")
_LIMITS = ("memory.max", "memory.limit_in_bytes")
"""The files that hold a limit in version 2 and 1 of Linux' control groups."""
_UNKNOWN = 2**40
"""Bytes to reckon with where no system tells."""
_MAPS = Path("/proc/self/maps")
_DO_NOT_NEED = 4
"""What Linux' `madvise` calls MADV_DONTNEED."""


def python(function: str) -> list[str]:
    """Return the command that calls a function `package.module:name`; it needs the environment of `own_path`.

    Python doesn't look for it in the current folder (-P), which may hold somebody else's `bot`.
    """
    module, name = function.split(":")
    return [sys.executable, "-P", "-c", f"from {module} import {name}; {name}()"]


def own_path() -> dict[str, str]:
    """Return the environment in which a process finds this copy of `bot`, and of the library."""
    ours = dict.fromkeys((str(Path(__file__).parents[3]), str(Path(idle_year.__file__).parents[1])))
    # What is installed is found anyway, after the standard library.
    folders = [folder for folder in ours if folder != sysconfig.get_path("purelib")]
    paths = (*folders, os.environ.get("PYTHONPATH", ""))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def compile_for_bot() -> None:
    """Compile the packages that the command line names, ending as soon as the bot is gone, even if killed.

    The standard input must be a pipe of the bot's into which nothing is written.
    """
    _end_with_bot()
    die_first()
    with contextlib.suppress(ImportError):  # without the compiler, `main` says so
        from idle_year.solvers.cache import after_saving

        after_saving.append(_begin_anew)
    main()


def _begin_anew() -> None:
    """Become a new process, which goes on with the next kernel, once this one has taken much memory.

    The compiler keeps what it has compiled, and would come to half as much again.
    """
    if _memory_taken() > _MUCH:
        os.execv(sys.executable, sys.orig_argv)  # noqa: S606  what this process was started as


def _memory_taken() -> int:
    """Return the bytes that this process has in memory; 0 where no system tells."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def die_first() -> None:
    """Have Linux end this process, not the bot, where memory runs out."""
    with contextlib.suppress(OSError):  # elsewhere there is no such file
        Path("/proc/self/oom_score_adj").write_text("1000")


def _end_with_bot() -> None:
    threading.Thread(target=_await_end_of_bot, name="end with bot", daemon=True).start()


def _await_end_of_bot() -> None:
    os.read(sys.stdin.fileno(), 1)  # the system closes a dead process's end of the pipe
    os._exit(1)


def allowed_memory() -> int:
    """Return the bytes of memory that this process and its children may take."""
    return min(_installed(), *_allowed(), _UNKNOWN)


def _installed() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return _UNKNOWN


def _allowed() -> Iterator[int]:
    """Yield the limits of this process's control groups, and of those that they are part of."""
    try:
        groups = [line.split(":", 2) for line in _OWN.read_text("utf-8").splitlines()]
    except OSError:  # not on Linux
        return
    for _, kinds, path in groups:
        if kinds in ("", "memory"):
            yield from _limits(_GROUPS / kinds, Path(path.lstrip("/")))


def _limits(root: Path, group: Path) -> Iterator[int]:
    for folder in (group, *group.parents):
        for name in _LIMITS:
            try:
                written = (root / folder / name).read_text("utf-8").strip()
            except OSError:
                continue
            if written.isdecimal():  # else it is "max"
                yield int(written)


def give_back_code(library: str) -> None:
    """Have Linux take back the memory that a library's code takes; what runs again is read from its file.

    Only code may be given back so: nothing else that is mapped of a library is sure to be as in the file.
    """
    with contextlib.suppress(OSError, AttributeError):  # not on Linux
        advise = ctypes.CDLL(None).madvise
        for line in _MAPS.read_text("utf-8").splitlines():
            addresses, allowed, *_ = line.split()
            if allowed == "r-xp" and library in line:
                first, end = (int(address, 16) for address in addresses.split("-"))
                advise(ctypes.c_void_p(first), ctypes.c_size_t(end - first), _DO_NOT_NEED)
