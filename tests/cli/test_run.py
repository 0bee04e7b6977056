"""`idleyear run`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.cli import main

if TYPE_CHECKING:
    import pytest


def test_a_bot_that_cannot_start_says_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A setting that cannot be used ends the command with exit code 1 and one line."""
    monkeypatch.setenv("LOG_LEVEL", "LOUD")
    assert main(["run"]) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("Idle Year cannot start. LOG_LEVEL is not usable: ")
    assert printed.err.count("\n") == 1
