"""Streaks of days."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.service.stats import streak_of_days


@pytest.mark.parametrize(
    ("days", "today", "current", "best"),
    [
        ("", "20", 0, 0),
        ("20", "20", 1, 1),
        ("18 19", "20", 2, 2),  # today may still be played
        ("17 18", "20", 2, 2),  # yesterday is frozen
        ("16 17", "20", 0, 2),  # two days in a row are too many
        ("15 16 18 19", "20", 4, 4),  # the 17th is frozen
        ("12 14 16 17", "17", 2, 2),  # a second miss in a month breaks it
        ("15 17 18", "20", 0, 3),  # the freeze of the month is used up, so yesterday breaks it
        ("10 10 11", "12", 2, 2),
    ],
)
def test_days(days: str, today: str, current: int, best: int) -> None:
    """One missed day a month is forgiven, and today breaks no streak until it is over."""
    played = [date(2026, 11, int(day)) for day in days.split()]
    assert streak_of_days(played, date(2026, 11, int(today))) == (current, best)


def test_each_month_has_its_own_freeze() -> None:
    """Each month forgives a missed day of its own."""
    days = [date(2026, 10, 29), date(2026, 10, 31), date(2026, 11, 2), date(2026, 11, 3)]
    assert streak_of_days(days, date(2026, 11, 3)) == (4, 4)


def test_a_freeze_belongs_to_the_month_of_the_missed_day() -> None:
    """A missed day is forgiven by the month in which it lies, even on its last day."""
    missed = {date(2026, 10, 31), date(2026, 11, 10)}
    days = [day for number in range(30) if (day := date(2026, 10, 20) + timedelta(number)) not in missed]
    assert streak_of_days(days, days[-1]) == (28, 28)


def test_the_same_month_of_another_year_has_a_freeze_of_its_own() -> None:
    """The same month of another year forgives a missed day of its own."""
    missed = {date(2025, 11, 10), date(2026, 11, 10)}
    days = [day for number in range(400) if (day := date(2025, 11, 1) + timedelta(number)) not in missed]
    assert streak_of_days(days, days[-1]) == (398, 398)
