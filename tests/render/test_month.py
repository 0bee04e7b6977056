"""The board of a month as text: one's own place, and those of people who left."""

from __future__ import annotations

from bot.render.cards import Style
from bot.render.month import month_text
from bot.service.ranks import Month, MonthBoard
from bot.store import MonthPlace


def _place(position: int) -> MonthPlace:
    return MonthPlace(position, position, 30, position, 50 - position, 10)


def _numbers(found: MonthBoard, gone: set[int]) -> list[str]:
    lines = month_text(found, Style(), hidden=None, gone=gone).splitlines()[1:]
    return [line.strip("` ").partition("`")[0] for line in lines if not line.startswith("-#")]


def test_the_own_place_stands_in_order_and_whoever_left_leaves_a_gap() -> None:
    """The own place stands in order wherever it is, with a gap where places are left out or empty."""
    page = [_place(number) for number in range(11, 15)]
    for own, gone, numbers in (
        (12, set(), ["11", "12", "13", "14"]),
        (7, {11, 13}, ["7", "⋯", "12", "⋯", "14"]),
        (20, {14}, ["11", "12", "13", "⋯", "20"]),
    ):
        found = MonthBoard(Month.THIS, 1, 3, page, _place(own))
        assert _numbers(found, gone) == numbers
        text = month_text(found, Style(), hidden=None, gone=gone)
        assert text.startswith("### All games · this month · page 2 of 3\n")
        assert (f"{len(gone)} player" in text) == bool(gone)
        assert "not ranked" not in text
