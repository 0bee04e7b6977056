"""A clean export of a commit, as somebody has it who has just downloaded it: nothing has been built there."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path

_ROOT = Path(__file__).parents[2]


def export(folder: Path, commit: str = "HEAD") -> Path:
    """Extract a commit into a folder, and return that."""
    command = ["git", "archive", "--format=tar", commit]
    archive = subprocess.run(command, cwd=_ROOT, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603  ours
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    return folder
