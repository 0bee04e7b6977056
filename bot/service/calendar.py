"""The calendar of a player: how much of each day is finished, and dailies to be played later as practice."""

from __future__ import annotations

import enum
from datetime import date, timedelta
from typing import NamedTuple

from bot.service.stats import Achievement, achieved, streak_of_days
from bot.store import RESIGNED, Kind, Store
from idle_year.engine.daily import earliest_on

_DAYS = 60
"""So many days are offered at least: the first week is a whole one."""
_WEEKS = 10
"""So many weeks are shown at most, the present one included."""


class Mark(enum.StrEnum):
    """What has become of a daily, the best first."""

    WON = "won"
    FINISHED = "finished"
    """It counted, but was not won."""
    LATER = "later"
    """It was only finished as practice, once it was over."""
    MISSED = "missed"


class Calendar(NamedTuple):
    """A player's days, and the dailies of a family that are over, as this player has played them."""

    family: str
    marks: dict[date, Mark]
    """By day, the oldest first; days without a daily are missing. Empty if no daily is over yet."""
    finished: dict[date, int]
    """How many of a day's dailies and its puzzle are finished, from the first day with any to today."""
    achieved: set[Achievement]
    """What was achieved by days in a row."""


async def look_back(store: Store, player: int, family: str) -> Calendar:
    """Return a player's calendar: the last weeks, and the dailies of a family that are over of sixty days."""
    now = store.now()
    end = earliest_on(now)
    first = end - timedelta(_DAYS)
    ends = await store.dailies.played(player, family, first - timedelta(first.weekday()), end)
    marks: dict[date, Mark] = {}
    for day, kind, outcome in ends:
        marks[day] = min(marks.get(day, Mark.MISSED), _mark(kind, outcome), key=[*Mark].index)
    streak = streak_of_days(await store.stats.daily_days(player), end)
    return Calendar(
        family, marks, await _finished(store, player, now.date()), achieved((), streak, hard_dailies=0)
    )


async def _finished(store: Store, player: int, today: date) -> dict[date, int]:
    earliest = today - timedelta(today.weekday() + 7 * (_WEEKS - 1))
    found = await store.stats.finished(player, earliest)
    days = range(min(found).toordinal(), today.toordinal() + 1) if found else ()
    return {day: found.get(day, 0) for day in map(date.fromordinal, days)}


def _mark(kind: str | None, outcome: str | None) -> Mark:
    if outcome is None or outcome == RESIGNED:
        return Mark.MISSED
    if kind != Kind.DAILY.value:
        return Mark.LATER
    return Mark.WON if outcome == "won" else Mark.FINISHED
