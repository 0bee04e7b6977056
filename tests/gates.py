"""A gate at which jobs in other processes stop until the test lets them on."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONG = 60.0  # seconds: a busy machine is not the bot's fault


class Gate:
    """A named pipe: reading it (`Path.read_bytes`) takes until the gate is opened, then none."""

    def __init__(self, path: Path) -> None:
        self.path = path
        os.mkfifo(path)
        self._end = os.open(path, os.O_RDWR)

    def open(self) -> None:
        """Let on whoever waits, and whoever comes later."""
        if self._end < 0:
            return
        opened = self.path.with_suffix(".open")
        opened.touch()
        opened.replace(self.path)
        os.close(self._end)
        self._end = -1

    async def reached_by(self, *processes: int, jobs: int = 1) -> int:
        """Wait until this many jobs of one of these processes wait at the gate together; return which."""
        async with asyncio.timeout(_LONG):
            while True:
                for each in processes:
                    if self._waiting(each) >= jobs:
                        return each
                await asyncio.sleep(0.01)

    def _waiting(self, pid: int) -> int:
        # Files that are closed meanwhile cannot be looked at.
        count = 0
        for each in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(FileNotFoundError):
                count += each.readlink() == self.path
        return count


@contextlib.contextmanager
def gate(folder: Path, name: str = "gate") -> Iterator[Gate]:
    """Put up a closed gate, which is open at the end: otherwise a failing test would never end."""
    closed = Gate(folder / name)
    try:
        yield closed
    finally:
        closed.open()
