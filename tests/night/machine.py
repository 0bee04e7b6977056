"""A machine of a host's own, on which a page is followed word for word.

What only a whole machine has, such as systemd, a stand-in for does what matters of it; the rest is real.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tests.night.exports import ROOT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

_STAND_INS = Path(__file__).parent / "stand_ins"
_NETWORK = Path(__file__).parent / "network"
"""What Python loads at its start, where it is named: it leads to a test's Discord instead of the real one."""
_OURS = re.compile(r"(?<![\w./-])/(opt|etc/systemd|var/(?:lib|cache|backups|log))(?=/)")
"""Folders of the machine on which a page works; anything else it must leave alone."""
_LONGEST, _ENDING = 900, 20  # seconds, in which everything is installed, and in which it ends
_AWAY = ("XDG_", "PIP_CACHE", "PYTHON", "VIRTUAL_ENV", "DISCORD_", "DATABASE_", "LOCAL_", "LIMIT_", "PYTEST_")
"""How the names of variables begin that would tell a new host's machine of this one."""


class Machine:
    """An empty machine: a root folder, a home, and programs that record that they were asked for."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "machine"
        self.home = self.root / "home"
        self.asked = self.root / "asked"
        programs = self.root / "stand-ins"
        shutil.copytree(_STAND_INS, programs, ignore=shutil.ignore_patterns("__pycache__"))
        for program in programs.iterdir():
            program.write_text(program.read_text().replace("/usr/bin/env python3", sys.executable))
        for each in ("home", "opt", "etc/systemd/system", "var/lib", "var/cache", "var/backups", "var/log"):
            (self.root / each).mkdir(parents=True)
        self.asked.touch()
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(_AWAY)},
            "PATH": f"{programs}{os.pathsep}{_without_ours(os.environ['PATH'])}",
            "HOME": str(self.home),
            "MACHINE": str(self.root),
        }

    def place(self, path: str) -> Path:
        """Return where a folder or file of the machine really is."""
        return self.root / path.lstrip("/")

    def follow(self, blocks: Sequence[str], where: str = "/", **instead: str) -> str:
        """Run blocks of a page, with what stands `instead` of its placeholders; return what they print.

        Raise AssertionError with all that was printed if one of them fails, or if the page says nothing.
        """
        assert blocks
        for word, by in instead.items():
            blocks = [re.sub(rf"\b{word}\b", by.replace("\\", r"\\"), block) for block in blocks]
        return "".join(self._run(block, self.place(where)) for block in blocks)

    @asynccontextmanager
    async def running(self, command: str, where: str) -> AsyncIterator[asyncio.StreamReader]:
        """Run a command that goes on, and end it as Ctrl-C does; yield what it prints."""
        process = await asyncio.create_subprocess_exec(
            *("/bin/bash", "-c", command),
            cwd=self.place(where),
            env=self.environment,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,
        )
        assert process.stdout is not None
        try:
            yield process.stdout
        finally:
            os.killpg(process.pid, signal.SIGINT)
            async with asyncio.timeout(_ENDING):
                await process.communicate()

    def reach(self, discord: str) -> None:
        """Have every bot of the machine reach the Discord at an address: its host has no other."""
        self.environment |= {"DISCORD": discord, "PYTHONPATH": str(_NETWORK)}

    def was_asked(self, *words: str) -> bool:
        """Whether a stand-in was called with these words, in this order, among others."""
        pattern = ".*".join(re.escape(word) for word in words)
        return re.search(pattern, self.asked.read_text()) is not None

    def _run(self, block: str, where: Path) -> str:
        # What a container is told names places of its own.
        lines = [
            line if "docker" in line else _OURS.sub(rf"{self.root}/\1", line) for line in block.splitlines()
        ]
        done = subprocess.run(  # noqa: S603  what the page says
            ["/bin/bash", "-euo", "pipefail", "-c", "\n".join(lines)],
            cwd=where,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=_LONGEST,
            check=False,
        )
        assert done.returncode == 0, f"{block}\nended with {done.returncode}:\n{done.stdout}"
        return done.stdout


def _without_ours(path: str) -> str:
    """Return where programs are, without the environment in which this test runs."""
    ours = str(ROOT / ".venv")
    return os.pathsep.join(each for each in path.split(os.pathsep) if not each.startswith(ours))
