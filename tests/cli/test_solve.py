"""`idleyear solve`, `best`, `judge` and `hint`."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from bot.cli import main
from idle_year.engine.games import ALL
from idle_year.engine.line import play_line
from idle_year.engine.rules import Outcome

if TYPE_CHECKING:
    from pathlib import Path

WON, LOST = "5S 6S 6H 5H", "5S 6S TD KC"


def as_json(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Run a command that must succeed with nothing on stderr; return its one line of JSON."""
    assert main([*arguments, "--json"]) == 0
    printed = capsys.readouterr()
    assert (printed.out.count("\n"), printed.err) == (1, "")
    return dict(json.loads(printed.out))


def test_a_win_comes_with_its_moves(capsys: pytest.CaptureFixture[str]) -> None:
    """A win comes with its position, moves, nodes and milliseconds, and played out the moves win."""
    told = as_json(capsys, "solve", "accordion", "5♠ 6s 6H 5H")
    assert set(told) == {"position", "answer", "line", "nodes", "ms"}
    assert (told["position"], told["answer"]) == (WON, "won")
    rules = ALL["accordion"]
    end = play_line(rules, rules.notation.read_position(WON), " ".join(told["line"])).state
    assert rules.outcome(end) is Outcome.WON


@pytest.mark.parametrize(
    ("game", "position", "answer", "text"),
    [
        ("accordion", LOST, "lost", "lost: no moves win\n"),
        ("accordion", "5S/52", "won", "won already\n"),
        ("parlett", "5S 6S KD QD +3", "unknown", "unknown: it depends on cards that lie face down\n"),
        ("parlett", "JS 5D | 5S", "won", "won in 3 moves: d "),
    ],
)
def test_every_answer_is_told_to_people_and_programs(
    game: str, position: str, answer: str, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every answer is told to people and programs; a stock is known only if its cards are written."""
    assert as_json(capsys, "solve", game, position)["answer"] == answer
    assert main(["solve", game, position]) == 0
    assert capsys.readouterr().out.startswith(text)


def test_a_limit_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """A limit is kept: with one node for a full deal of Parlett nothing is claimed."""
    position = ALL["parlett"].notation.write_position(ALL["parlett"].start("tuesday"))
    assert as_json(capsys, "solve", "parlett", position, "--nodes", "1")["answer"] == "unknown"
    assert main(["solve", "parlett", position, "--nodes", "1"]) == 0
    assert capsys.readouterr().out.startswith("unknown: not settled after ")


def test_a_file_is_answered_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file is answered line by line; blank lines are no positions, but count as lines."""
    file = tmp_path / "positions.txt"
    file.write_text(f"\ufeff{WON}\r\n\n  {LOST}  ")
    assert main(["solve", "accordion", "--file", str(file), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["position"], each["answer"]) for each in told] == [(WON, "won"), (LOST, "lost")]
    assert main(["solve", "accordion", "--file", str(file)]) == 0
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith("1: won in 3 moves: ")
    assert last == "3: lost: no moves win"


def test_a_bad_line_does_not_hinder_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A bad line is reported in its place and does not hinder the others, but the command fails."""
    file = tmp_path / "positions.txt"
    file.write_text(f"{WON}\n5S XX\n{LOST} 5S\n{LOST}\n")
    assert main(["solve", "accordion", "--file", str(file), "--json"]) == 2
    printed = capsys.readouterr()
    won, bad, twice, lost = [json.loads(line) for line in printed.out.splitlines()]
    assert (won["answer"], lost["answer"]) == ("won", "lost")
    assert bad["position"] == "5S XX"
    assert bad["error"].startswith("Line 2: Word 2 of the position: `XX` is not a card")
    assert twice["error"].startswith("Line 3: 5♠ stands twice")
    assert printed.err == "Error: 2 of 4 positions could not be answered.\n"

    assert main(["solve", "accordion", "--file", str(file)]) == 2
    printed = capsys.readouterr()
    assert len(printed.out.splitlines()) == 2
    assert [line[:14] for line in printed.err.splitlines()] == [
        "Error: Line 2:",
        "Error: Line 3:",
        "Error: 2 of 4 ",
    ]


def test_positions_come_through_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--file -` reads positions from standard input."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{LOST}\n".encode())))
    assert main(["solve", "accordion", "--file", "-"]) == 0
    assert capsys.readouterr().out == "1: lost: no moves win\n"


def test_a_line_of_a_pipe_that_is_no_text_does_not_hinder_the_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line of a pipe that is no text is reported, and does not hinder the others."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\n" + LOST.encode())))
    assert main(["solve", "accordion", "--file", "-"]) == 2
    told = capsys.readouterr()
    assert told.out == "2: lost: no moves win\n"
    assert told.err.startswith("Error: Line 1: This is not UTF-8 text.\n")


@pytest.mark.parametrize("content", [b"", b" \n\n"])
def test_a_file_without_positions_is_one_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file without positions is told in one line that names it."""
    file = tmp_path / "positions.txt"
    file.write_bytes(content)
    assert main(["solve", "accordion", "--file", str(file)]) == 2
    assert capsys.readouterr() == ("", f"Error: {file} is empty: it should hold positions, one a line.\n")


def test_an_empty_pipe_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty pipe is told in one line, like an empty file."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\n")))
    assert main(["solve", "accordion", "--file", "-"]) == 2
    assert capsys.readouterr() == (
        "",
        "Error: Standard input is empty: it should hold positions, one a line.\n",
    )


