"""The board of a month over all games: points for dailies won without help."""

from __future__ import annotations

import enum
from calendar import monthrange
from datetime import date, timedelta
from typing import NamedTuple

from bot.service.ranks import A_PAGE, page_of
from bot.store import MonthPlace, Store


class Month(enum.StrEnum):
    """Which month a board covers, by UTC like the dailies."""

    THIS = "this"
    LAST = "last"


class MonthBoard(NamedTuple):
    """One page of a month's board."""

    month: Month
    page: int
    """Counted from 0."""
    pages: int
    """At least 1."""
    places: list[MonthPlace]
    own: MonthPlace | None
    """The asker's own place; None without one."""


class Months:
    """The boards of every server."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def look(self, guild: int, asker: int, month: Month, page: int) -> MonthBoard:
        """Return a page of a month's board, or the last one if there are fewer."""
        first, last = _days(self._store.now().date(), month)
        found = await self._store.months.places(guild, first, last, page=page, count=A_PAGE, asker=asker)
        return MonthBoard(month, *page_of(found, page, asker))


def _days(today: date, month: Month) -> tuple[date, date]:
    """Return the first and the last day of a month."""
    if month is Month.LAST:
        today = today.replace(day=1) - timedelta(1)
    _, days = monthrange(today.year, today.month)
    return today.replace(day=1), today.replace(day=days)
