"""Running modules of this very copy of Idle Year as processes."""

from __future__ import annotations

import os
import sys


def python(module: str) -> list[str]:
    """Return the command that runs a module; it needs the environment `own_path` returns.

    Python doesn't look for it in the current folder (-P), which may hold somebody else's `bot`.
    """
    return [sys.executable, "-P", "-m", module]


def own_path() -> dict[str, str]:
    """Return the environment in which a process finds the same modules as this one."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
