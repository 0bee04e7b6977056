"""Achievements: things a patience player may be proud of; none is earned merely by playing a lot."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

from bot.engine.games import ALL
from bot.engine.games.odds import odds_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.scores.streaks import Streak
    from bot.store import Wins

_RARE = 0.01
_WEEK, _MONTH, _YEAR = 7, 30, 365
_MANY_GAMES = 10


class Achievement(enum.StrEnum):
    """The achievements, in the order in which most people reach them."""

    CLEAN_WIN = "clean-win"
    ACCORDION = "accordion"
    MARRIAGE = "marriage"
    PYRAMID = "pyramid"
    WEEK = "week"
    CRIBBAGE = "cribbage"
    NAPOLEON = "napoleon"
    ALL_FAMILIES = "all-families"
    TEN_GAMES = "ten-games"
    MONTH = "month"
    HARD_DAILY = "hard-daily"
    AGAINST_THE_ODDS = "against-the-odds"
    YEAR = "year"


FAMILY_WINS = {
    family: Achievement(family) for family in ("accordion", "marriage", "pyramid", "cribbage", "napoleon")
}
"""The achievement for any win in a family of games, by family."""


def achieved(wins: Sequence[Wins], days: Streak, hard_dailies: int) -> set[Achievement]:
    """Return everything a player has ever achieved in games that count.

    `days` is the streak of days with a daily played, `hard_dailies` the number of dailies of the highest
    difficulty that were won.
    """
    won = [each.game for each in wins if each.game in ALL]
    families = {ALL[game].family for game in won}
    facts = {
        Achievement.CLEAN_WIN: any(each.clean for each in wins),
        Achievement.ALL_FAMILIES: families.issuperset(FAMILY_WINS),
        Achievement.TEN_GAMES: len(won) >= _MANY_GAMES,
        Achievement.AGAINST_THE_ODDS: any(map(is_rarely_won, won)),
        Achievement.HARD_DAILY: hard_dailies > 0,
        Achievement.WEEK: days.best >= _WEEK,
        Achievement.MONTH: days.best >= _MONTH,
        Achievement.YEAR: days.best >= _YEAR,
    }
    return {each for each, fact in facts.items() if fact} | {FAMILY_WINS[family] for family in families}


def is_rarely_won(game: str) -> bool:
    """Whether our fair player wins (or, if there is none, one can win) fewer than one deal in a hundred."""
    odds = odds_of(game)
    counted = odds.fair or odds.known
    return counted is not None and counted.share < _RARE
