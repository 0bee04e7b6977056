"""What a release needs, before it is published."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.release import DISTRIBUTIONS, ReleaseError, _told, one_version, publishing, stale_figures


def written(root: Path, versions: dict[str, str], changelog: str, needs: str) -> Path:
    """Write what names versions."""
    for name in DISTRIBUTIONS:
        (root / name).mkdir(exist_ok=True)
        project = f'[project]\nversion = "{versions.get(name, "0.2.0")}"\ndependencies = ["{needs}"]\n'
        (root / name / "pyproject.toml").write_text(project)
    (root / "CHANGELOG.md").write_text(changelog)
    return root


@pytest.mark.parametrize(
    ("versions", "changelog", "needs", "reason"),
    [
        ({"small-discord": "0.1.0"}, "## [0.2.0] - 2026-12-24\n", "idle-year==0.2.0", "versions differ"),
        ({}, "## [Unreleased]\n", "idle-year==0.2.0", "CHANGELOG.md has no heading"),
        ({}, "## [0.2.0] - 2026-12-24\n", "idle-year==0.1.0", "doesn't depend on idle-year==0.2.0"),
    ],
)
def test_versions_that_do_not_fit_are_no_release(
    versions: dict[str, str], changelog: str, needs: str, reason: str, tmp_path: Path
) -> None:
    """All three have one version, on which the bot depends, and which the changelog has dated."""
    with pytest.raises(ReleaseError, match=reason):
        one_version(written(tmp_path, versions, changelog, needs))


def test_this_version_is_one(tmp_path: Path) -> None:
    """The versions of this project fit, and what publishes them names them."""
    assert one_version(written(tmp_path, {}, "## [0.2.0] - 2026-12-24\n", "idle-year==0.2.0")) == "0.2.0"
    assert "v0.2.0" in publishing("0.2.0")[0]


def test_figures_of_other_code_are_named(tmp_path: Path) -> None:
    """A page whose figures were measured on a folder that has changed since is named."""

    def git(*arguments: str) -> str:
        ours = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        return _told("git", *ours, *arguments, folder=tmp_path)

    for folder in ("bot", "docs"):
        (tmp_path / folder).mkdir()
    (tmp_path / "bot" / "a.py").write_text("1")
    git("init", "--quiet")
    git("add", "--all")
    git("commit", "--quiet", "--message", "Begin")
    assert [*stale_figures(tmp_path)] == [
        "no page of docs/ names the folders that its figures were measured on"
    ]
    known = git("rev-parse", "HEAD:bot")[:12]
    (tmp_path / "docs" / "speed.md").write_text(f"Measured on `bot` at `{known}`.")
    assert [*stale_figures(tmp_path)] == []
    (tmp_path / "bot" / "a.py").write_text("2")
    git("commit", "--quiet", "--all", "--message", "Go on")
    (stale,) = stale_figures(tmp_path)
    assert stale.startswith(f"docs/speed.md measured bot at {known}, which is at ")
