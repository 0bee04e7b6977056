"""The table of chances: what `docs/odds.md` holds is what was counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lab.odds import commands, odds_table

DOCS = Path(__file__).parents[2] / "docs" / "odds.md"


@pytest.mark.slow
def test_the_page_holds_every_figure_as_it_was_counted() -> None:
    """`docs/odds.md` holds every figure as it was counted."""
    page = DOCS.read_text("utf-8")
    assert odds_table() in page
    assert commands() in page


def test_commands_are_those_of_the_table() -> None:
    """Every counted figure has a command with which it can be counted again."""
    command = re.compile(r"idleyear odds [a-z-]+ --deals \d+ --seed \d+( --fair)?")
    assert all(map(command.fullmatch, commands().splitlines()))
