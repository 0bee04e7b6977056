"""The processes that a bot has started, found as the system knows them."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

_PROGRAM = b"bot.service.thinking.worker"
_COMPILER = b"compile_for_bot"
_NICEST = 19
_LONG = 60.0  # seconds: a busy machine is not the bot's fault


def workers_of(pid: int) -> list[int]:
    """Return the process ids of the workers that a process has started and that have not ended."""
    return [child for child in _children_of(pid) if is_worker(child)]


def compilers_of(pid: int) -> list[int]:
    """Return the process ids of the compilers that a process has started and that have not ended."""
    return [child for child in _children_of(pid) if _COMPILER in _command(child)]


def _children_of(pid: int) -> list[int]:
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for each in lists for child in each.read_text().split()]


def is_worker(pid: int) -> bool:
    """Whether a process is a worker, and has not ended."""
    return _PROGRAM in _command(pid)


def await_end(pid: int) -> None:
    """Wait until a process has ended."""
    until = time.monotonic() + _LONG
    while _command(pid):
        assert time.monotonic() < until, "the process is still there"
        time.sleep(0.01)


def gives_way(niceness: int, to: int) -> bool:
    """Whether something so nice lets others go first, or both are as nice as can be."""
    return niceness > to or niceness == to == _NICEST


def _command(pid: int) -> bytes:
    """Return the command that a process runs, or nothing once it has ended."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""
