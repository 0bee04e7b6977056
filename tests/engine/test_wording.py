"""Numbers in sentences for players."""

from __future__ import annotations

from bot.engine.wording import counted, spelt


def test_a_noun_agrees_with_its_number() -> None:
    """One is singular; zero is plural."""
    assert [counted(number, "move") for number in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]


def test_small_numbers_are_words() -> None:
    """Numbers up to ten are words; larger ones stay in digits."""
    assert [spelt(number) for number in (0, 1, 10, 11)] == ["no", "one", "ten", "11"]
