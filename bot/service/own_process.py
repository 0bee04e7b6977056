"""Running modules of this very copy of Idle Year as processes."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path


def python(module: str) -> list[str]:
    """Return the command that runs a module; it needs the environment that `own_path` returns.

    Python doesn't look for it in the current folder (-P), which may hold somebody else's `bot`.
    """
    return [sys.executable, "-P", "-m", module]


def own_path() -> dict[str, str]:
    """Return the environment in which a process finds this copy of `bot`."""
    folder = str(Path(__file__).parents[2])
    if folder == sysconfig.get_path("purelib"):
        return dict(os.environ)  # installed: found anyway, after the standard library
    paths = (folder, os.environ.get("PYTHONPATH", ""))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
