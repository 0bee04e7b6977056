"""What a player reads about a finished daily: result, rank, streak, and when the next one comes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bot.render.finished.share import result_line
from bot.render.scores.leaderboard import YOU_HIDE
from bot.render.scores.streaks import streak_text

if TYPE_CHECKING:
    from datetime import datetime

    from bot.render.cards.style import Style
    from bot.render.playing.board import Occasion
    from bot.service.game import Game
    from bot.service.scores.streaks import Streak
    from bot.store import DailyPlace, Result

_LATER = "You can review and practise this deal after that, when nobody plays it for a result any more."
_DAY_OVER = "-# Its day is over. `/daily play` deals today's."


class FinishedDaily(NamedTuple):
    """All that is told about a daily that its player has finished."""

    game: Game
    result: Result | None
    """None if it was resigned before the first move."""
    place: DailyPlace | None
    """None outside servers, and if the player has none in this one."""
    streak: Streak
    """The streak of days on which the player has finished a daily."""
    next_day: datetime
    """The end of the daily's day."""
    occasion: Occasion
    hidden: bool
    """Whether the player has chosen to be on no leaderboard."""


def finished_daily_text(finished: FinishedDaily, style: Style) -> str:
    """Return what the player reads, without a word that would help others with the deal."""
    lines = [
        f"### {finished.game.rules.name} · {finished.occasion.title}",
        f"**Your result.** {_result(finished)}",
        *_rank(finished),
        f"**Dailies.** {streak_text(finished.streak)}",
        _next(finished),
    ]
    return style.say("\n".join(lines))


def _result(finished: FinishedDaily) -> str:
    if finished.result is None:
        return "resigned before the first move"
    return result_line(finished.game, finished.result)


def _rank(finished: FinishedDaily) -> list[str]:
    if finished.place is not None:
        place = f"{finished.place.number} of {finished.place.players}"
        return [f"**Rank in this server.** {place}{' so far' if finished.occasion.sealed else ''}"]
    return [YOU_HIDE] if finished.hidden else []


def _next(finished: FinishedDaily) -> str:
    if not finished.occasion.sealed:
        return _DAY_OVER
    return f"**Next daily** <t:{int(finished.next_day.timestamp())}:R>\n-# {_LATER}"
