"""`idleyear odds --resume`: an interrupted count continues where it was."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from bot.cli import main
from bot.service.survey import Bookmark, Counting, Survey
from tests.cli.commands import await_deals, counted, started

if TYPE_CHECKING:
    from pathlib import Path

GAME = ("double-jump", "--seed", "1883")


def odds(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """Count; return the JSON."""
    assert main(["odds", *arguments, "--json"]) == 0
    return dict(json.loads(capsys.readouterr().out))


@pytest.fixture
def file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return a file in which ten thousand deals are counted."""
    path = tmp_path / "count.json"
    odds(capsys, *GAME, "--deals", "10000", "--resume", str(path))
    return path


@pytest.mark.slow
def test_a_killed_count_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A killed count goes on where it was, and the result is the same as in one go."""
    file = tmp_path / "count.json"
    with started(tmp_path, "odds", *GAME, "--deals", "1000000000", "--resume", str(file)) as process:
        await_deals(file, process)
        process.kill()
        process.wait()
    done = counted(file)["deals"]
    told = odds(capsys, *GAME, "--deals", str(done + 100_000), "--resume", str(file))
    whole = odds(capsys, *GAME, "--deals", str(done + 100_000))
    assert (told["deals"], told["wins"]) == (whole["deals"], whole["wins"])


@pytest.mark.slow
def test_every_way_of_counting_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every way of counting goes on where it was, also with deals that are played one by one."""
    for arguments in (("parlett", "--fair"), ("late-binding", "--by-hints")):
        file = str(tmp_path / f"{arguments[0]}.json")
        odds(capsys, *arguments, "--deals", "1", "--resume", file)
        told = odds(capsys, *arguments, "--deals", "2", "--resume", file)
        whole = odds(capsys, *arguments, "--deals", "2")
        told.pop("deals_per_second")
        whole.pop("deals_per_second")
        assert told == whole


@pytest.mark.parametrize("deals", ["10000", "5"])
def test_what_is_counted_already_is_only_told(
    deals: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is counted already is told at once, even if fewer deals are asked for."""
    before = counted(file)
    told = odds(capsys, *GAME, "--deals", deals, "--resume", str(file))
    assert (told["deals"], told["wins"], told["deals_per_second"]) == (10_000, before["wins"], None)
    assert main(["odds", *GAME, "--deals", deals, "--resume", str(file)]) == 0
    assert capsys.readouterr().out.endswith("95 % confidence)\n")


def test_what_is_counted_already_needs_no_cluster(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is counted already needs no cluster, which is not even contacted."""
    told = odds(capsys, *GAME, "--deals", "10", "--resume", str(file), "--cluster", "tcp://127.0.0.1:1")
    assert told["deals"] == 10_000


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("push-pin", "--seed", "1883"), "its game is double-jump, not push-pin"),
        (("double-jump", "--seed", "7"), "its seed is 1883, not 7"),
        ((*GAME, "--by-hints"), "its kind is known, not by-hints"),
    ],
)
def test_another_survey_is_refused(
    arguments: tuple[str, ...], reason: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of another survey is refused, and stays as it is."""
    refused(file, reason, capsys, *arguments)


def test_other_solvers_are_refused(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file counted by other solvers is refused: their counts are not mixed with those of the present."""
    # A cluster counts with kernels only, so this is what a count without them leaves behind.
    Bookmark(str(file.with_name("plain.json")), Survey("double-jump", Counting.KNOWN, 1883), plain=True)
    refused(file.with_name("plain.json"), "its solvers is", capsys, *GAME)


@pytest.mark.parametrize("damage", ["", "{}", "[]", "\0\0\0", "half", "changed"])
def test_a_damaged_file_is_refused(damage: str, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A damaged file, or one that was never ours, is refused and stays as it is."""
    whole = file.read_text()
    file.write_text({"half": whole[:100], "changed": whole.replace("10000", "10001")}.get(damage, damage))
    refused(file, "is damaged, or no file of `idleyear odds`", capsys, *GAME)


def test_a_place_where_nothing_can_be_written_is_told_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A place where nothing can be written is told at once, and not after a day of counting."""
    place = tmp_path / "nowhere" / "count.json"
    assert main(["odds", *GAME, "--resume", str(place)]) == 2
    assert capsys.readouterr() == ("", f"Error: {place} cannot be written: No such file or directory.\n")


def refused(file: Path, reason: str, capsys: pytest.CaptureFixture[str], *arguments: str) -> None:
    """Check that a command says in one line why it refuses a file, and leaves it alone."""
    before = file.read_bytes()
    assert main(["odds", *arguments, "--resume", str(file)]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert reason in printed.err
    assert printed.err.count("\n") == 1
    assert file.read_bytes() == before
    assert list(file.parent.glob(f"{file.name}.*")) == []
