"""Streaks of dailies in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.service.scores.streaks import Streak


def streak_text(streak: Streak) -> str:
    """Return how many days in a row a player has finished a daily: `Streak 3, best 7 …`."""
    return f"Streak {streak.current}, best {streak.best} (one missed day a month is forgiven)"
