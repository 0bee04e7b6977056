"""`make release`: whether all that a release needs is there; what publishes it is printed, not run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DISTRIBUTIONS = (".", "idle-year", "small-discord")
"""The folders of the three distributions, which are released together."""
OLDEST, NEWEST = 11, 14
"""The minor versions of Python 3 on which they are installed."""
_RELEASED = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$", re.MULTILINE)
_MEASURED = re.compile(r"`([\w./-]+)` at `([0-9a-f]{12})`")
"""How a page names the folder that a figure was measured on, and git's name for what was in it."""


class ReleaseError(Exception):
    """Something that a release needs is missing; the message says what to do."""


def main() -> int:
    """Check everything, the quickest first; print what to run, or what is missing."""
    try:
        version = one_version(ROOT)
        for claim, check in _CLAIMS.items():
            print(f"{claim} …", flush=True)
            check()
    except ReleaseError as missing:
        print(f"Not ready: {missing}", file=sys.stderr)
        return 1
    print("\n".join(["Ready. What publishes it:", *publishing(version)]))
    return 0


def one_version(root: Path) -> str:
    """Return the version of all distributions, dated in the changelog; raise ReleaseError if they differ."""
    projects = {
        name: tomllib.loads((root / name / "pyproject.toml").read_text("utf-8")) for name in DISTRIBUTIONS
    }
    versions = {name: project["project"]["version"] for name, project in projects.items()}
    if len(set(versions.values())) > 1:
        raise ReleaseError(f"the versions differ: {versions}. They are released together.")
    version: str = versions["."]
    if not any(each.endswith(f"=={version}") for each in projects["."]["project"]["dependencies"]):
        raise ReleaseError(f"the bot doesn't depend on idle-year=={version}.")
    dated = _RELEASED.findall((root / "CHANGELOG.md").read_text("utf-8"))
    if version not in dated:
        raise ReleaseError(f"CHANGELOG.md has no heading `## [{version}] - ` with a date.")
    return version


def stale_figures(root: Path) -> Iterator[str]:
    """Yield which pages name a folder that has changed since their figures were taken, or that none does."""
    pages = {
        page: _MEASURED.findall(page.read_text("utf-8")) for page in sorted((root / "docs").glob("*.md"))
    }
    if not any(pages.values()):
        yield "no page of docs/ names the folders that its figures were measured on"
    for page, measured in pages.items():
        for folder, known in measured:
            now = _told("git", "rev-parse", f"HEAD:{folder}", folder=root)[:12]
            if now != known:
                yield f"{page.relative_to(root)} measured {folder} at {known}, which is at {now} now"


def publishing(version: str) -> tuple[str, ...]:
    """Return the commands that publish a version."""
    return (
        f'git tag --annotate v{version} --message "Idle Year {version}"',
        f"git push origin HEAD v{version}",
        "python -m pip install twine && python -m twine upload dist/*.whl",
    )


def _is_clean() -> None:
    """Raise ReleaseError if something is not committed."""
    if _told("git", "status", "--porcelain"):
        raise ReleaseError("the tree isn't clean: commit what is there.")


def _locks_are_fresh() -> None:
    """Raise ReleaseError if the locks are not those of the projects."""
    _run("make", "lock")
    if _told("git", "status", "--porcelain"):
        raise ReleaseError("the locks were stale: commit what `make lock` has made of them.")


def _figures_fit() -> None:
    """Raise ReleaseError if a page has figures of other code."""
    if stale := [*stale_figures(ROOT)]:
        raise ReleaseError("; ".join(stale) + ": measure anew.")


def _wheels_install() -> None:
    """Install the wheels by pipx on each Python that is here, and resolve them for the others."""
    _run("make", "wheel")
    for minor in range(OLDEST, NEWEST + 1):
        install = _installing if _works(f"python3.{minor}") else _resolving
        install(f"3.{minor}")


def _tests_pass() -> None:
    """Run all tests, and ask about the dependencies."""
    for target in ("check", "night", "audit"):
        _run("make", target)


def _works(python: str) -> bool:
    """Whether a Python is here; a name may be there without working."""
    try:
        _told(python, "-c", "")
    except (ReleaseError, FileNotFoundError):
        return False
    return True


def _installing(python: str) -> None:
    """Install the bot as docs/operating.md says, in a home of its own, and have it tell its version."""
    with tempfile.TemporaryDirectory() as home:
        own = {"PIPX_HOME": home, "PIPX_BIN_DIR": f"{home}/bin"}
        found = f"--pip-args=--find-links {ROOT / 'dist'}"
        _run("pipx", "install", "--python", f"python{python}", found, _wheel("idle_year_bot"), **own)
        _run("pipx", "inject", "idle-year-bot", _wheel("small_discord"), **own)
        print(f"  Python {python}:", _told(f"{home}/bin/idleyear", "--version"), flush=True)


def _resolving(python: str) -> None:
    """Ask the index whether all that the wheels need comes ready-made for a Python that is not here."""
    with tempfile.TemporaryDirectory() as target:
        _run(
            *(sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--only-binary", ":all:"),
            *("--python-version", python, "--target", target, "--find-links", str(ROOT / "dist")),
            *(_wheel("idle_year_bot"), _wheel("small_discord")),
        )
    print(f"  Python {python}: resolves; it isn't here", flush=True)


def _wheel(name: str) -> str:
    (found,) = (ROOT / "dist").glob(f"{name}-*.whl")
    return str(found)


def _run(*command: str, **environment: str) -> None:
    """Run a command; raise ReleaseError if it fails."""
    done = subprocess.run(command, check=False, cwd=ROOT, env={**os.environ, **environment})  # noqa: S603  our own commands
    if done.returncode:
        raise ReleaseError(f"`{' '.join(command)}` failed.")


def _told(*command: str, folder: Path = ROOT) -> str:
    done = subprocess.run(command, check=False, cwd=folder, capture_output=True, text=True)  # noqa: S603  our own commands
    if done.returncode:
        raise ReleaseError(f"`{' '.join(command)}` failed: {done.stderr.strip()}")
    return done.stdout.strip()


_CLAIMS = {
    "Everything is committed": _is_clean,
    "The locks are fresh": _locks_are_fresh,
    "The figures are of this code": _figures_fit,
    "The wheels install": _wheels_install,
    "All tests pass, those of the night as well, and no dependency is known to be vulnerable": _tests_pass,
}
"""What has to hold, the quickest to check first."""

if __name__ == "__main__":
    sys.exit(main())
