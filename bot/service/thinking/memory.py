"""How much memory there is for the bot: that of the machine, or what a container is allowed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_OWN = Path("/proc/self/cgroup")
_GROUPS = Path("/sys/fs/cgroup")
_LIMITS = ("memory.max", "memory.limit_in_bytes")
"""The files that hold a limit in version 2 and 1 of Linux' control groups."""
_UNKNOWN = 2**40
"""Bytes to reckon with where no system tells."""


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
