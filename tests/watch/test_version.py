"""Which version this is, wherever it is told: in `/about`, by `idleyear --version`, to Prometheus."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from bot.watch import installed_version
from tests.image import forget_commit

ROOT = Path(__file__).parents[2]
_TELL = "from bot.watch import installed_version; print(installed_version())"


def _git(*arguments: str | Path, folder: Path) -> str:
    command = ["git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-C", folder, *arguments]
    return subprocess.check_output(command, text=True).strip()  # noqa: S603  our own arguments


def _commit_of(folder: Path) -> str:
    """Return the commit that the program in a folder tells, without the packages that are installed."""
    told = subprocess.run(  # noqa: S603  our own program
        [sys.executable, "-S", "-c", _TELL],
        cwd=folder,
        env={"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    version, _, commit = told.stdout.strip().partition("+")
    assert version == "unknown", told.stderr
    return commit


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a repository with the part of the project that tells the version, in its only commit."""
    folder = tmp_path / "checkout"
    shutil.copytree(ROOT / "bot/watch", folder / "bot/watch", ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("bot/__init__.py", ".gitattributes"):
        shutil.copy(ROOT / file, folder / file)
    forget_commit(folder)
    _git("init", "--quiet", folder, folder=tmp_path)
    _git("add", "--all", folder=folder)
    _git("commit", "--quiet", "--message", "Begin", folder=folder)
    return folder


def test_it_is_that_of_the_release() -> None:
    """The installed version is that of `pyproject.toml`."""
    release = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert installed_version().partition("+")[0] == release


def test_a_checkout_and_an_archive_of_it_tell_their_commit(checkout: Path, tmp_path: Path) -> None:
    """A checkout tells its commit, and so does what `git archive` exports of it."""
    commit = _git("rev-parse", "HEAD", folder=checkout)[:12]
    assert _commit_of(checkout) == commit
    _git("archive", "--output", tmp_path / "archive.zip", "HEAD", folder=checkout)
    shutil.unpack_archive(tmp_path / "archive.zip", tmp_path / "archive")
    assert _commit_of(tmp_path / "archive") == commit


def test_a_folder_without_history_tells_no_commit(checkout: Path) -> None:
    """Without a history the commit is unknown, also in a folder of another project's checkout."""
    copy = checkout / "copied"
    shutil.copytree(checkout / "bot", copy / "bot")
    assert _commit_of(copy) == "unknown"
