"""A clock for everything that is stored, which never goes back by an hour; and Discord's, beside it."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

log = logging.getLogger(__name__)

Clock: TypeAlias = Callable[[], datetime]
_NO_TIME = timedelta()
_WORTH_A_LINE = timedelta(seconds=1)
_MOST_AHEAD = timedelta(hours=2)
"""A clock that is set back further was far ahead, and only now shows the right time."""
_APART = timedelta(seconds=30)
"""How far this machine's clock may be from Discord's before the log says so: answers take seconds, too."""
_FAR_APART = timedelta(minutes=1)


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


class SteadyClock:
    """Shows what another clock shows, unless that is set back by up to two hours.

    Then it goes on from where it was, at half speed until the other one has caught up. So the game that was
    played last is still the one with the latest time, and no game takes less than no time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._before = clock()
        self._ahead = _NO_TIME

    def __call__(self) -> datetime:
        """Return the time."""
        now = self._clock()
        passed = now - self._before
        self._before = now
        if passed < _NO_TIME:
            self._set_back(-passed)
        else:
            self._ahead = max(_NO_TIME, self._ahead - passed / 2)
        return now + self._ahead

    def _set_back(self, by: timedelta) -> None:
        self._ahead += by
        if self._ahead > _MOST_AHEAD:
            self._ahead = _NO_TIME
            log.warning("The clock was set back by %d s: the bot follows it.", by.total_seconds())
        elif by > _WORTH_A_LINE:
            log.warning(
                "The clock was set back by %d s: the bot goes on from the later time, at half speed until "
                "the clock has caught up.",
                by.total_seconds(),
            )


class DiscordTime:
    """What Discord's clock shows, which its answers tell, beside what this machine's does."""

    def __init__(self, clock: Clock = utc_now, seconds: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._seconds = clock, seconds
        self._began: datetime | None = None
        """What Discord's clock showed when `seconds` began to count."""
        self._logged = _NO_TIME

    @property
    def apart(self) -> timedelta:
        """How far this machine's clock is ahead of Discord's, as far as that is known; negative if behind."""
        if self._began is None:
            return _NO_TIME
        return self._clock() - self._began - timedelta(seconds=self._seconds())

    @property
    def warning(self) -> str | None:
        """What a host should know about the clock; None if it is right to the minute."""
        return _in_words(self.apart) if abs(self.apart) > _FAR_APART else None

    def told(self, moment: datetime) -> None:
        """Note what Discord's clock shows now; log it if this machine's shows something else."""
        self._began = moment - timedelta(seconds=self._seconds())
        apart = self.apart
        if abs(apart - self._logged) > _APART:
            self._logged = apart
            log.warning("%s", _in_words(apart))


def _in_words(apart: timedelta) -> str:
    seconds = round(abs(apart).total_seconds())
    which = "ahead of" if apart > _NO_TIME else "behind"
    return f"This machine's clock is {seconds} s {which} Discord's: have it set by NTP."
