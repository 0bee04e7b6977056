"""What stands over the board of a race."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.render.board import Occasion

if TYPE_CHECKING:
    from bot.store import Race


def race_occasion(race: Race, *, late: bool) -> Occasion:
    """Return what stands over the board of somebody who takes part in a race."""
    if race.over:
        return Occasion("Race", "The race is over")
    ends = f"<t:{int(race.ends_at.timestamp())}:R>"
    counts = " · you came when somebody had finished, so it counts on no leaderboard" if late else ""
    line = f"Ends {ends}, or when all are done · nobody sees your cards{counts}"
    return Occasion("Race", line, sealed=True)
