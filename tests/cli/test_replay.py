"""`idleyear replay`."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from bot.cli import main
from bot.engine.games import ALL

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("game", ALL)
def test_golden_games_replay(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A recorded game is replayed and summarised in one line."""
    assert main(["replay", str(GOLDEN / f"{game}.game")]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{game}, seed ")
    assert told.count("\n") == 1


def test_a_won_game_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Game, seed, number of moves, how it ended, score and last position."""
    assert main(["replay", str(GOLDEN / "accordion.game")]) == 0
    assert capsys.readouterr().out.startswith("accordion, seed 1883, 51 moves: won, piles 1, penalty 0: ")


def test_replay_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The same for other programs."""
    assert main(["replay", str(GOLDEN / "accordion.game"), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told.pop("position").endswith("/52")
    assert told == {
        "game": "accordion",
        "seed": "1883",
        "moves": 51,
        "outcome": "won",
        "score": {"piles": 1, "penalty": 0},
    }


def test_a_replay_stops_at_a_step(capsys: pytest.CaptureFixture[str]) -> None:
    """The position after that many moves, with these moves below it."""
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
    """One line says how many moves there are."""
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
    """One sentence says what does not hold; a byte order mark does no harm."""
    file = tmp_path / "some.game"
    file.write_bytes(content)
    assert main(["replay", str(file)]) == 2
    assert capsys.readouterr() == ("", f"Error: {reason.format(file=file)}\n")


def test_a_folder_is_no_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder is refused like a missing file."""
    assert main(["replay", str(tmp_path)]) == 2
    assert capsys.readouterr() == ("", f"Error: {tmp_path} cannot be read: Is a directory.\n")
