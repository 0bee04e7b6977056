"""Worked examples and counts produced by another program from the same rule book."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from idle_year.engine.games import ALL
from idle_year.engine.line import count_lines

VECTORS = Path(__file__).parent / "vectors"


def _examples(name: str) -> list[dict[str, Any]]:
    lines = (VECTORS / name).read_text(encoding="utf-8").splitlines()
    examples = [example for example in map(json.loads, lines) if example["game"] in ALL]
    # Cribbage examples name claims with points instead of moves: games/test_cribbage.py reads them.
    return [example for example in examples if example["game"] != "cribbage"]


def _name(example: dict[str, Any]) -> str:
    return f"{example['game']}-{example.get('id', example.get('nodes'))}"


@pytest.mark.parametrize("example", _examples("moves.jsonl"), ids=_name)
def test_legal_moves_of_the_worked_examples(example: dict[str, Any]) -> None:
    """Each example allows exactly the moves that it names, and each move leads where it says."""
    rules = ALL[example["game"]]
    state = rules.notation.read_position(example["position"])
    assert [rules.notation.write_move(move) for move in rules.moves(state)] == example["legal"]
    if "move" in example:
        after = rules.play(state, rules.notation.read_move(example["move"], state))
        tops = [word.partition("/")[0] for word in rules.notation.write_position(after).split()]
        assert [top for top in tops if not top.startswith("+")] == example["after"].split()


@pytest.mark.parametrize("example", _examples("perft.jsonl"), ids=_name)
def test_lines_of_play_are_as_many_as_counted_elsewhere(example: dict[str, Any]) -> None:
    """The number of lines of each length agrees with the other program's count."""
    rules = ALL[example["game"]]
    state = rules.notation.read_position(example["position"])
    assert count_lines(rules, state, example["depth"]) == example["nodes"]


def test_no_move_at_all_is_one_line() -> None:
    """At depth 0 there is one line, the empty one."""
    rules = ALL["accordion"]
    assert count_lines(rules, rules.notation.read_position("5S 6S"), 0) == 1
