"""The calendar of a player: how each daily of the last sixty days went, to be played later as practice."""

from __future__ import annotations

import enum
from datetime import date, timedelta
from typing import NamedTuple

from bot.engine.daily import earliest_on
from bot.store import RESIGNED, Kind, Store

_DAYS = 60
"""So many days are shown at least: the first week is a whole one."""


class Mark(enum.StrEnum):
    """What has become of a daily, the best first."""

    WON = "won"
    FINISHED = "finished"
    """It counted, but was not won."""
    LATER = "later"
    """It was only finished as practice, once it was over."""
    MISSED = "missed"


class Calendar(NamedTuple):
    """The dailies of a family that are over, as one player has played them."""

    family: str
    marks: dict[date, Mark]
    """By day, the oldest first; days without a daily are missing. Empty if no daily is over yet."""


async def look_back(store: Store, player: int, family: str) -> Calendar:
    """Return a player's calendar of a family: the dailies of the last sixty days that are over."""
    end = earliest_on(store.now())
    first = end - timedelta(_DAYS)
    ends = await store.dailies.played(player, family, first - timedelta(first.weekday()), end)
    marks: dict[date, Mark] = {}
    for day, kind, outcome in ends:
        marks[day] = min(marks.get(day, Mark.MISSED), _mark(kind, outcome), key=[*Mark].index)
    return Calendar(family, marks)


def _mark(kind: str | None, outcome: str | None) -> Mark:
    if outcome is None or outcome == RESIGNED:
        return Mark.MISSED
    if kind != Kind.DAILY.value:
        return Mark.LATER
    return Mark.WON if outcome == "won" else Mark.FINISHED
