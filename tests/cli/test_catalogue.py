"""`idleyear games` and `idleyear rules`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bot.cli import main
from bot.engine.games import ALL

if TYPE_CHECKING:
    import pytest


def test_games_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """Every game in the order of the menus, with what other programs need."""
    assert main(["games", "--json"]) == 0
    games = json.loads(capsys.readouterr().out)
    assert [game["id"] for game in games] == list(ALL)
    assert games[0] == {
        "id": "accordion",
        "name": "Accordion",
        "family": "accordion",
        "aliases": list(ALL["accordion"].aliases),
    }


def test_games_as_a_table_for_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line a game, however narrow the terminal is said to be, and no colours, even forced ones."""
    monkeypatch.setenv("COLUMNS", "30")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["games"]) == 0
    head, *lines = capsys.readouterr().out.splitlines()
    assert head.split() == ["Id", "Name", "Family", "Other", "names"]
    assert [line.split()[0] for line in lines] == list(ALL)
    assert "\x1b" not in "".join(lines)


def test_rules_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    """The page of the game as plain text, part by part, found by any of its names."""
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
    """The same page, part by part."""
    assert main(["rules", "goren", "--json"]) == 0
    page = json.loads(capsys.readouterr().out)
    assert (page["id"], page["name"], page["goal"]) == ("goren", "Goren", ALL["goren"].page.goal)
    assert set(page) == {
        "id",
        "name",
        *"goal deal play source example strategy history chance misprints".split(),
    }


def test_an_example_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """A position and a move that `idleyear play` takes, and a list of misprints."""
    assert main(["rules", "till-dawn", "--json"]) == 0
    page = json.loads(capsys.readouterr().out)
    example = page["example"]
    assert page["misprints"] == list(ALL["till-dawn"].page.misprints)
    assert main(["play", "till-dawn", example["position"], example["move"]]) == 0
    assert capsys.readouterr().out == "3D 7H KC 2C 2S AD\n"
