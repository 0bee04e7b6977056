"""The bot as a program of one user, installed with pipx as docs/operating.md says."""

from __future__ import annotations

import asyncio
import os
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.night.exports import export, known
from tests.night.machine import Machine
from tests.night.pages import commands

if TYPE_CHECKING:
    from pathlib import Path

_STARTING = 120  # seconds, on a busy machine
pytestmark = [
    pytest.mark.night,
    pytest.mark.skipif(shutil.which("pipx") is None, reason="pipx is not installed"),
]


async def test_a_program_keeps_its_files_at_home(tmp_path: Path) -> None:
    """The page's commands install the bot, which knows its commit and plays anywhere on the games at home."""
    machine = Machine(tmp_path)
    folder = export(machine.place("/opt/idle-year"))
    machine.environment["PATH"] = f"{machine.home}/.local/bin{os.pathsep}{machine.environment['PATH']}"
    *install, run = commands("docs/operating.md", "As a program")
    told = machine.follow(install, "/opt/idle-year")
    assert f"+{known('HEAD')[:12]}" in told
    home = machine.home / ".local" / "share" / "idle-year"
    assert (home / ".env").stat().st_mode & 0o777 == 0o600
    machine.environment["LOCAL_PORT"] = "0"  # the usual one may be somebody else's
    async with machine.running(run, "/var/lib") as printed, asyncio.timeout(_STARTING):
        while b"http://" not in (line := await printed.readline()):
            assert line, "it has ended"
    assert (home / "var" / "idle-year.sqlite3").exists()
    assert [*machine.place("/var/lib").iterdir()] == []
    assert not (folder / "var").exists()
