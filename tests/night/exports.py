"""What git holds of a commit, in a folder of its own: a checkout would hide what a build has left."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def export(folder: Path, commit: str = "HEAD") -> Path:
    """Write the files of a commit, and nothing else, into an empty folder; return it."""
    folder.mkdir(parents=True, exist_ok=True)
    archive = subprocess.run(_git("archive", known(commit)), capture_output=True, check=True)  # noqa: S603  git's own words
    subprocess.run(["/bin/tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)  # noqa: S603  our own folder
    return folder


def repository(folder: Path, commit: str) -> Path:
    """Make a repository to clone from, whose only branch, `main`, ends at a commit; return it."""
    subprocess.run(_git("clone", "--quiet", "--bare", str(ROOT), str(folder)), check=True)  # noqa: S603  our own folder
    publish(folder, commit)
    subprocess.run([*_git("symbolic-ref", "HEAD", "refs/heads/main", at=folder)], check=True)  # noqa: S603  as above
    return folder


def publish(folder: Path, commit: str) -> None:
    """Have the repository's `main` end at a commit, as when a new version comes out."""
    subprocess.run(_git("update-ref", "refs/heads/main", known(commit), at=folder), check=True)  # noqa: S603  as above


def known(commit: str) -> str:
    """Return the whole name of a commit; skip the test if this checkout has no such history."""
    command = _git("rev-parse", "--verify", f"{commit}^{{commit}}")
    named = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  as above
    if named.returncode:
        pytest.skip(f"this checkout does not know the commit {commit}")
    return named.stdout.strip()


def released() -> str:
    """Return the tag of the last release before this commit; its own name if there is none yet."""
    tagged = _git("describe", "--tags", "--abbrev=0", "--match=v[0-9]*")
    named = subprocess.run(tagged, capture_output=True, text=True, check=False)  # noqa: S603  as above
    return named.stdout.strip() or "HEAD"


def _git(*words: str, at: Path = ROOT) -> list[str]:
    # Whoever runs the tests need not be whose folder it is.
    return ["git", "-c", "safe.directory=*", "-C", str(at), *words]
