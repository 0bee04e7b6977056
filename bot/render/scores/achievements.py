"""Achievements in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.scores.achievements import Achievement

if TYPE_CHECKING:
    from collections.abc import Collection

_NAMES = {
    Achievement.CLEAN_WIN: "Unaided",
    Achievement.ACCORDION: "Squeezed shut",
    Achievement.MARRIAGE: "Newly-weds",
    Achievement.PYRAMID: "Tomb raider",
    Achievement.CRIBBAGE: "Game hole",
    Achievement.NAPOLEON: "Off the island",
    Achievement.ALL_FAMILIES: "Five families",
    Achievement.TEN_GAMES: "Well travelled",
    Achievement.WEEK: "A patient week",
    Achievement.MONTH: "A patient month",
    Achievement.YEAR: "The Idle Year",
    Achievement.HARD_DAILY: "Five stars",
    Achievement.AGAINST_THE_ODDS: "Against the odds",
}
_HOW = {
    Achievement.CLEAN_WIN: "win a game without undo, hint or check",
    Achievement.ACCORDION: "win a game of the Accordion family",
    Achievement.MARRIAGE: "win Royal Marriage or one of its kin",
    Achievement.PYRAMID: "win a game of Pyramid",
    Achievement.CRIBBAGE: "win Cribbage Solitaire",
    Achievement.NAPOLEON: "win Napoleon at St Helena",
    Achievement.ALL_FAMILIES: "win a game of each family",
    Achievement.TEN_GAMES: "win ten different games",
    Achievement.WEEK: "finish a daily seven days in a row",
    Achievement.MONTH: "finish a daily thirty days in a row",
    Achievement.YEAR: "finish a daily 365 days in a row",
    Achievement.HARD_DAILY: "win a daily of difficulty 5",
    Achievement.AGAINST_THE_ODDS: "win a game that our own player wins less than once in a hundred deals",
}


def achievements_text(achieved: Collection[Achievement]) -> str:
    """Return what a player has achieved, and what comes next."""
    names = [_NAMES[each] for each in Achievement if each in achieved]
    counted = f"**Achievements.** {len(names)} of {len(Achievement)}"
    lines = [f"{counted}: {', '.join(names)}" if names else counted]
    missing = next((each for each in Achievement if each not in achieved), None)
    if missing is not None:
        lines.append(f"-# Next: {_NAMES[missing]} — {_HOW[missing]}")
    return "\n".join(lines)