@pytest.mark.slow
def test_each_answer_is_printed_at_once() -> None:
    """Each answer is printed at once, so that a program may read it and ask again."""
    code = "import sys; from bot.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "solve", "accordion", "--file", "-", "--json"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: S603  our own program
        assert process.stdin is not None
        assert process.stdout is not None
        for position, answer in ((WON, "won"), (LOST, "lost")):
            process.stdin.write(f"{position}\n".encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["answer"] == answer
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([], "Give one position, or --file and the name of a file with many."),
        ([WON, "--file", "-"], "Give one position, or --file and the name of a file with many."),
        (["--file", "/no/such"], "/no/such cannot be read: No such file or directory."),
        (["--file", "/"], "/ cannot be read: Is a directory."),
        (["--file", ""], "That isn't a file name: give one, or - for standard input."),
        ([WON, "--nodes", "0"], "Invalid value for '--nodes': Input should be greater than or equal to 1"),
        (
            [WON, "--seconds", "0"],
            "Invalid value for '--seconds': Input should be greater than or equal to 0.001",
        ),
    ],
)
@pytest.mark.parametrize("command", ["solve", "best", "judge", "hint"])
def test_a_mistake_is_one_line(
    command: str, arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A mistake is one line for each of the four commands, which take the same options."""
    assert main([command, "accordion", *arguments]) == 2
    assert capsys.readouterr() == ("", f"Error: {reason}\n")


def test_the_best_score_comes_with_its_moves(capsys: pytest.CaptureFixture[str]) -> None:
    """The best score comes with its moves, and with whether anything better can be reached."""
    told = as_json(capsys, "best", "accordion", LOST)
    assert set(told) == {"position", "line", "score", "exact", "nodes", "ms"}
    assert (told["line"], told["score"]["piles"], told["exact"]) == (["2<"], 3, True)
    assert main(["best", "accordion", LOST]) == 0
    assert capsys.readouterr().out == "piles 3, penalty 50; nothing better can be reached: 2<\n"
    assert main(["best", "accordion", "5S KD"]) == 0
    assert capsys.readouterr().out.endswith(": no move\n")


def test_every_move_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    """Every move is judged, in the order of `legal`."""
    told = as_json(capsys, "judge", "accordion", WON)
    assert [(each["move"], each["answer"]) for each in told["moves"]] == [
        ("2<", "won"),
        ("3<", "won"),
        ("4<", "lost"),
        ("4<<<", "won"),
    ]
    assert main(["judge", "accordion", WON]) == 0
    assert capsys.readouterr().out == "2< won, 3< won, 4< lost, 4<<< won\n"
    assert main(["judge", "accordion", "5S KD"]) == 0
    assert capsys.readouterr().out == "no legal move\n"


def test_a_hint_says_what_the_bot_would_say(capsys: pytest.CaptureFixture[str]) -> None:
    """A hint is what the bot would say, after the move as it is typed; programs get its parts."""
    told = as_json(capsys, "hint", "accordion", WON)
    assert set(told) == {"position", "move", "answer", "wins", "interval", "text", "ms"}
    assert (told["position"], told["answer"], told["wins"]) == (WON, "won", None)
    assert main(["hint", "accordion", WON]) == 0
    assert capsys.readouterr().out == f"{told['move']}: {told['text']}\n"


def test_a_hint_does_not_look_at_the_stock(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever order the stock is written in, the hint is the same and does not repeat it."""
    told = [
        as_json(capsys, "hint", "goren", f"JS 5D 8C 8S | {stock}", "--seconds", "0.2")
        for stock in ("3D 4C 5S", "5S 4C 3D")
    ]
    for each in told:
        each.pop("ms")
    assert told[0] == told[1]
    assert told[0]["position"] == "JS 5D 8C 8S +3"


def test_there_is_no_hint_without_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a move there is no hint, and one line says so."""
    assert main(["hint", "accordion", "5S KD"]) == 2
    assert capsys.readouterr() == ("", "Error: There is no hint, because no move is left.\n")
