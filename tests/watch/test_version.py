"""Which version this is, wherever it is told: in `/about`, by `idleyear --version`, to Prometheus."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

from bot.watch import installed_version

ROOT = Path(__file__).parents[2]


def test_it_is_that_of_the_release() -> None:
    """The installed version is that of `pyproject.toml`."""
    assert installed_version() == tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def test_in_a_folder_that_is_not_installed_it_is_unknown() -> None:
    """In a folder that is not installed the version is unknown, and nothing fails for that."""
    code = "from bot.watch import installed_version; print(installed_version())"
    # Without the packages that are installed.
    told = subprocess.run(  # noqa: S603  our own program
        [sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert told.stdout == "unknown\n", told.stderr
