"""`idleyear audit` and `verify-daily`: what they print, and how they end."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest

from bot.audit import Falsehood
from bot.cli import main
from bot.service.seeds import judge
from bot.watch import installed_version
from idle_year.engine.daily import candidate, commitment, daily_key
from idle_year.engine.games import find_game
from idle_year.engine.rules import AnyRules
from idle_year.solvers.protocols import Answer


@pytest.mark.slow
def test_an_audit_tells_what_it_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    """An audit tells a line for each game or one object for programs, and finding nothing is no error."""
    assert main(["audit", "Bayan", "one-handed", "--positions", "30"]) == 0
    assert capsys.readouterr().out == "bayan: 30 positions, 0 false\none-handed: 30 positions, 0 false\n"
    assert main(["audit", "bayan", "--positions", "25", "--seed", "9", "--json"]) == 0
    bayan = {"game": "bayan", "revision": find_game("bayan").revision}
    told = {"games": [bayan], "seed": 9, "version": installed_version(), "positions": 25, "false": 0}
    assert json.loads(capsys.readouterr().out) == told


@pytest.mark.parametrize(
    "arguments", [["klondike"], ["bayan", "--positions", "0"], ["bayan", "--seed", "-1"]]
)
def test_what_cannot_be_audited_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be audited is told in one line with exit code 2."""
    assert main(["audit", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_what_is_false_is_told_with_its_smallest_position(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an audit finds false is told with its smallest position, and with exit code 1 for scripts."""
    monkeypatch.setattr("bot.cli.audit.audit_part", _wrong_once)
    monkeypatch.setattr("bot.cli.audit.processes", _in_this_process)
    assert main(["audit", "accordion", "--positions", "40"]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert (first, second) == ("accordion: 40 positions, 1 false", "  5S 6S: a mistake")
    assert main(["audit", "accordion", "--positions", "40", "--json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == [{"game": "accordion", "revision": find_game("accordion").revision}]
    assert (told["positions"], told["false"]) == (40, 1)
    assert told["counterexamples"] == [{"game": "accordion", "position": "5S 6S", "claim": "a mistake"}]


def _wrong_once(rules: AnyRules, _seed: int, first: int, _positions: int) -> list[Falsehood]:
    return [Falsehood(rules.id, "5S 6S", "a mistake")] if first == 0 else []


def _in_this_process(*_families: str) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)


DAY = date(2026, 11, 20)
KEY = daily_key("secret", DAY, "accordion")
COMMAND = ["verify-daily", DAY.isoformat(), "accordion"]


def test_a_key_leads_to_its_deal(capsys: pytest.CaptureFixture[str]) -> None:
    """A key leads to each candidate up to the first that can be won, which is the daily."""
    assert main([*COMMAND, KEY, "--commitment", commitment(KEY)]) == 0
    first, *candidates, last = capsys.readouterr().out.splitlines()
    assert first == f"commitment {commitment(KEY)}, as published"
    found = candidate(KEY, DAY, "accordion", len(candidates) - 1)
    assert [line.startswith(f"candidate {n}, ") for n, line in enumerate(candidates)] == [True] * len(
        candidates
    )
    assert [line.endswith(": can be won") for line in candidates] == [False] * (len(candidates) - 1) + [True]
    assert last == f"The daily of 2026-11-20 is accordion:{found}."
    assert judge(find_game("accordion"), 0, found).answer is Answer.WON


def test_candidates_that_cannot_be_won_are_passed_over(capsys: pytest.CaptureFixture[str]) -> None:
    """Candidates that cannot be won are named as they are passed over."""
    rules, keys = find_game("pyramid"), (daily_key(f"secret {n}", DAY, "pyramid") for n in range(100))
    firsts = ((key, judge(rules, 0, candidate(key, DAY, "pyramid", 0)).answer) for key in keys)
    key = next(key for key, answer in firsts if answer is Answer.LOST)
    assert main(["verify-daily", "2026-11-20", "pyramid", key]) == 0
    assert "candidate 0, pyramid:" in (told := capsys.readouterr().out)
    assert "passed over, for it cannot be won\ncandidate 1, " in told


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([*COMMAND, KEY[:-1]], "This is not a daily's key: one has 64 digits and letters from a to f."),
        (
            [*COMMAND, KEY[:-1] + "0", "--commitment", commitment(KEY)],
            "This key does not belong to that commitment: one of the two was changed or mistyped.",
        ),
        (
            ["verify-daily", "2026-11-20", "bridge", KEY],
            "There is no daily of `bridge`: the families are "
            "accordion, marriage, cribbage, napoleon, pyramid.",
        ),
        (
            ["verify-daily", "today", "accordion", KEY],
            "`today` is not a day: write it as year, month and day, 2026-11-20.",
        ),
    ],
)
def test_what_was_changed_is_refused(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A key or commitment that was changed is refused in one line, and no deal is named."""
    assert main(arguments) == 2
    assert capsys.readouterr() == ("", f"Error: {reason}\n")
