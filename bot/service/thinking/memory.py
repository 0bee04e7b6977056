"""How much memory there is for the bot, the machine's or a container's, and what can be given back of it."""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Iterator
from pathlib import Path

_OWN = Path("/proc/self/cgroup")
_GROUPS = Path("/sys/fs/cgroup")
_LIMITS = ("memory.max", "memory.limit_in_bytes")
"""The files that hold a limit in version 2 and 1 of Linux' control groups."""
_UNKNOWN = 2**40
"""Bytes to reckon with where no system tells."""
_MAPS = Path("/proc/self/maps")
_DO_NOT_NEED = 4
"""What Linux' `madvise` calls MADV_DONTNEED."""


def memory() -> int:
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
