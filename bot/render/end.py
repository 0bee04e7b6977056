"""The end of a game: what it took, how rare that is, what it earned, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.engine.rules import Outcome
from bot.render.daily import FinishedDaily, standing_lines
from bot.render.leaderboard import duration
from bot.render.news import News, lost_news, won_text
from bot.render.stats import achievement_text
from bot.service.game import Game
from bot.service.review import Review
from bot.service.stats import Achievement
from bot.store import Result, WinRuns


class End(NamedTuple):
    """All that is told about a game that has just ended."""

    game: Game
    result: Result | None
    """None if nothing was kept of it: it was given up before its first move, or ended better before."""
    wins: WinRuns
    """The player's wins in this game."""
    review: Review | None
    """Where it was lost, if that was found in time and may be told."""
    earned: Sequence[Achievement] = ()
    """What this very result has achieved."""
    rank: tuple[int, int] | None = None
    """The place on the server's leaderboard of the month, of so many, if this result has one."""
    daily: FinishedDaily | None = None
    """How a daily went that others still play."""


def end_news(end: End) -> News | None:
    """Say how a game ended, beyond what stands on its board; return None if there is nothing to say."""
    lost = lost_news(end.game, end.review) if end.review is not None else None
    lines = [*([lost.text] if lost else []), *_won(end), *map(achievement_text, end.earned)]
    if end.daily is not None:
        lines += standing_lines(end.daily)
    return News("\n".join(lines), practise=lost.practise if lost else None) if lines else None


def _won(end: End) -> Iterator[str]:
    if end.game.outcome is not Outcome.WON or end.game.resigned:
        return
    yield won_text(end.game.rules, end.wins)
    if end.result is not None:
        how = "assisted 🛟" if end.result.assisted else "unaided"
        facts = [f"{duration(end.result.seconds)} at the board", how]
        if end.rank is not None:
            facts.append("your best here this month, number {} of {}".format(*end.rank))
        yield " · ".join(facts)
