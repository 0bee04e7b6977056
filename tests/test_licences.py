"""Everything the bot is installed with may be used, changed and passed on, as the bot itself may."""

from __future__ import annotations

import subprocess
import sys

from tests.licences import licences_of

_FREE = {
    *("0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause"),
    *("CC0-1.0", "ISC", "MIT", "MIT-CMU", "MPL-2.0", "PSF-2.0", "Zlib"),
}
"""Licences that ask for no more than to be passed on; MPL-2.0 asks for changes too, and there are none."""


def test_what_the_bot_needs_is_free() -> None:
    """Whatever the bot needs has a free licence: any other one is a decision, not an accident."""
    assert _others("requirements.txt") == {}
    assert _others("requirements-cluster.txt") == {}


def test_so_are_tools() -> None:
    """The tools for developers have free licences, too."""
    assert _others("requirements-dev.txt") == {}


def _others(lock: str) -> dict[str, set[str]]:
    found = licences_of(lock)
    assert len(found) > 20
    return {each.package: set(each.names - _FREE) for each in found if not each.names <= _FREE}


def test_the_list_names_every_package() -> None:
    """The list of licences names every package with its version and its licences."""
    listed = subprocess.run(
        [sys.executable, "-m", "tests.licences"], capture_output=True, text=True, check=True
    )
    lines = listed.stdout.splitlines()
    assert [line for line in lines if line.startswith("numpy ") and "BSD-3-Clause, CC0-1.0, MIT" in line]
    assert len(lines) == len(licences_of("requirements-dev.txt"))
