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
    """The page of the game as plain text, one line a part, found by any of its names."""
    assert main(["rules", "One Away Three Away"]) == 0
    page = ALL["accordion"].page
    assert capsys.readouterr().out == (
        f"Accordion\n\nGoal: {page.goal}\n\nDeal: {page.deal}\n\nPlay: {page.play}\n\nSource: {page.source}\n"
    )


def test_rules_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    """The same page, part by part."""
    assert main(["rules", "goren", "--json"]) == 0
    page = json.loads(capsys.readouterr().out)
    assert (page["id"], page["name"], page["goal"]) == ("goren", "Goren", ALL["goren"].page.goal)
    assert set(page) == {"id", "name", "goal", "deal", "play", "source"}
