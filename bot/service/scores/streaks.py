"""Streaks of days on which a daily was played."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

_A_DAY = timedelta(days=1)


class Streak(NamedTuple):
    """How many in a row: now, and at best."""

    current: int
    best: int


class _Run(NamedTuple):
    """Days on which something was done, with no gaps except frozen ones."""

    last: date
    length: int
    frozen: frozenset[tuple[int, int]] = frozenset()
    """The months, as (year, month), whose one missed day has been forgiven."""

    def goes_on(self, day: date) -> _Run | None:
        """Return the run extended by a day later than its last; None if it breaks before that day."""
        missed = day - _A_DAY
        month = (missed.year, missed.month)
        if self.last == missed:
            return _Run(day, self.length + 1, self.frozen)
        if self.last == missed - _A_DAY and month not in self.frozen:
            return _Run(day, self.length + 1, self.frozen | {month})
        return None


def streak_of_days(days: Iterable[date], today: date) -> Streak:
    """Return a streak of days; one missed day a month is frozen: it neither counts nor breaks the streak.

    Today does not break a streak until it is over.
    """
    run, best = None, 0
    for day in sorted(set(days)):
        run = (run.goes_on(day) if run else None) or _Run(day, 1)
        best = max(best, run.length)
    if run is None:
        return Streak(0, 0)
    alive = run.last >= today or run.goes_on(today) is not None
    return Streak(run.length if alive else 0, best)
