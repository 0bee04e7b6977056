"""A board as a large picture in a message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.cards import Style
from bot.ui.board import Board
from tests.flow.pictures import KEPT
from tests.screens import components_of, game_of, walked

if TYPE_CHECKING:
    import pytest

GALLERY = 12


async def test_a_row_that_all_cards_have_left_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board that all cards have left has no picture, and its text alone says how the game stands."""
    monkeypatch.setattr("bot.render.cards._FOLDER", KEPT)
    empty = next(session for session in walked("one-handed") if not session.state.piles)
    board = Board(game_of(empty), Style(large=True))
    assert await board.files() == []
    assert GALLERY not in {each["type"] for each in components_of(board)}
    before = Board(game_of(empty.undo()), Style(large=True))
    assert len(await before.files()) == 1
    assert GALLERY in {each["type"] for each in components_of(before)}
