"""`idleyear deal`, `legal`, `play` and `perft`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bot.cli import main
from bot.engine.games import ALL

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command that must succeed and return what it printed on stdout."""

    def run(*arguments: str) -> str:
        assert main(arguments) == 0
        return capsys.readouterr().out

    return run


def as_json(text: str) -> Any:
    """Parse output that must be one line of JSON."""
    assert text.count("\n") == 1
    return json.loads(text)


@pytest.mark.parametrize("game", ALL)
def test_every_game_is_dealt_on_one_line(game: str, run: Run) -> None:
    """The position is one line that the game reads back, stock and all."""
    rules = ALL[game]
    line = run("deal", game, "--seed", "Tuesday")
    assert rules.notation.read_position(line) == rules.start("tuesday")
    assert line == rules.notation.write_position(rules.start("tuesday")) + "\n"


def test_deal_as_json(run: Run) -> None:
    """Game, seed and position; the seed in its canonical spelling."""
    dealt = as_json(run("deal", "Till Dawn", "--seed", "Tuesday", "--json"))
    assert (dealt["game"], dealt["seed"]) == ("till-dawn", "tuesday")
    assert dealt["position"].startswith("6H 4S | 9S 7C ")


def test_a_seed_that_was_made_up_is_told_apart(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a seed one is made up and shown on stderr; with it the same cards are dealt again."""
    assert main(["deal", "goren"]) == 0
    first = capsys.readouterr()
    name, seed = first.err.split()
    assert name == "seed:"
    assert main(["deal", "goren", "--seed", seed]) == 0
    assert capsys.readouterr() == (first.out, "")
    assert main(["deal", "goren", "--json"]) == 0
    other = as_json(capsys.readouterr().out)
    assert other["seed"] != seed


def test_legal_moves(run: Run) -> None:
    """One canonical move a line, dealing last; nothing at all if nothing is legal."""
    assert run("legal", "goren", "JS 5D 8C 8S +48") == "4<\n4<<<\nd\n"
    assert as_json(run("legal", "goren", "JS 5D 8C 8S +48", "--json")) == ["4<", "4<<<", "d"]
    assert run("legal", "accordion", "5S 6D") == ""
    assert as_json(run("legal", "accordion", "5S 6D", "--json")) == []


@pytest.mark.parametrize(
    ("moves", "position"),
    [
        (["4<"], "JS 5D 8S/2 | 3D 4C"),
        (["8S<"], "JS 5D 8S/2 | 3D 4C"),
        (["8♠<", "d"], "JS 5D 8S/2 3D | 4C"),
        (["4< d"], "JS 5D 8S/2 3D | 4C"),
        (["d*"], "JS 5D 8C 8S 3D 4C"),
        (["d2", "4<<<"], "8S/2 5D 8C 3D 4C"),
    ],
)
def test_moves_are_played(moves: list[str], position: str, run: Run) -> None:
    """Moves as separate words or in one, by number or by card, lead to the position after them."""
    assert run("play", "tarbart", "JS 5D 8C 8S | 3D 4C", *moves) == position + "\n"


@pytest.mark.parametrize(
    ("game", "position", "move", "outcome", "score"),
    [
        ("accordion", "7D/51 7S", "2<", "won", {"piles": 1, "penalty": 0}),
        ("accordion", "7D/50 7S 8H", "2<", "minor_win", {"piles": 2, "penalty": 1}),
        ("relaxed-accordion", "7D/50 7S 8H", "2<", "stuck", {"piles": 2, "penalty": 1}),
        ("accordion", "7D/50 7S 8S", "2<", None, {"piles": 2, "penalty": 1}),
    ],
)
def test_play_as_json_tells_how_it_ends(
    game: str, position: str, move: str, outcome: str | None, score: dict[str, int], run: Run
) -> None:
    """Position, outcome and the parts of the score."""
    after = as_json(run("play", game, position, move, "--json"))
    assert set(after) == {"position", "outcome", "score"}
    assert (after["outcome"], after["score"]) == (outcome, score)


def test_lines_of_play_are_counted(run: Run) -> None:
    """A number alone, or as JSON; a hidden stock does not matter if no hidden card is dealt."""
    assert run("perft", "accordion", "5S 6S TD 5H KC", "0") == "1\n"
    assert run("perft", "goren", "JS 5D 8C 8S +48", "1") == "3\n"
    assert as_json(run("perft", "accordion", "3D 7H KC 2C 2S AD", "2", "--json")) == {"nodes": 1}


def test_a_dealt_position_can_be_played_on(run: Run) -> None:
    """What `deal` prints, `play` takes."""
    position = run("deal", "till-dawn", "--seed", "tuesday").strip()
    assert len(run("play", "till-dawn", position, "d*").split()) == 52
