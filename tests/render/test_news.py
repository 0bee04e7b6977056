"""What is said under a board."""

from __future__ import annotations

from bot.render.cards import Style
from bot.render.news import read_typed, refused_news


def test_refused_moves_are_found_again_in_any_language() -> None:
    """Refused moves are read from a board to be corrected, whatever language they were refused in."""
    assert read_typed(f"### Accordion\n{refused_news('No.', '12< `9>`').written(Style())}") == "12< '9>'"
    assert read_typed("> 打てません。\n-# `12<`を入力しました\n-# `deal`") == "12<"


def test_nothing_else_is_taken_for_refused_moves() -> None:
    """The command that brings a board back is no move, and neither is the code of a deal."""
    assert read_typed("> News.\n-# Gone after a reload? Use `/board`.") == ""
    assert read_typed("-# 9 cards left · deal `goren:tuesday`") == ""
