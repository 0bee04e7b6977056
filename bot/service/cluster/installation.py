"""What is installed on a machine, so far as it affects what solvers find."""

from __future__ import annotations

import functools
import hashlib
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_BOT = Path(__file__).parents[2]
_KINDS_OF_FILE = {".py", ".npy", ".json"}


@functools.cache
def installation() -> dict[str, str]:
    """Return the versions that a worker must share with the machine that gives it work."""
    return {
        "idle-year": fingerprint("engine", "solvers", "service"),
        # Python releases that differ only in the patch number are compatible.
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "Numba": version("numba"),
        "NumPy": version("numpy"),
        "Dask": version("distributed"),
    }


def difference(theirs: Mapping[str, str], ours: Mapping[str, str]) -> str | None:
    """Return in words the first difference of another installation, or None."""
    for name, wanted in ours.items():
        if theirs.get(name) != wanted:
            return f"{name} {theirs.get(name)}, not {wanted} as here"
    return None


@functools.cache
def fingerprint(*packages: str) -> str:
    """Return a fingerprint of all source files of some of our packages.

    A release number would not do: people also run surveys with code they have just changed.
    """
    told = hashlib.sha256()
    for package in packages:
        for source in sorted((_BOT / package).rglob("*")):
            if source.suffix in _KINDS_OF_FILE:
                told.update(f"{source.relative_to(_BOT)}\n".encode() + source.read_bytes())
    return told.hexdigest()[:12]
