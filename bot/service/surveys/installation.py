"""What is installed on a machine, as far as what it counts depends on it."""

from __future__ import annotations

import functools
import hashlib
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from bot.service.surveys.survey import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

_BOT = Path(__file__).parents[2]
_COUNTED_BY = {
    Kind.KNOWN: ("engine", "solvers"),
    Kind.FAIR: ("engine", "solvers"),
    Kind.BY_HINTS: ("engine", "solvers", "service"),
}
"""The packages of ours on which a kind of survey depends."""
_KINDS_OF_FILE = {".py", ".npy", ".json"}


@functools.cache
def installation() -> dict[str, str]:
    """Return what a worker and whoever gives it work must have in common, each with its version."""
    return {
        "idle-year": solvers_version(Kind.BY_HINTS),
        # Of Python, releases that differ in the last number alone understand each other.
        "Python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "Numba": version("numba"),
        "NumPy": version("numpy"),
        "Dask": version("distributed"),
    }


def difference(theirs: Mapping[str, str], ours: Mapping[str, str]) -> str | None:
    """Return what another installation has otherwise, in words, or None."""
    for name, wanted in ours.items():
        if theirs.get(name) != wanted:
            return f"{name} {theirs.get(name)}, not {wanted} as here"
    return None


@functools.cache
def solvers_version(kind: Kind) -> str:
    """Return what stands for all sources on which the counts of a survey depend.

    The version of a release says less: people also count with what they have just changed.
    """
    told = hashlib.sha256()
    for package in _COUNTED_BY[kind]:
        for source in sorted((_BOT / package).rglob("*")):
            if source.suffix in _KINDS_OF_FILE:
                told.update(f"{source.relative_to(_BOT)}\n".encode() + source.read_bytes())
    return told.hexdigest()[:12]
