"""`idleyear audit`: what it prints, and how it ends."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from bot.audit.audit import Falsehood
from bot.cli import main

if TYPE_CHECKING:
    from bot.engine.rules import AnyRules


def test_an_audit_tells_what_it_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each game, or one object for programs; finding nothing false is no error."""
    assert main(["audit", "Bayan", "one-handed", "--positions", "30"]) == 0
    assert capsys.readouterr().out == "bayan: 30 positions, 0 false\none-handed: 30 positions, 0 false\n"
    assert main(["audit", "bayan", "--positions", "25", "--seed", "9", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"positions": 25, "false": 0}


@pytest.mark.parametrize(
    "arguments", [["klondike"], ["bayan", "--positions", "0"], ["bayan", "--seed", "-1"]]
)
def test_what_cannot_be_audited_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """With exit code 2."""
    assert main(["audit", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_what_is_false_is_told_with_its_smallest_position(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With exit code 1, for scripts."""
    monkeypatch.setattr("bot.cli.audit.audit_part", _wrong_once)
    monkeypatch.setattr("bot.cli.audit.processes", _in_this_process)
    assert main(["audit", "accordion", "--positions", "40"]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert (first, second) == ("accordion: 40 positions, 1 false", "  5S 6S: a mistake")
    assert main(["audit", "accordion", "--positions", "40", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert (told["positions"], told["false"]) == (40, 1)
    assert told["counterexamples"] == [{"game": "accordion", "position": "5S 6S", "claim": "a mistake"}]


def _wrong_once(rules: AnyRules, _seed: int, first: int, _positions: int) -> list[Falsehood]:
    return [Falsehood(rules.id, "5S 6S", "a mistake")] if first == 0 else []


def _in_this_process(*_families: str) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)
