"""One recorded game for each registered game: it must replay to its end for ever."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from idle_year.engine.games import ALL
from idle_year.engine.records import read_record

GOLDEN = Path(__file__).parents[2] / "golden"


@pytest.mark.parametrize("game", ALL)
def test_the_golden_game_replays_to_its_end(game: str) -> None:
    """A golden game replays to the result, outcome and last position of its record."""
    text = (GOLDEN / f"{game}.game").read_text(encoding="utf-8")
    session = read_record(text)
    tags = dict(re.findall(r'\[(\w+) "(.*)"\]', text))
    assert session.rules.id == tags["Game"] == game
    assert str(session.rules.score(session.state).parts[0][1]) == tags["Result"]
    assert session.rules.outcome(session.state) == tags["Outcome"]
    assert session.rules.notation.write_position(session.state) == tags["Position"]


def test_every_game_has_one_and_no_other_is_there() -> None:
    """Every game has a golden game, and a new one needs a record in tests/golden."""
    assert {path.stem for path in GOLDEN.glob("*.game")} == set(ALL)


def test_some_golden_games_are_won() -> None:
    """At least one golden game is won."""
    assert read_record((GOLDEN / "accordion.game").read_text(encoding="utf-8")).state.piles[0].size == 52
