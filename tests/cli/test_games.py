"""`idleyear games`, `rules`, `deal`, `legal`, `play`, `perft` and `replay`."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.cli import main
from idle_year.engine.games import ALL


def test_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """`games --json` lists every game in the order of the menus, with what other programs need."""
    assert main(["games", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)
    assert [game["id"] for game in games] == list(ALL)
    assert games[0] == {
        "id": "accordion",
        "revision": 1,
        "name": "Accordion",
        "family": "accordion",
        "aliases": list(ALL["accordion"].aliases),
    }


def test_games_as_a_table_for_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`games` prints one line a game without colours, however narrow the terminal is said to be."""
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["games"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["Id", "Name", "Family", "Other", "names"]
    assert [line.split()[0] for line in lines] == list(ALL)
    assert "\x1b" not in "".join(lines)


def test_rules_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    """`rules` prints the page of a game as plain text, part by part, found by any of its names."""
    assert main(["rules", "One Away Three Away"]) == 0
    page = ALL["accordion"].page
    name, *parts = capsys.readouterr().out.split("\n\n")
    assert name == f"Accordion\nalso called {', '.join(ALL['accordion'].aliases)}"
    assert [part.partition(":")[0] for part in parts] == (
        ["Goal", "Deal", "Play", "Example", "Strategy", "History", "Chance", *["Misprint"] * 3, "Source"]
    )
    assert parts[0] == f"Goal: {page.goal}"
    assert parts[4] == f"Strategy: {page.strategy}"
    assert parts[6] == f"Chance: {page.chance}"


def test_an_example_stands_in_plain_rows(capsys: pytest.CaptureFixture[str]) -> None:
    """A terminal has no use for the backticks of Discord's monospace."""
    assert main(["rules", "push-pin"]) == 0
    rows = [" 1 2♣ 9♦ 7♥ 4♣ 9♠", "x2-3 leads to", " 1 2♣ 4♣ 9♠"]
    assert "\n" + "\n".join(rows) + "\n\nChance: " in capsys.readouterr().out


def test_rules_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """`rules --json` gives the page of a game part by part."""
    assert main(["rules", "goren", "--json"]) == 0
    page = json.loads(capsys.readouterr().out)
    assert (page["id"], page["name"], page["goal"]) == ("goren", "Goren", ALL["goren"].page.goal)
    assert page["revision"] == ALL["goren"].revision
    assert set(page) == {
        "id",
        "revision",
        "name",
        *"goal deal play source example strategy history chance misprints".split(),
    }


def test_an_example_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """An example as JSON is a position and a move that `idleyear play` takes."""
    assert main(["rules", "till-dawn", "--json"]) == 0
    page = json.loads(capsys.readouterr().out)
    example = page["example"]
    assert page["misprints"] == list(ALL["till-dawn"].page.misprints)
    assert main(["play", "till-dawn", example["position"], example["move"]]) == 0
    assert capsys.readouterr().out == "3D 7H KC 2C 2S AD\n"


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
    """Every game is dealt as a position on one line, stock and all, which the game reads back."""
    rules = ALL[game]
    line = run("deal", game, "--seed", "Tuesday")
    assert rules.notation.read_position(line) == rules.start("tuesday")
    assert line == rules.notation.write_position(rules.start("tuesday")) + "\n"


def test_deal_as_json(run: Run) -> None:
    """`deal --json` gives the game, the seed in its canonical spelling, and the position."""
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
    """`legal` prints one canonical move a line, dealing last, and nothing at all if nothing is legal."""
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
    """`play --json` gives the position, the outcome and the parts of the score."""
    after = as_json(run("play", game, position, move, "--json"))
    assert set(after) == {"position", "outcome", "score"}
    assert (after["outcome"], after["score"]) == (outcome, score)


def test_lines_of_play_are_counted(run: Run) -> None:
    """`perft` prints how many lines of play there are, as a number alone or as JSON."""
    assert run("perft", "accordion", "5S 6S TD 5H KC", "0") == "1\n"
    assert run("perft", "goren", "JS 5D 8C 8S +48", "1") == "3\n"
    assert as_json(run("perft", "accordion", "3D 7H KC 2C 2S AD", "2", "--json")) == {"nodes": 1}


def test_a_dealt_position_can_be_played_on(run: Run) -> None:
    """What `deal` prints, `play` takes as a position."""
    position = run("deal", "till-dawn", "--seed", "tuesday").strip()
    assert len(run("play", "till-dawn", position, "d*").split()) == 52


GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("game", ALL)
def test_golden_games_replay(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A recorded game is replayed and summarised in one line."""
    assert main(["replay", str(GOLDEN / f"{game}.game")]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{game}, seed ")
    assert told.count("\n") == 1


def test_a_won_game_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    """The line about a won game says game, seed, number of moves, how it ended and score."""
    assert main(["replay", str(GOLDEN / "accordion.game")]) == 0
    assert capsys.readouterr().out.startswith("accordion, seed 1883, 51 moves: won, piles 1, penalty 0: ")


def test_replay_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """`replay --json` tells other programs what the line tells people."""
    assert main(["replay", str(GOLDEN / "accordion.game"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.pop("position").endswith("/52")
    assert told == {
        "game": "accordion",
        "revision": 1,
        "seed": "1883",
        "moves": 51,
        "outcome": "won",
        "score": {"piles": 1, "penalty": 0},
    }


def test_a_replay_stops_at_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    """`--step` shows the position after that many moves, with these moves below it."""
    record = str(GOLDEN / "late-binding.game")
    assert main(["replay", record, "--step", "2"]) == 0
    told, moves = capsys.readouterr().out.splitlines()
    assert told.startswith("late-binding, seed tuesday, 2 moves: not over, piles 16, ")
    assert moves == "13<<< 14<<<"
    assert main(["replay", record, "--step", "2", "--json"]) == 0
    as_json = json.loads(capsys.readouterr().out)
    assert (as_json["moves"], as_json["played"]) == (2, moves)
    assert told.endswith(as_json["position"])


def test_a_step_past_the_end_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """A step past the end is refused in one line that says how many moves there are."""
    assert main(["replay", str(GOLDEN / "late-binding.game"), "--step", "18"]) == 2
    assert capsys.readouterr().err.endswith("--step 18 is past the end: the record has 17 moves.\n")


def test_a_record_comes_through_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`-` reads the record from standard input."""
    record = io.BytesIO(b'[Game "tarbart"]\n[Seed "tuesday"]\n\nd d\n')
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(record))
    assert main(["replay", "-"]) == 0
    assert capsys.readouterr().out.startswith("tarbart, seed tuesday, 2 moves: not over, piles 52")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"\xff\xfe", "{file} is not UTF-8 text: it should hold a recorded game."),
        (b"", "{file} is empty: it should hold a recorded game."),
        (b"d d", 'This is no recorded game: it has no [Game "…"] line.'),
        (
            b'\xef\xbb\xbf[Game "tarbart"]\n[Seed "tuesday"]\n[Result "3"]\n',
            "The record says `3` piles; its moves lead to 52.",
        ),
    ],
)
def test_a_bad_record_is_one_line_on_stderr(
    content: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bad record is refused in one sentence that says what does not hold."""
    file = tmp_path / "some.game"
    file.write_bytes(content)
    assert main(["replay", str(file)]) == 2
    assert capsys.readouterr() == ("", f"Error: {reason.format(file=file)}\n")


def test_a_folder_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder is refused like a missing file."""
    assert main(["replay", str(tmp_path)]) == 2
    assert capsys.readouterr() == ("", f"Error: {tmp_path} cannot be read: Is a directory.\n")
