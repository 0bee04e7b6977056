"""`idleyear puzzle`: what it prints."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bot.cli import main
from idle_year.engine.games import find_game
from idle_year.engine.session import Session

if TYPE_CHECKING:
    from collections.abc import Sequence

POSITION = "3H/6 JS/6 QD/15 JH/9 QS/7 2S/4 2C/4 KC"


def test_a_puzzle_is_told_in_three_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """A puzzle tells its position, the moves that keep the win, and how many choices are to be made."""
    assert main(["puzzle", "Methuselah", "--seed", "tuesday"]) == 0
    told = "1 of 5 moves keeps the win: 4<<<\n2 such choices until the win is plain\n"
    assert capsys.readouterr().out == f"{POSITION}\n{told}"


def test_a_program_gets_the_deal_and_the_moves_too(capsys: pytest.CaptureFixture[str]) -> None:
    """With --json, the seed and the moves lead to the position."""
    assert main(["puzzle", "accordion", "--seed", "tuesday", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    led = Session.read(find_game(told["game"]), told.pop("seed"), told.pop("moves"))
    assert led.rules.notation.write_position(led.state) == POSITION
    dealt = {"game": "accordion", "revision": 1, "position": POSITION}
    expected = {**dealt, "legal": 5, "keep": ["4<<<"], "choices": 2}
    assert told == expected


def test_a_made_up_seed_is_told_aside(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a seed, one is made up and told on stderr; it makes the same puzzle again."""
    assert main(["puzzle", "late-binding"]) == 0
    printed = capsys.readouterr()
    assert main(["puzzle", "late-binding", "--seed", printed.err.removeprefix("seed: ")]) == 0
    assert capsys.readouterr().out == printed.out


def test_a_seed_may_have_no_puzzle(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all the deals of a seed have none, another seed is advised."""
    monkeypatch.setattr("idle_year.puzzles._MOST_PLAYED", 1)
    assert main(["puzzle", "royal-marriage", "--seed", "tuesday"]) == 2
    told = "Error: No puzzle of Royal Marriage comes of this seed: try another one.\n"
    assert capsys.readouterr().err == told


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["pyramid"], "There are no puzzles of Pyramid: "),
        (["idle-year", "--seed", "tuesday"], "There are no puzzles of Idle Year: "),
        (["accordion", "--seed", "tues day"], "`tues day` cannot be a seed: "),
    ],
)
def test_what_has_no_puzzle_is_one_line(
    arguments: Sequence[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where there is no puzzle, one line says why, with exit code 2."""
    assert main(["puzzle", *arguments]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert printed.err.startswith(f"Error: {says}")
