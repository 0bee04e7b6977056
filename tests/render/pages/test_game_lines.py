"""Each game has a line for lists of games."""

from __future__ import annotations

from bot.engine.games import ALL
from bot.render.pages.game_lines import _LINES, game_line


def test_every_game_has_a_line_that_fits() -> None:
    """And there is none for a game that is gone."""
    assert list(_LINES) == list(ALL)
    assert {len(game_line(rules)) for rules in ALL.values()} <= set(range(20, 101))
