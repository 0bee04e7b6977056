"""A disk of its own for a test: a small one, which can fill up, or be made read-only."""

from __future__ import annotations

import contextlib
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


_SIZE = 4_000_000  # bytes


class Disk:
    """A folder that is a disk of its own if we may mount one, else one without write permission."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self._mounted = os.geteuid() == 0 and self._mount("-t", "tmpfs", "-o", f"size={_SIZE}", "tmpfs")
        if os.geteuid() == 0 and not self._mounted:
            pytest.skip("root may write everywhere, and no disk can be mounted here")

    def make_read_only(self) -> None:
        """Stop all writing."""
        if self._mounted:
            self._mount("-o", "remount,ro")
        else:
            self.folder.chmod(0o500)

    def fill(self) -> None:
        """Leave no room for anything."""
        if not self._mounted:
            pytest.skip("no disk can be mounted here")
        with (self.folder / "filling").open("wb", buffering=0) as filling, contextlib.suppress(OSError):
            while True:
                filling.write(bytes(4096))

    def make_room(self) -> None:
        """Delete what filled it."""
        (self.folder / "filling").unlink()

    def give_back(self) -> None:
        """Restore the folder to how it was found."""
        if self._mounted:
            # Lazily: a process that has a file of it open may still be ending, and it goes with that one.
            command = ["umount", "--lazy", str(self.folder)]
            subprocess.run(command, check=True)  # noqa: S603
        else:
            self.folder.chmod(0o700)

    def _mount(self, *options: str) -> bool:
        command = ["mount", *options, str(self.folder)]
        return subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    """Return a disk."""
    disk = Disk(tmp_path / "disk")
    yield disk
    disk.give_back()
