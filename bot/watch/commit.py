"""The commit that this is: written here by `git archive` and into a wheel, and asked of git in a checkout."""

from __future__ import annotations

from pathlib import Path

_WRITTEN = "$Format:%H$"
_UNKNOWN = "unknown"
_LENGTH = 12


def commit() -> str:
    """Return the beginning of the commit's hash; `unknown` where nothing tells it."""
    root = Path(__file__).absolute().parents[2]
    if not _WRITTEN.startswith("$"):
        return _WRITTEN[:_LENGTH]
    if not (root / ".git").exists():  # the folder may lie in a checkout of something else
        return _UNKNOWN
    # Here, not above: every command loads this module, and few ask.
    import subprocess

    asked = ["git", "-C", str(root), "rev-parse", "HEAD"]
    try:
        return subprocess.check_output(asked, stderr=subprocess.DEVNULL, text=True)[:_LENGTH]  # noqa: S603  constants
    except (OSError, subprocess.CalledProcessError):
        return _UNKNOWN
